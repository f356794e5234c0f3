import { fileURLToPath } from 'node:url'
import type { Document } from '../model/document.ts'
import { type Operation, readOperations } from '../model/model.ts'
import { readDocument } from '../model/read-document.ts'

const path = fileURLToPath(new URL('library.yaml', import.meta.url))

/** Reads the document of another API, as the generator reads it. */
export const library = async (): Promise<{
  path: string
  document: Document
  operations: Operation[]
}> => {
  const document = await readDocument(path)
  return { path, document, operations: readOperations(document) }
}
