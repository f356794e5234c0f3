import { checkDocument } from '../checks/check-document.ts'
import { UnsupportedError } from '../checks/unsupported-error.ts'
import type { Document } from '../model/document.ts'

/** Returns the parts of a document that the generator does not support. */
export const unsupportedParts = (document: Partial<Document>): readonly string[] => {
  try {
    checkDocument({ openapi: '3.1.0', info: { title: 'T', version: '1' }, ...document })
    return []
  } catch (error) {
    if (error instanceof UnsupportedError) return error.parts
    throw error
  }
}
