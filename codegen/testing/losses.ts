import type { Document } from '../model/document.ts'
import { checkCarried } from '../refuse/carried.ts'
import { NotCarriedError } from '../refuse/not-carried-error.ts'

/** What the generated layer would lose of a document. */
export const lossesOf = (document: Partial<Document>): readonly string[] => {
  try {
    checkCarried({ openapi: '3.1.0', info: { title: 'T', version: '1' }, ...document })
    return []
  } catch (error) {
    if (error instanceof NotCarriedError) return error.losses
    throw error
  }
}
