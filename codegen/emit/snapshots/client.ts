// Generated from the OpenAPI document by `npm run generate`. Do not edit.

import type { Client } from 'openapi-fetch'
import type { components, operations, paths } from './types.ts'

type S = components['schemas']

/** The query parameters of an operation. */
export type Query<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>

/** Options of a single call. */
export type CallOptions = {
  /** Aborts the call. Example: `AbortSignal.timeout(10_000)`. */
  signal?: AbortSignal | undefined
}

/** Options that the transport gets with each request. */
export type Init = { fetch: (request: Request) => Promise<Response>; signal?: AbortSignal }

/** The result of the transport: typed data, or an error body. */
export type Result<T> = { data?: T | undefined; error?: unknown; response: Response }

/** Calls an operation. Returns the body of its success. */
export type Call = <T>(
  operation: keyof operations,
  options: CallOptions,
  request: (init: Init) => Promise<Result<T>>,
) => Promise<T>

/** Sends requests. Calls of `read` may be repeated, those of `write` are sent once. */
export type Calls = { transport: Client<paths>; read: Call; write: Call }

/** Creates a method for each operation of the client. */
export const clientMethods = ({ transport, read, write }: Calls) => ({
  books: {
    /** `GET /books`: List books */
    list: (query: Query<'listBooks'>, options: CallOptions = {}): Promise<S['Book'][]> =>
      read('listBooks', options, (init) => transport.GET('/books', { params: { query }, ...init })),
    /** `POST /books`: Add a book */
    add: (body: S['NewBook'], options: CallOptions = {}): Promise<S['Book']> =>
      write('addBook', options, (init) => transport.POST('/books', { body, ...init })),
  },
  /** `GET /books/{isbn}`: Get a book */
  find: (isbn: string, options: CallOptions = {}): Promise<S['Book']> =>
    read('getBook', options, (init) =>
      transport.GET('/books/{isbn}', { params: { path: { isbn } }, ...init }),
    ),
})
