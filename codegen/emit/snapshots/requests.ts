// Generated from the OpenAPI document by `npm run generate`. Do not edit.

import * as check from './check.ts'
import * as checks from './checks.ts'
import type { Inputs } from './inputs.ts'
import { parameters } from './parameters.ts'
import type { components } from './types.ts'

type S = components['schemas']

const values1 = ['novel', 'poetry'] as const

function copyGenre(v: unknown): S['Genre'] {
  return check.oneOf(v, values1)
}

function copy1(v: unknown): Inputs['listBooks']['query'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    limit:
      v.limit === undefined
        ? 10
        : check.isInteger(v.limit) && v.limit >= 1 && v.limit <= 50
          ? v.limit
          : check.mismatch(),
    shelf: typeof v.shelf === 'string' && v.shelf !== '' ? v.shelf : check.mismatch(),
    ...(v.minPrice === undefined
      ? undefined
      : {
          minPrice: check.isNumber(v.minPrice) && v.minPrice >= 0 ? v.minPrice : check.mismatch(),
        }),
    ...(v.minTemperature === undefined
      ? undefined
      : {
          minTemperature: check.isInteger(v.minTemperature) ? v.minTemperature : check.mismatch(),
        }),
    ...(v.lent === undefined
      ? undefined
      : { lent: typeof v.lent === 'boolean' ? v.lent : check.mismatch() }),
    ...(v.genre === undefined ? undefined : { genre: copyGenre(v.genre) }),
    ...(v.author === undefined
      ? undefined
      : {
          author: Array.isArray(v.author)
            ? check.items(v.author, (v: unknown) => (typeof v === 'string' ? v : check.mismatch()))
            : check.mismatch(),
        }),
  }
}

function copyNewBook(v: unknown): S['NewBook'] {
  if (!checks.isNewBook(v)) return check.mismatch()
  if (!check.isObject(v)) return check.mismatch()
  return {
    title:
      typeof v.title === 'string' && v.title !== '' && check.isShort(v.title, 200)
        ? v.title
        : check.mismatch(),
    isForSale: typeof v.isForSale === 'boolean' ? v.isForSale : check.mismatch(),
    ...(v.price === undefined
      ? undefined
      : { price: check.isNumber(v.price) ? v.price : check.mismatch() }),
  }
}

function copy4(v: unknown): Inputs['getBook']['path'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    isbn: typeof v.isbn === 'string' && checks.constant1.test(v.isbn) ? v.isbn : check.mismatch(),
  }
}

function copy5(v: unknown): Inputs['tagBook']['path'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    isbn: typeof v.isbn === 'string' && checks.constant1.test(v.isbn) ? v.isbn : check.mismatch(),
  }
}

function copy6(v: unknown): { tag: string } {
  if (!check.isObject(v)) return check.mismatch()
  return { tag: typeof v.tag === 'string' ? v.tag : check.mismatch() }
}

function copy7(v: unknown): Inputs['removeBook']['path'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    isbn: typeof v.isbn === 'string' && checks.constant1.test(v.isbn) ? v.isbn : check.mismatch(),
  }
}

/** Functions that read and check the parameters and the body of a request, by operation. */
export const requests = {
  listBooks: {
    query: parameters(
      [
        {
          name: 'limit',
          in: 'query',
          required: false,
          style: 'form',
          explode: true,
          shape: 'scalar',
          types: ['integer'],
          unsigned: true,
        },
        {
          name: 'minPrice',
          in: 'query',
          required: false,
          style: 'form',
          explode: true,
          shape: 'scalar',
          types: ['number'],
          unsigned: true,
        },
        {
          name: 'minTemperature',
          in: 'query',
          required: false,
          style: 'form',
          explode: true,
          shape: 'scalar',
          types: ['integer'],
        },
        {
          name: 'lent',
          in: 'query',
          required: false,
          style: 'form',
          explode: true,
          shape: 'scalar',
          types: ['boolean'],
        },
        {
          name: 'genre',
          in: 'query',
          required: false,
          style: 'form',
          explode: true,
          shape: 'scalar',
          types: ['string'],
        },
        {
          name: 'author',
          in: 'query',
          required: false,
          style: 'form',
          explode: true,
          shape: 'array',
          types: ['string'],
        },
        {
          name: 'shelf',
          in: 'query',
          required: true,
          style: 'form',
          explode: true,
          shape: 'scalar',
          types: ['string'],
        },
      ],
      checks.check1,
      copy1,
    ),
  },
  addBook: { body: { 'application/json': check.reader(checks.isNewBook, copyNewBook) } },
  getBook: {
    path: parameters(
      [
        {
          name: 'isbn',
          in: 'path',
          required: true,
          style: 'simple',
          explode: false,
          shape: 'scalar',
          types: ['string'],
        },
      ],
      checks.check5,
      copy4,
    ),
  },
  tagBook: {
    path: parameters(
      [
        {
          name: 'isbn',
          in: 'path',
          required: true,
          style: 'simple',
          explode: false,
          shape: 'scalar',
          types: ['string'],
        },
      ],
      checks.check6,
      copy5,
    ),
    body: { 'application/json': check.reader(checks.check7, copy6) },
  },
  removeBook: {
    path: parameters(
      [
        {
          name: 'isbn',
          in: 'path',
          required: true,
          style: 'simple',
          explode: false,
          shape: 'scalar',
          types: ['string'],
        },
      ],
      checks.check8,
      copy7,
    ),
  },
}
