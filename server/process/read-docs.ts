import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { withBaseUrl } from './with-base-url.ts'

const file = fileURLToPath(new URL('../../dist/docs.html', import.meta.url))

/**
 * Reads the reference docs as one page. Returns undefined if they have not been built.
 * @param baseUrl the URL of the service that they name.
 */
export const readDocs = (baseUrl: string): string | undefined =>
  existsSync(file) ? withBaseUrl(readFileSync(file, 'utf8'), baseUrl) : undefined
