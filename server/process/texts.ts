import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { shopJsonSchema } from '../domain/shop.ts'

const generated = new URL('../../generated/', import.meta.url)
/** What `npm run docs` builds, and `npm start` if it is stale. */
const built = new URL('../../dist/', import.meta.url)
const docs = new URL('docs.html', built)

const document = (): string => readFileSync(new URL('openapi.json', generated), 'utf8')

const Document = z.object({
  servers: z.tuple([
    z.object({ variables: z.object({ base_url: z.object({ default: z.string() }) }) }),
  ]),
})

/** Returns the URL of the service in the document and in all files that are generated from it. */
const documentedUrl = (): string =>
  Document.parse(JSON.parse(document())).servers[0].variables.base_url.default

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

/** The content types of the texts that are built. */
const types = {
  'docs.md': markdown,
  'llms.txt': 'text/plain; charset=utf-8',
  'collection.json': 'application/json',
}

/** Pages with secrets in their URLs, or behind a key, are not for search engines. */
const robots = `User-agent: *
Disallow: /i/
Disallow: /portal
Disallow: /v1/
`

/**
 * Returns functions that read the document and the texts that have been built from it, by the path that
 * they are served at.
 * @param baseUrl the URL of the service that they name.
 */
export const textReaders = (
  baseUrl: string,
): Record<string, { type: string; read: () => string }> => {
  const tutorials = new URL('tutorials', built)
  const texts = [
    ...Object.entries(types),
    ...(existsSync(tutorials) ? readdirSync(tutorials) : []).map(
      (name) => [`tutorials/${name}`, markdown] as const,
    ),
  ].filter(([name]) => existsSync(new URL(name, built)))
  return {
    '/openapi.json': {
      type: 'application/json',
      read: () => withBaseUrl(document(), baseUrl),
    },
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
      texts.map(([name, type]) => [
        `/${name}`,
        { type, read: () => withBaseUrl(readFileSync(new URL(name, built), 'utf8'), baseUrl) },
      ]),
    ),
  }
}
