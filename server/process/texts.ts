import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { shopJsonSchema } from '../domain/shop.ts'

const generated = new URL('../../generated/', import.meta.url)
const docs = new URL('../../dist/docs.html', import.meta.url)

const read = (name: string): string => readFileSync(new URL(name, generated), 'utf8')

const Document = z.object({
  servers: z.tuple([
    z.object({ variables: z.object({ base_url: z.object({ default: z.string() }) }) }),
  ]),
})

/** Returns the URL of the service in the document and in all files that are generated from it. */
const documentedUrl = (): string =>
  Document.parse(JSON.parse(read('openapi.json'))).servers[0].variables.base_url.default

/**
 * Replaces the documented URL of the service. The result is safe inside of HTML and JSON.
 * @param baseUrl where clients reach the service.
 */
const withBaseUrl = (text: string, baseUrl: string): string => {
  // URL escapes quotes, angle brackets and backslashes; HTML needs the ampersand escaped as well.
  const url = new URL(baseUrl).href.replace(/\/$/, '').replaceAll('&', '%26').replaceAll("'", '%27')
  return text.replaceAll(documentedUrl(), () => url)
}

/**
 * Returns a function that reads the reference docs as one page; undefined if they have not been built.
 * @param baseUrl the URL of the service that they name.
 */
export const docsReader = (baseUrl: string): (() => string) | undefined =>
  existsSync(docs) ? () => withBaseUrl(readFileSync(docs, 'utf8'), baseUrl) : undefined

const markdown = 'text/markdown; charset=utf-8'

/** Pages with secrets in their URLs, or behind a key, are not for search engines. */
const robots = `User-agent: *
Disallow: /i/
Disallow: /portal
Disallow: /v1/
`

/**
 * Returns functions that read the document and the files that are generated from it, by the path that
 * they are served at.
 * @param baseUrl the URL of the service that they name.
 */
export const textReaders = (
  baseUrl: string,
): Record<string, { type: string; read: () => string }> => {
  const file = (type: string, name: string) => ({
    type,
    read: () => withBaseUrl(read(name), baseUrl),
  })
  const tutorials = readdirSync(new URL('tutorials', generated))
  return {
    '/openapi.json': file('application/json', 'openapi.json'),
    '/docs.md': file(markdown, 'reference.md'),
    '/llms.txt': file('text/plain; charset=utf-8', 'llms.txt'),
    '/collection.json': file('application/json', 'collection.json'),
    '/favicon.ico': {
      type: 'image/svg+xml',
      read: () => readFileSync(new URL('../../styles/logo.svg', import.meta.url), 'utf8'),
    },
    '/robots.txt': { type: 'text/plain; charset=utf-8', read: () => robots },
    '/shop.schema.json': {
      type: 'application/schema+json',
      read: () => JSON.stringify(shopJsonSchema(), null, 2),
    },
    ...Object.fromEntries(
      tutorials.map((name) => [`/tutorials/${name}`, file(markdown, `tutorials/${name}`)]),
    ),
  }
}
