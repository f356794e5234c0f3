import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const path = (name: string): string =>
  fileURLToPath(new URL(`../../generated/${name}`, import.meta.url))
const read = (name: string): string => readFileSync(path(name), 'utf8')

const markdown = 'text/markdown; charset=utf-8'

/** The document, and what is generated from it for people and programs, by the path that it is served at. */
export const readTexts = (): Record<string, { type: string; text: string }> => ({
  '/openapi.json': { type: 'application/json', text: read('openapi.json') },
  '/docs.md': { type: markdown, text: read('reference.md') },
  '/llms.txt': { type: 'text/plain; charset=utf-8', text: read('llms.txt') },
  '/collection.json': { type: 'application/json', text: read('collection.json') },
  ...Object.fromEntries(
    readdirSync(path('tutorials')).map((name) => [
      `/tutorials/${name}`,
      { type: markdown, text: read(`tutorials/${name}`) },
    ]),
  ),
})
