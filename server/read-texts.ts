import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const read = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../generated/${name}`, import.meta.url)), 'utf8')

/** The document, and what is generated from it for people and programs, by the path that it is served at. */
export const readTexts = () => ({
  '/openapi.json': { type: 'application/json', text: read('openapi.json') },
  '/docs.md': { type: 'text/markdown; charset=utf-8', text: read('reference.md') },
  '/llms.txt': { type: 'text/plain; charset=utf-8', text: read('llms.txt') },
  '/collection.json': { type: 'application/json', text: read('collection.json') },
})
