import { readFileSync } from 'node:fs'
import { z } from 'zod'

const Document = z.object({
  servers: z.tuple([
    z.object({ variables: z.object({ base_url: z.object({ default: z.string() }) }) }),
  ]),
})

const document = Document.parse(
  JSON.parse(readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8')),
)

/** The URL of the service in the document and in all files that are generated from it. */
const documented = document.servers[0].variables.base_url.default

/**
 * Replaces the documented URL of the service. The result is safe inside of HTML and JSON.
 * @param baseUrl where clients reach the service.
 */
export const withBaseUrl = (text: string, baseUrl: string): string => {
  // URL escapes quotes, angle brackets and backslashes; HTML needs the ampersand escaped as well.
  const url = new URL(baseUrl).href.replace(/\/$/, '').replaceAll('&', '%26').replaceAll("'", '%27')
  return text.replaceAll(documented, () => url)
}
