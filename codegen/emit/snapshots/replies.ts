// Generated from the OpenAPI document by `npm run generate`. Do not edit.

import * as check from './check.ts'
import * as checks from './checks.ts'
import type { OperationId } from './operations.ts'
import type { components } from './types.ts'

type S = components['schemas']

const values1 = ['novel', 'poetry'] as const
const values2 = ['paper'] as const
const values3 = ['No such book'] as const

function copyGenre(v: unknown): S['Genre'] {
  return check.oneOf(v, values1)
}

function copy4(v: unknown) {
  if (!check.isObject(v)) return check.mismatch()
  return {
    width: check.isNumber(v.width) ? v.width : check.mismatch(),
    height: check.isNumber(v.height) ? v.height : check.mismatch(),
  }
}

function copyBook(v: unknown): S['Book'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    isbn: typeof v.isbn === 'string' && checks.constant1.test(v.isbn) ? v.isbn : check.mismatch(),
    title:
      typeof v.title === 'string' && v.title !== '' && check.isShort(v.title, 200)
        ? v.title
        : check.mismatch(),
    price: check.isNumber(v.price) && v.price > 0 && v.price < 1000 ? v.price : check.mismatch(),
    pages:
      v.pages === null
        ? null
        : check.isInteger(v.pages) && v.pages >= 1 && v.pages <= 9999
          ? v.pages
          : check.mismatch(),
    genre: copyGenre(v.genre),
    'lent-to':
      v['lent-to'] === null
        ? null
        : typeof v['lent-to'] === 'string'
          ? v['lent-to']
          : check.mismatch(),
    size: copy4(v.size),
    ...(v.edition === undefined
      ? undefined
      : { edition: typeof v.edition === 'string' ? v.edition : check.mismatch() }),
    ...(v.format === undefined
      ? undefined
      : {
          format: checks.check4(v.format)
            ? check.oneOf(v.format, values2)
            : checks.check5(v.format)
              ? check.isInteger(v.format)
                ? v.format
                : check.mismatch()
              : check.mismatch(),
        }),
    ...(v.anything === undefined
      ? undefined
      : { anything: check.record(v.anything, check.itself) }),
  }
}

function copy1(v: unknown): S['Book'][] {
  return Array.isArray(v) ? check.items(v, copyBook) : check.mismatch()
}

function copyReason(v: unknown): S['Reason'] {
  if (!check.isObject(v)) return check.mismatch()
  return { reason: typeof v.reason === 'string' ? v.reason : check.mismatch() }
}

function copy6(v: unknown): 'No such book' {
  return check.oneOf(v, values3)
}

function copy7(v: unknown): { [name: string]: number } {
  return check.record(v, (v: unknown) => (check.isInteger(v) ? v : check.mismatch()))
}

function copyLent(v: unknown): S['Lent'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    isbn: typeof v.isbn === 'string' ? v.isbn : check.mismatch(),
    until: v.until === null ? v.until : check.mismatch(),
    ...(v.nothing === undefined ? undefined : { nothing: v.nothing }),
  }
}

/** A function that checks and copies the body of a reply; one of several content types by its own. */
export type BodyCheck = (body: unknown, contentType?: string) => unknown

/** Checks and copies the body of a reply, by operation and status. */
export const replies: { [Id in OperationId]: { [status: string]: BodyCheck } } = {
  listBooks: {
    200: check.reply<S['Book'][]>('listBooks 200', checks.check1, copy1),
    400: check.reply<S['Reason']>('listBooks 400', checks.isReason, copyReason),
  },
  addBook: {
    201: check.reply<S['Book']>('addBook 201', checks.isBook, copyBook),
    400: check.reply<S['Reason']>('addBook 400', checks.isReason, copyReason),
  },
  getBook: {
    200: check.reply<S['Book']>('getBook 200', checks.isBook, copyBook),
    404: check.reply<'No such book'>('getBook 404', checks.check7, copy6),
  },
  tagBook: { 200: check.reply<{ [name: string]: number }>('tagBook 200', checks.check8, copy7) },
  removeBook: {},
}

/** Checks and copies the payload of a webhook, by event. */
export const payloads = {
  'book.lent': check.reply<S['Lent']>('book.lent', checks.isLent, copyLent),
}
