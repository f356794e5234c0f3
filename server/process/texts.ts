import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { shopJsonSchema } from '../domain/shop.ts'

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
const withBaseUrl = (text: string, baseUrl: string): string => {
  // URL escapes quotes, angle brackets and backslashes; HTML needs the ampersand escaped as well.
  const url = new URL(baseUrl).href.replace(/\/$/, '').replaceAll('&', '%26').replaceAll("'", '%27')
  return text.replaceAll(documented, () => url)
}

const file = fileURLToPath(new URL('../../dist/docs.html', import.meta.url))

/**
 * Returns a function that reads the reference docs as one page; undefined if they have not been built.
 * @param baseUrl the URL of the service that they name.
 */
export const docsReader = (baseUrl: string): (() => string) | undefined =>
  existsSync(file) ? () => withBaseUrl(readFileSync(file, 'utf8'), baseUrl) : undefined

const path = (name: string): string =>
  fileURLToPath(new URL(`../../generated/${name}`, import.meta.url))
const read = (name: string): string => readFileSync(path(name), 'utf8')

const markdown = 'text/markdown; charset=utf-8'

/** The generated file that is served at each path, with its content type. */
const files: Record<string, { type: string; name: string }> = {
  '/openapi.json': { type: 'application/json', name: 'openapi.json' },
  '/docs.md': { type: markdown, name: 'reference.md' },
  '/llms.txt': { type: 'text/plain; charset=utf-8', name: 'llms.txt' },
  '/collection.json': { type: 'application/json', name: 'collection.json' },
  ...Object.fromEntries(
    readdirSync(path('tutorials')).map((name) => [
      `/tutorials/${name}`,
      { type: markdown, name: `tutorials/${name}` },
    ]),
  ),
}

/**
 * Returns functions that read the document and the files that are generated from it, by the path that
 * they are served at.
 * @param baseUrl the URL of the service that they name.
 */
export const textReaders = (
  baseUrl: string,
): Record<string, { type: string; read: () => string }> => ({
  ...Object.fromEntries(
    Object.entries(files).map(([at, { type, name }]) => [
      at,
      { type, read: () => withBaseUrl(read(name), baseUrl) },
    ]),
  ),
  '/shop.schema.json': {
    type: 'application/schema+json',
    read: () => JSON.stringify(shopJsonSchema(), null, 2),
  },
})
