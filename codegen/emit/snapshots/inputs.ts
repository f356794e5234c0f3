// Generated from the OpenAPI document by `npm run generate`. Do not edit.

import type { components } from './types.ts'

type S = components['schemas']

/** The validated input of each operation. */
export type Inputs = {
  listBooks: {
    query: {
      limit: number
      minPrice?: number
      minTemperature?: number
      lent?: boolean
      genre?: S['Genre']
      author?: string[]
      shelf: string
    }
  }
  addBook: { body: S['NewBook'] }
  getBook: { path: { isbn: string } }
  tagBook: { path: { isbn: string }; body: { tag: string } | undefined }
  removeBook: { path: { isbn: string } }
}
