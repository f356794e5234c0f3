import type { OperationId } from './types.ts'

/** The deprecation of an operation, as its response headers announce it. */
export type Deprecation = {
  operation: OperationId
  /** The date of the deprecation (RFC 9745). */
  since: Date
  /** The date after which the operation can be removed (RFC 8594); undefined if not announced. */
  sunset: Date | undefined
  /** A page with more information. */
  link: string | undefined
}

/** Reads the deprecation from response headers; undefined if there is none. */
export const readDeprecation = (
  operation: OperationId,
  headers: Headers,
): Deprecation | undefined => {
  const [, seconds] = /^@(-?\d+)$/.exec(headers.get('deprecation') ?? '') ?? []
  if (seconds === undefined) return undefined
  const sunset = Date.parse(headers.get('sunset') ?? '')
  const [, link] = /<([^>]*)>\s*;[^,]*\brel="?deprecation"?/.exec(headers.get('link') ?? '') ?? []
  return {
    operation,
    since: new Date(Number(seconds) * 1000),
    sunset: Number.isNaN(sunset) ? undefined : new Date(sunset),
    link,
  }
}

/** Reports each deprecated operation once. */
export const deprecationReporter = (report: (deprecation: Deprecation) => void) => {
  const reported = new Set<OperationId>()
  return (operation: OperationId, headers: Headers): void => {
    const deprecation = reported.has(operation) ? undefined : readDeprecation(operation, headers)
    if (!deprecation) return
    reported.add(operation)
    report(deprecation)
  }
}
