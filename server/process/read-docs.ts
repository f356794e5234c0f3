import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../../dist/docs.html', import.meta.url))

/** The reference docs as one page; nothing if they have not been built. */
export const readDocs = (): string | undefined =>
  existsSync(file) ? readFileSync(file, 'utf8') : undefined
