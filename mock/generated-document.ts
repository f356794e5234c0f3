import { readFileSync } from 'node:fs'
import { type Document, parseDocument } from '../packages/openapi-hono/model/document.ts'

/** Returns the generated document. The mocks of a process share it. */
export function readGenerated(): Document {
  const file = new URL('../generated/openapi.json', import.meta.url)
  generated ??= parseDocument(readFileSync(file, 'utf8'))
  return generated
}

let generated: Document | undefined
