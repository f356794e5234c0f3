import { isObject } from '../schema/schema.ts'

type Deprecation = { since: string; sunset?: string | undefined; link?: string | undefined }

const isDate = (value: unknown): value is string => {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const date = new Date(value)
  return Number.isFinite(date.getTime()) && date.toISOString().startsWith(value)
}

const isUrl = (value: unknown): value is string => typeof value === 'string' && URL.canParse(value)

/** Reads `x-deprecation`. Returns the name of the part that is not valid, if one is. */
const readDeprecation = (announced: unknown): Deprecation | string => {
  if (!isObject(announced)) return 'value'
  const { since, sunset, link } = announced
  if (!isDate(since)) return 'since'
  if (sunset !== undefined && !isDate(sunset)) return 'sunset'
  if (link !== undefined && !isUrl(link)) return 'link'
  return { since, sunset, link }
}

/**
 * Returns the headers of every response of a deprecated operation: `Deprecation` (RFC 9745 §2),
 * `Sunset` (RFC 8594 §3) and a `Link` to details (RFC 9745 §3).
 * @param report called with what is not valid.
 */
export const deprecationHeaders = (
  announced: unknown,
  report: (message: string) => void,
): Record<string, string> | undefined => {
  if (announced === undefined) return undefined
  const found = readDeprecation(announced)
  if (typeof found === 'string') {
    report(`\`x-deprecation\` whose ${found} is not valid is ignored`)
    return undefined
  }
  const { since, sunset, link } = found
  return {
    Deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset === undefined ? {} : { Sunset: new Date(sunset).toUTCString() }),
    ...(link === undefined ? {} : { Link: `<${link}>; rel="deprecation"` }),
  }
}
