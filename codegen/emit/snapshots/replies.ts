// Generated from the OpenAPI document by `npm run generate`. Do not edit.

import type { OperationId, Reply } from './operations.ts'
import type { components } from './types.ts'

type S = components['schemas']

/** A reply that breaks the contract. It must not leave the process. */
export class ReplyViolation extends Error {
  override name = 'ReplyViolation'
}

function broken(at: string, expected: string, value: unknown): never {
  const given = value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value
  throw new ReplyViolation(`${at} must be ${expected}, not ${given}`)
}
const string = (value: unknown, at: string): string =>
  typeof value === 'string' ? value : broken(at, 'a string', value)
const number = (value: unknown, at: string): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : broken(at, 'a number', value)
const integer = (value: unknown, at: string): number =>
  typeof value === 'number' && Number.isInteger(value) ? value : broken(at, 'an integer', value)
const within = (value: number, least: number, most: number, at: string): number =>
  value >= least && value <= most ? value : broken(at, `${least} to ${most}`, value)
const between = (value: number, above: number, below: number, at: string): number =>
  value > above && value < below ? value : broken(at, `between ${above} and ${below}`, value)
const sized = (value: string, least: number, most: number, at: string): string => {
  // A code point is one or two units: mostly the units alone tell.
  const { length: units } = value
  if (units >= 2 * least - 1 && units <= most) return value
  let length = 0
  for (const _ of value) length++
  return length >= least && length <= most
    ? value
    : broken(at, `${least} to ${most} characters long`, value)
}
const matching = (value: string, pattern: RegExp, at: string): string =>
  pattern.test(value) ? value : broken(at, `like ${pattern.source}`, value)
const oneOf = <const T>(value: unknown, allowed: readonly T[], at: string): T => {
  for (const each of allowed) if (each === value) return each
  return broken(at, `one of ${JSON.stringify(allowed)}`, value)
}
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const object = (value: unknown, at: string): Record<string, unknown> =>
  isObject(value) ? value : broken(at, 'an object', value)
const list = <T>(
  value: unknown,
  item: (value: unknown) => T,
  least: number,
  most: number,
  at: string,
): T[] => {
  if (!Array.isArray(value)) return broken(at, 'an array', value)
  if (value.length < least || value.length > most)
    return broken(at, `${least} to ${most} items long`, value)
  const copy: T[] = []
  for (let i = 0; i < value.length; i++) copy.push(item(value[i]))
  return copy
}
const record = <T>(
  value: unknown,
  item: (value: unknown) => T,
  at: string,
): { [name: string]: T } =>
  Object.fromEntries(Object.entries(object(value, at)).map(([name, each]) => [name, item(each)]))
const either = <A, B>(first: () => A, second: () => B): A | B => {
  try {
    return first()
  } catch {
    return second()
  }
}

const Reason = (value: unknown): S['Reason'] => {
  const o = object(value, 'Reason')
  return { reason: string(o.reason, 'Reason.reason') }
}

const pattern1 = new RegExp('^[0-9]{13}$', 'u')

const inline2 = (value: unknown) => {
  const o = object(value, 'Book.size')
  return { width: number(o.width, 'Book.size.width'), height: number(o.height, 'Book.size.height') }
}

const Book = (value: unknown): S['Book'] => {
  const o = object(value, 'Book')
  return {
    ...{
      isbn: matching(string(o.isbn, 'Book.isbn'), pattern1, 'Book.isbn'),
      title: sized(string(o.title, 'Book.title'), 1, 200, 'Book.title'),
      price: between(number(o.price, 'Book.price'), 0, 1000, 'Book.price'),
      pages:
        o.pages === null ? null : within(integer(o.pages, 'Book.pages'), 1, 9999, 'Book.pages'),
      genre: oneOf(o.genre, ['novel', 'poetry'], 'Book.genre'),
      'lent-to': o['lent-to'] === null ? null : string(o['lent-to'], 'Book.lent-to'),
      size: inline2(o.size),
    },
    ...(o.edition === undefined ? undefined : { edition: string(o.edition, 'Book.edition') }),
    ...(o.format === undefined
      ? undefined
      : {
          format: either(
            () => oneOf(o.format, ['paper'], 'Book.format'),
            () => integer(o.format, 'Book.format'),
          ),
        }),
    ...(o.anything === undefined
      ? undefined
      : { anything: record(o.anything, (value: unknown) => value, 'Book.anything') }),
  }
}

const Lent = (value: unknown): S['Lent'] => {
  const o = object(value, 'Lent')
  return {
    ...{ isbn: string(o.isbn, 'Lent.isbn'), until: oneOf(o.until, [null], 'Lent.until') },
    ...(o.nothing === undefined ? undefined : { nothing: o.nothing }),
  }
}

/** The check of every body that an operation may answer with, by operation and status. */
export const replies: { [Id in OperationId]: { [status: number]: (body: unknown) => unknown } } = {
  listBooks: {
    200: (body: unknown): Extract<Reply<'listBooks'>, { status: 200 }>['body'] =>
      list(body, Book, 0, Infinity, 'listBooks 200'),
    400: (body: unknown): Extract<Reply<'listBooks'>, { status: 400 }>['body'] => Reason(body),
  },
  addBook: {
    201: (body: unknown): Extract<Reply<'addBook'>, { status: 201 }>['body'] => Book(body),
    400: (body: unknown): Extract<Reply<'addBook'>, { status: 400 }>['body'] => Reason(body),
  },
  getBook: {
    200: (body: unknown): Extract<Reply<'getBook'>, { status: 200 }>['body'] => Book(body),
    404: (body: unknown): Extract<Reply<'getBook'>, { status: 404 }>['body'] =>
      oneOf(body, ['No such book'], 'getBook 404'),
  },
  tagBook: {
    200: (body: unknown): Extract<Reply<'tagBook'>, { status: 200 }>['body'] =>
      record(body, (value: unknown) => integer(value, 'tagBook 200.*'), 'tagBook 200'),
  },
  removeBook: {},
}

/** The check of every payload that is sent to a subscriber, by event. */
export const payloads = {
  'book.lent': (payload: unknown) => Lent(payload),
}
