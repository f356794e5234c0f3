import type { OperationId } from './types.ts'

/** That an operation will end, as its answers announce it. */
export type Deprecation = {
  operation: OperationId
  /** Since when it is deprecated (RFC 9745). */
  since: Date
  /** When it may be gone (RFC 8594); undefined if no day is said. */
  sunset: Date | undefined
  /** Where to read on. */
  link: string | undefined
}

/** Reads from an answer's headers whether its operation will end; nothing if they do not say so. */
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

/** Tells of each operation that will end, once. */
export const deprecationTeller = (tell: (deprecation: Deprecation) => void) => {
  const told = new Set<OperationId>()
  return (operation: OperationId, headers: Headers): void => {
    const deprecation = told.has(operation) ? undefined : readDeprecation(operation, headers)
    if (!deprecation) return
    told.add(operation)
    tell(deprecation)
  }
}
