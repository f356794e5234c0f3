// Generated from the OpenAPI document by `npm run generate`. Do not edit.

import type * as check from './check.ts'
import type { Read } from './check.ts'
import type { Inputs } from './inputs.ts'
import type { Parameters } from './parameters.ts'
import { requests } from './requests.ts'
import type { components } from './types.ts'

type S = components['schemas']

type listBooks200 = {
  status: 200
  body: S['Book'][]
  headers: { 'X-Total': number; 'X-Next'?: string }
}
type listBooks400 = { status: 400; body: S['Reason'] }
type addBook201 = { status: 201; body: S['Book']; headers: { Location: string } }
type addBook400 = { status: 400; body: S['Reason'] }
type getBook200 = { status: 200; body: S['Book'] }
type getBook404 = { status: 404; body: 'No such book' }
type tagBook200 = { status: 200; body: { [name: string]: number } }
type removeBook204 = { status: 204 }

/** The replies that each operation may return. Responses of the server's edge are left out. */
export type Replies = {
  /** `GET /books`: List books */
  listBooks: listBooks200 | listBooks400
  /** `POST /books`: Add a book */
  addBook: addBook201 | addBook400
  /** `GET /books/{isbn}`: Get a book */
  getBook: getBook200 | getBook404
  /** `PUT /books/{isbn}`: Tag a book */
  tagBook: tagBook200
  /** `DELETE /books/{isbn}`: Remove a book */
  removeBook: removeBook204
}

export type OperationId = keyof Replies

/** A reply that the document allows an operation, as plain data. */
export type Reply<Id extends OperationId> = Replies[Id]

/** The validated input of an operation. */
export type Input<Id extends OperationId> = Inputs[Id]

export type Answer<Id extends OperationId> = Reply<Id> | Promise<Reply<Id>>

/** One method for each operation. `Call` is the server's context of a request. */
export type Operations<Call = unknown> = {
  /** `GET /books`: List books */
  listBooks(input: Input<'listBooks'>, call: Call): Answer<'listBooks'>
  /** `POST /books`: Add a book */
  addBook(input: Input<'addBook'>, call: Call): Answer<'addBook'>
  /** `GET /books/{isbn}`: Get a book */
  getBook(input: Input<'getBook'>, call: Call): Answer<'getBook'>
  /** `PUT /books/{isbn}`: Tag a book */
  tagBook(input: Input<'tagBook'>, call: Call): Answer<'tagBook'>
  /** `DELETE /books/{isbn}`: Remove a book */
  removeBook(input: Input<'removeBook'>, call: Call): Answer<'removeBook'>
}
type MayReturn = {
  listBooks: 'listBooks may return 200 | 400'
  addBook: 'addBook may return 201 | 400'
  getBook: 'getBook may return 200 | 404'
  tagBook: 'tagBook may return 200'
  removeBook: 'removeBook may return 204'
}

type KeysOf<T> = T extends unknown ? keyof T : never
type ValueAt<T, K extends PropertyKey> = T extends unknown
  ? K extends keyof T
    ? T[K]
    : never
  : never
/** The names, up to ten levels deep, that a given value has and the declared type does not. */
type Undeclared<Given, Declared, Depth extends 0[] = []> = unknown extends Declared
  ? never
  : Given extends string | number // branded ones have properties, which are no fields
    ? never
    : Depth['length'] extends 10
      ? never
      : Given extends readonly (infer G)[]
        ? Undeclared<G, Extract<Declared, readonly unknown[]>[number], [...Depth, 0]>
        : Given extends object
          ? {
              [K in KeysOf<Given>]: [Exclude<ValueAt<Given, K>, undefined>] extends [never]
                ? never
                : K extends KeysOf<Declared>
                  ? Undeclared<ValueAt<Given, K>, ValueAt<Declared, K>, [...Depth, 0]>
                  : K
            }[KeysOf<Given>]
          : never
type OfStatus<R, Status> = R extends { status: infer Declared }
  ? Status extends Declared
    ? R
    : never
  : never
type UndeclaredInReply<Given, Id extends OperationId> = Given extends { status: infer Status }
  ? Undeclared<Given, OfStatus<Reply<Id>, Status>>
  : never
type StatusOf<Given> = Given extends { status: infer Status } ? Status : never
/** A reply of another status. It is accepted first, so that the error can be a short text. */
type Forbidden<Id extends OperationId> = {
  status: Exclude<check.Statuses['default'], Reply<Id>['status']>
  body?: unknown
  headers?: unknown
}
/** What is wrong with the reply of an operation; unknown if nothing is. */
type Verdict<Id, Given> = Id extends OperationId
  ? [StatusOf<Given>] extends [Reply<Id>['status']]
    ? [UndeclaredInReply<Given, Id>] extends [never]
      ? unknown
      : { undeclared: UndeclaredInReply<Given, Id> }
    : MayReturn[Id]
  : { notAnOperation: Id }
type AnyReply<Id extends OperationId> = Reply<Id> | Forbidden<Id>
type AnyAnswer<Id extends OperationId> = AnyReply<Id> | Promise<AnyReply<Id>>
type Results = { [Id in OperationId]: AnyAnswer<Id> }
type Verdicts<Given> = { [Id in keyof Given]: Verdict<Id, Awaited<Given[Id]>> }
type Implementation<Given, Call> = {
  [Id in keyof Given]: (input: Id extends OperationId ? Input<Id> : never, call: Call) => Given[Id]
}

/**
 * Takes an implementation of every operation and of nothing else. TypeScript lets an inferred reply
 * carry fields that the contract does not declare; here they do not compile.
 */
export const implement =
  <Call>() =>
  <Given extends Results & Verdicts<Given>>(operations: Implementation<Given, Call>) =>
    operations

/** How a request body of a content type is read. */
export type RequestContent = {
  kind: 'json' | 'form' | 'multipart' | 'text' | 'events' | 'bytes'
  /** Checks a value and copies what is declared. A body without it is a stream. */
  read?: (value: unknown) => Read<unknown>
}

/** A reply's declaration, without its body. */
export type DeclaredReply = {
  /** The first of the content types. */
  contentType?: string | undefined
  contentTypes?: readonly string[]
  /** Headers whose value the document fixes. */
  headers?: Record<string, string>
  requiredHeaders?: readonly string[]
  /** Whether only the server's edge sends it. */
  edge?: true
}

/** An operation's declaration, as a server needs it. */
export type Endpoint = {
  method: string
  /** The path template, parameters in braces. */
  path: string
  /** Whether a request needs a key. */
  secured: boolean
  /** Whether it also handles methods that OpenAPI cannot name. */
  otherMethods?: true
  /** Headers of every response of a deprecated operation. */
  announces?: Record<string, string>
  pathParameters?: Parameters
  queryParameters?: Parameters
  headerParameters?: Parameters
  cookieParameters?: Parameters
  body?: {
    /** The first of the content types. */
    contentType: string
    required: boolean
    /** The response to an invalid body: `errors` has a list of errors, `message` a message alone. */
    invalid: string
    /** How a body is read, by content type. */
    contents: { readonly [contentType: string]: RequestContent }
  }
  /** Validation messages that are the response's whole message. */
  messages?: readonly string[]
  replies: { [status: string]: DeclaredReply }
}

/** Every operation of the document. */
export const endpoints = {
  listBooks: {
    method: 'GET',
    path: '/books',
    secured: true,
    otherMethods: true,
    queryParameters: requests.listBooks.query,
    messages: ['Which shelf?'],
    replies: {
      200: {
        contentType: 'application/json',
        headers: { 'Cache-Control': 'no-store' },
        requiredHeaders: ['X-Total', 'Cache-Control', 'X-Edge'],
      },
      400: { contentType: 'application/json' },
      503: { contentType: 'text/plain', edge: true },
    },
  },
  addBook: {
    method: 'POST',
    path: '/books',
    secured: false,
    body: {
      contentType: 'application/json',
      required: true,
      invalid: 'errors',
      contents: {
        'application/json': { kind: 'json', read: requests.addBook.body['application/json'] },
      },
    },
    messages: ['What does it cost?'],
    replies: {
      201: { contentType: 'application/json', requiredHeaders: ['Location'] },
      400: { contentType: 'application/json' },
    },
  },
  getBook: {
    method: 'GET',
    path: '/books/{isbn}',
    secured: true,
    pathParameters: requests.getBook.path,
    replies: { 200: { contentType: 'application/json' }, 404: { contentType: 'text/plain' } },
  },
  tagBook: {
    method: 'PUT',
    path: '/books/{isbn}',
    secured: true,
    pathParameters: requests.tagBook.path,
    body: {
      contentType: 'application/json',
      required: false,
      invalid: 'message',
      contents: {
        'application/json': { kind: 'json', read: requests.tagBook.body['application/json'] },
      },
    },
    replies: { 200: { contentType: 'application/json' } },
  },
  removeBook: {
    method: 'DELETE',
    path: '/books/{isbn}',
    secured: true,
    announces: {
      Deprecation: '@1768435200',
      Sunset: 'Wed, 15 Jul 2026 00:00:00 GMT',
      Link: '<https://library.example/end>; rel="deprecation"',
    },
    pathParameters: requests.removeBook.path,
    replies: { 204: { contentType: undefined } },
  },
} satisfies Record<OperationId, Endpoint>

/** The operations in the document's order. */
export const operationIds: readonly OperationId[] = [
  'listBooks',
  'addBook',
  'getBook',
  'tagBook',
  'removeBook',
]
