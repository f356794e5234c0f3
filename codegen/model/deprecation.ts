import { z } from 'zod'

/** What a deprecated operation says of its end, in `x-deprecation`. */
const Deprecation = z.object({
  since: z.iso.date(),
  sunset: z.iso.date().optional(),
  link: z.url().optional(),
})

/** What of an `x-deprecation` could not be announced; undefined if all of it can. */
export const deprecationLoss = (announced: unknown): string | undefined => {
  const { error } = Deprecation.safeParse(announced)
  const [issue] = error?.issues ?? []
  return (
    issue && `\`x-deprecation\` whose ${issue.path.join('.') || 'value'} is not what it must be`
  )
}

/**
 * The headers by which every answer of an operation announces its end: `Deprecation` (RFC 9745 §2),
 * `Sunset` (RFC 8594 §3) and a `Link` to where to read on (RFC 9745 §3).
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
