import { z } from 'zod'

/** `x-deprecation` of a deprecated operation. */
const Deprecation = z.object({
  since: z.iso.date(),
  sunset: z.iso.date().optional(),
  link: z.url().optional(),
})

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
  const { data, error } = Deprecation.safeParse(announced)
  if (error) {
    const path = error.issues[0]?.path.join('.') || 'value'
    report(`\`x-deprecation\` whose ${path} is not valid is ignored`)
    return undefined
  }
  const { since, sunset, link } = data
  return {
    Deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset === undefined ? {} : { Sunset: new Date(sunset).toUTCString() }),
    ...(link === undefined ? {} : { Link: `<${link}>; rel="deprecation"` }),
  }
}
