import { z } from 'zod'

/** `x-deprecation` of a deprecated operation. */
const Deprecation = z.object({
  since: z.iso.date(),
  sunset: z.iso.date().optional(),
  link: z.url().optional(),
})

/** Returns the part of an `x-deprecation` that is not valid, if any. */
export const unsupportedDeprecation = (announced: unknown): string | undefined => {
  const { error } = Deprecation.safeParse(announced)
  const [issue] = error?.issues ?? []
  return issue && `\`x-deprecation\` whose ${issue.path.join('.') || 'value'} is not valid`
}

/**
 * Returns the headers of every response of a deprecated operation: `Deprecation` (RFC 9745 §2),
 * `Sunset` (RFC 8594 §3) and a `Link` to details (RFC 9745 §3).
 */
export const deprecationHeaders = (announced: unknown): Record<string, string> | undefined => {
  const { success, data } = Deprecation.safeParse(announced)
  if (!success) return undefined
  const { since, sunset, link } = data
  return {
    Deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset === undefined ? {} : { Sunset: new Date(sunset).toUTCString() }),
    ...(link === undefined ? {} : { Link: `<${link}>; rel="deprecation"` }),
  }
}
