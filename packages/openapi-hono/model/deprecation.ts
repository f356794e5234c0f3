import { isObject } from '../runtime/check.ts'

/**
 * Returns the headers of every response of a deprecated operation. These are `Deprecation` (RFC 9745 §2),
 * `Sunset` (RFC 8594 §3) and a `Link` to details (RFC 9745 §3).
 * @param report called with each invalid field.
 */
export const deprecationHeaders = (
  announced: unknown,
  report: (message: string) => void,
): Record<string, string> | undefined => {
  if (announced === undefined) return undefined
  const { since, sunset, link } = isObject(announced) ? announced : {}
  const [start, end] = [dateOf(since), dateOf(sunset)]
  const invalid = [
    !isObject(announced) && 'value',
    !start && 'since',
    sunset !== undefined && !end && 'sunset',
    link !== undefined && !URL.canParse(String(link)) && 'link',
  ].find((part) => part !== false)
  if (invalid || !start) {
    report(`\`x-deprecation\` whose ${invalid} is not valid is ignored`)
    return undefined
  }
  return {
    Deprecation: `@${start.getTime() / 1000}`,
    ...(end && { Sunset: end.toUTCString() }),
    ...(link === undefined ? {} : { Link: `<${link}>; rel="deprecation"` }),
  }
}

function dateOf(value: unknown): Date | undefined {
  const date = new Date(`${value}T00:00Z`)
  return Number.isFinite(date.getTime()) && date.toISOString().startsWith(`${value}T`)
    ? date
    : undefined
}
