// Generated from the OpenAPI document by `npm run generate`. Do not edit.

import { createRoute } from '@hono/zod-openapi'
import * as schemas from './schemas.ts'

/** `GET /books`: List books */
export const listBooks = createRoute({
  operationId: 'listBooks',
  method: 'get',
  path: '/books',
  summary: 'List books',
  description: '',
  tags: [],
  security: [{ key: [] }],
  request: { query: schemas.listBooksQuery },
  responses: {
    200: {
      description: 'Books.',
      content: { 'application/json': { schema: schemas.listBooks200 } },
    },
    400: { description: 'Refused.', content: { 'application/json': { schema: schemas.Problem } } },
  },
})

/** `POST /books`: Add a book */
export const addBook = createRoute({
  operationId: 'addBook',
  method: 'post',
  path: '/books',
  summary: 'Add a book',
  description: '',
  tags: [],
  request: {
    body: { required: true, content: { 'application/json': { schema: schemas.NewBook } } },
  },
  responses: {
    201: { description: 'Added.', content: { 'application/json': { schema: schemas.Book } } },
    400: { description: 'Refused.', content: { 'application/json': { schema: schemas.Problem } } },
  },
})

/** `GET /books/{isbn}`: Get a book */
export const getBook = createRoute({
  operationId: 'getBook',
  method: 'get',
  path: '/books/{isbn}',
  summary: 'Get a book',
  description: '',
  tags: [],
  security: [{ key: [] }],
  request: { params: schemas.getBookPath },
  responses: {
    200: { description: 'The book.', content: { 'application/json': { schema: schemas.Book } } },
    404: { description: 'None.', content: { 'text/plain': { schema: schemas.getBook404 } } },
  },
})

/** `PUT /books/{isbn}`: Tag a book */
export const tagBook = createRoute({
  operationId: 'tagBook',
  method: 'put',
  path: '/books/{isbn}',
  summary: 'Tag a book',
  description: '',
  tags: [],
  security: [{ key: [] }],
  request: {
    params: schemas.tagBookPath,
    body: { required: false, content: { 'application/json': { schema: schemas.tagBookBody } } },
  },
  responses: {
    200: {
      description: 'What the book is tagged with.',
      content: { 'application/json': { schema: schemas.tagBook200 } },
    },
  },
})

/** `DELETE /books/{isbn}`: Remove a book */
export const removeBook = createRoute({
  operationId: 'removeBook',
  method: 'delete',
  path: '/books/{isbn}',
  summary: 'Remove a book',
  description: '',
  tags: [],
  security: [{ key: [] }],
  request: { params: schemas.removeBookPath },
  responses: { 204: { description: 'Removed.' } },
})
