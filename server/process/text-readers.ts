import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { shopJsonSchema } from '../intake/shop/shop-format.ts'
import { withBaseUrl } from './with-base-url.ts'

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
