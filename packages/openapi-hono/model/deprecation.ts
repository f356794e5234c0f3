import { isObject } from '../runtime/check.ts'

/**
 * Returns the headers of every response of a deprecated operation. These are `Deprecation` (RFC 9745 §2),
 * `Sunset` (RFC 8594 §3) and a `Link` to details (RFC 9745 §3).
 * @param report called if a field is not valid.
 */
export const deprecationHeaders = (
  announced: unknown,
  report: (message: string) => void,
): Record<string, string> | undefined => {
  if (announced === undefined) return undefined
  const { since, sunset, link } = isObject(announced) ? announced : {}
  const [start, end] = [dateOf(since), dateOf(sunset)]
  const isValid =
    start && (sunset === undefined || end) && (link === undefined || URL.canParse(String(link)))
  if (!isValid) {
    report(
      '`x-deprecation` is ignored: it needs the date `since`, and may have the date `sunset` and the URL `link`',
    )
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
