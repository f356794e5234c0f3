import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { withBaseUrl } from './with-base-url.ts'

const file = fileURLToPath(new URL('../../dist/docs.html', import.meta.url))

/**
 * Returns a function that reads the reference docs as one page; undefined if they have not been built.
 * @param baseUrl the URL of the service that they name.
 */
export const docsReader = (baseUrl: string): (() => string) | undefined =>
  existsSync(file) ? () => withBaseUrl(readFileSync(file, 'utf8'), baseUrl) : undefined
