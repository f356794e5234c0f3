// Generated from the OpenAPI document by `npm run generate`. Do not edit.

import { implement, type Operations } from './operations.ts'

/**
 * Every operation, returning the document's first named example. Spread it and replace one
 * method at a time.
 */
export const stubs: Operations = implement<unknown>()({
  /** `GET /books`: List books */
  listBooks: () => ({ status: 200, body: [], headers: { 'X-Total': 0 } }),
  /** `POST /books`: Add a book */
  addBook: () => ({
    status: 201,
    body: {
      isbn: '9780000000002',
      title: 'A book',
      price: 9.5,
      pages: null,
      genre: 'poetry',
      'lent-to': null,
      size: { width: 12, height: 19 },
    },
    headers: { Location: '/books/1' },
  }),
  /** `GET /books/{isbn}`: Get a book */
  getBook: () => ({
    status: 200,
    body: {
      isbn: '9780000000002',
      title: 'A book',
      price: 9.5,
      pages: null,
      genre: 'poetry',
      'lent-to': null,
      size: { width: 12, height: 19 },
    },
  }),
  /** `PUT /books/{isbn}`: Tag a book */
  tagBook: () => ({ status: 200, body: { 'new': 1 } }),
  /** `DELETE /books/{isbn}`: Remove a book */
  removeBook: () => ({ status: 204 }),
})
