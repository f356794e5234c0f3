// Generated from the OpenAPI document by `npm run generate`. Do not edit.

import type { OperationId, Reply } from './operations.ts'
import * as check from './reply-checks.ts'
import type { components } from './types.ts'

type S = components['schemas']

const Reason = (value: unknown): S['Reason'] => {
  const o = check.object(value, 'Reason')
  return { reason: check.string(o.reason, 'Reason.reason') }
}

const pattern1 = new RegExp('^[0-9]{13}$', 'u')

const inline2 = (value: unknown) => {
  const o = check.object(value, 'Book.size')
  return {
    width: check.number(o.width, 'Book.size.width'),
    height: check.number(o.height, 'Book.size.height'),
  }
}

const Book = (value: unknown): S['Book'] => {
  const o = check.object(value, 'Book')
  return {
    ...{
      isbn: check.matching(check.string(o.isbn, 'Book.isbn'), pattern1, 'Book.isbn'),
      title: check.stringOfLength(o.title, 1, 200, 'Book.title'),
      price: check.between(check.number(o.price, 'Book.price'), 0, 1000, 'Book.price'),
      pages: o.pages === null ? null : check.integerWithin(o.pages, 1, 9999, 'Book.pages'),
      genre: check.oneOf(o.genre, ['novel', 'poetry'], 'Book.genre'),
      'lent-to': o['lent-to'] === null ? null : check.string(o['lent-to'], 'Book.lent-to'),
      size: inline2(o.size),
    },
    ...(o.edition === undefined ? undefined : { edition: check.string(o.edition, 'Book.edition') }),
    ...(o.format === undefined
      ? undefined
      : {
          format: check.either(
            () => check.oneOf(o.format, ['paper'], 'Book.format'),
            () => check.integer(o.format, 'Book.format'),
          ),
        }),
    ...(o.anything === undefined
      ? undefined
      : { anything: check.record(o.anything, (value: unknown) => value, 'Book.anything') }),
  }
}

const Lent = (value: unknown): S['Lent'] => {
  const o = check.object(value, 'Lent')
  return {
    ...{
      isbn: check.string(o.isbn, 'Lent.isbn'),
      until: check.oneOf(o.until, [null], 'Lent.until'),
    },
    ...(o.nothing === undefined ? undefined : { nothing: o.nothing }),
  }
}

/** Checks and copies the body of a reply, by operation and status. */
export const replies: { [Id in OperationId]: { [status: number]: (body: unknown) => unknown } } = {
  listBooks: {
    200: (body: unknown): Extract<Reply<'listBooks'>, { status: 200 }>['body'] =>
      check.array(body, Book, 0, Infinity, 'listBooks 200'),
    400: (body: unknown): Extract<Reply<'listBooks'>, { status: 400 }>['body'] => Reason(body),
  },
  addBook: {
    201: (body: unknown): Extract<Reply<'addBook'>, { status: 201 }>['body'] => Book(body),
    400: (body: unknown): Extract<Reply<'addBook'>, { status: 400 }>['body'] => Reason(body),
  },
  getBook: {
    200: (body: unknown): Extract<Reply<'getBook'>, { status: 200 }>['body'] => Book(body),
    404: (body: unknown): Extract<Reply<'getBook'>, { status: 404 }>['body'] =>
      check.oneOf(body, ['No such book'], 'getBook 404'),
  },
  tagBook: {
    200: (body: unknown): Extract<Reply<'tagBook'>, { status: 200 }>['body'] =>
      check.record(body, (value: unknown) => check.integer(value, 'tagBook 200.*'), 'tagBook 200'),
  },
  removeBook: {},
}

/** Checks and copies the payload of a webhook, by event. */
export const payloads = {
  'book.lent': (payload: unknown) => Lent(payload),
}
