// Generated from the OpenAPI document by `npm run generate`. Do not edit.

import { z } from 'zod'
import * as check from './schema-checks.ts'
import type { components } from './types.ts'

type S = components['schemas']

export const Genre = z.literal(
  ['novel', 'poetry'],
  check.messages('must be one of novel, poetry', 'is required'),
) satisfies z.ZodType<S['Genre']>

export const Error_ = z.strictObject(
  {
    errors: z
      .array(z.string(check.messages('must be a string')), check.messages('must be an array'))
      .min(1, 'must not be empty')
      .max(9, 'must have at most 9 items'),
  },
  check.messages('must be an object'),
) satisfies z.ZodType<S['Error']>

export const Reason = z.strictObject(
  { reason: z.string(check.messages('must be a string')) },
  check.messages('must be an object'),
) satisfies z.ZodType<S['Reason']>

export const Problem = z.union(
  [Error_, Reason],
  'must match one of the alternatives',
) satisfies z.ZodType<S['Problem']>

/** A book. */
export const Book = z.strictObject(
  {
    isbn: z
      .string(check.messages('must be a string'))
      .regex(/^[0-9]{13}$/u, 'must match ^[0-9]{13}$'),
    title: z
      .string(check.messages('must be a string'))
      .refine(...check.minLength(1, 'must not be empty'))
      .refine(...check.maxLength(200, 'must have at most 200 characters')),
    price: z
      .number(check.messages('must be a number'))
      .gt(0, 'must be more than 0')
      .lt(1000, 'must be less than 1000'),
    pages: z.nullable(
      check.safeInteger(
        [1, 'must be at least 1'],
        [9999, 'must be at most 9999'],
        'must be an integer',
      ),
    ),
    genre: Genre,
    'lent-to': z.nullable(z.string(check.messages('must be a string'))),
    edition: z.string(check.messages('must be a string')).exactOptional(),
    size: z.strictObject(
      {
        width: z.number(check.messages('must be a number')),
        height: z.number(check.messages('must be a number')),
      },
      check.messages('must be an object'),
    ),
    format: z
      .union(
        [
          z.literal('paper', check.messages('must be one of paper', 'is required')),
          check.integer('must be an integer'),
        ],
        'must match one of the alternatives',
      )
      .exactOptional(),
    anything: z
      .record(z.string(), z.unknown(), check.messages('must be an object'))
      .exactOptional(),
  },
  check.messages('must be an object'),
) satisfies z.ZodType<S['Book']>

export const NewBook = z
  .object(
    {
      title: z
        .string(check.messages('must be a string'))
        .refine(...check.minLength(1, 'must have a title'))
        .refine(...check.maxLength(200, 'must have at most 200 characters')),
      isForSale: z.boolean(check.messages('must be a boolean')),
      price: z.number(check.messages('must be a number')).exactOptional(),
    },
    check.messages('must be an object'),
  )
  .superRefine(
    check.ifThen(
      z.looseObject({ isForSale: z.literal(true, check.messages('must be true', 'is required')) }),
      z.looseObject({ price: check.present('What does it cost?') }),
    ),
  ) satisfies z.ZodType<S['NewBook']>

export const Lent = z.strictObject(
  {
    isbn: z.string(check.messages('must be a string')),
    until: z.null(check.messages('must be a value')),
    nothing: z.unknown().exactOptional(),
  },
  check.messages('must be an object'),
) satisfies z.ZodType<S['Lent']>

/** Query parameters of `listBooks`. */
export const listBooksQuery = z.object({
  limit: check
    .numberParameter(
      check.safeInteger(
        [1, 'must be at least 1'],
        [50, 'must be at most 50'],
        'must be an integer',
      ),
      /^[0-9]+$/,
      'must be a whole number in decimal digits',
      'is required',
    )
    .default(10),
  minPrice: check
    .numberParameter(
      z.number(check.messages('must be a number')).min(0, 'must be at least 0'),
      /^[0-9]+(?:\.[0-9]+)?$/,
      'must be a number in decimal digits',
      'is required',
    )
    .exactOptional(),
  minTemperature: check
    .numberParameter(
      check.integer('must be an integer'),
      /^-?[0-9]+$/,
      'must be a whole number in decimal digits',
      'is required',
    )
    .exactOptional(),
  lent: check.booleanParameter('must be true or false', 'is required').exactOptional(),
  genre: Genre.exactOptional(),
  author: check
    .arrayParameter(
      z.array(z.string(check.messages('must be a string')), check.messages('must be an array')),
    )
    .exactOptional(),
  shelf: z
    .string(check.messages('must be a string', 'Which shelf?'))
    .refine(...check.minLength(1, 'must not be empty')),
})

/** Reply 200 of `listBooks`. */
export const listBooks200 = z.array(Book, check.messages('must be an array'))

/** Reply 503 of `listBooks`. */
export const listBooks503 = z.string(check.messages('must be a string'))

/** Path parameters of `getBook`. */
export const getBookPath = z.object({
  isbn: z
    .string(check.messages('must be a string'))
    .regex(/^[0-9]{13}$/u, 'must match ^[0-9]{13}$'),
})

/** Reply 404 of `getBook`. */
export const getBook404 = z.literal(
  'No such book',
  check.messages('must be "No such book"', 'is required'),
)

/** Path parameters of `tagBook`. */
export const tagBookPath = z.object({
  isbn: z
    .string(check.messages('must be a string'))
    .regex(/^[0-9]{13}$/u, 'must match ^[0-9]{13}$'),
})

/** Body of `tagBook`. */
export const tagBookBody = z.object(
  { tag: z.string(check.messages('must be a string')) },
  check.messages('must be an object'),
)

/** Reply 200 of `tagBook`. */
export const tagBook200 = z.record(
  z.string(),
  check.integer('must be an integer'),
  check.messages('must be an object'),
)

/** Path parameters of `removeBook`. */
export const removeBookPath = z.object({
  isbn: z
    .string(check.messages('must be a string'))
    .regex(/^[0-9]{13}$/u, 'must match ^[0-9]{13}$'),
})

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Agree<A, B> = Same<A, B> extends true ? true : { differ: [A, B] }
type AllAgree<T extends true[]> = T

/** Does not compile where these schemas differ from the types of openapi-typescript. */
export type Agreements = AllAgree<
  [
    Agree<z.output<typeof Genre>, S['Genre']>,
    Agree<z.output<typeof Error_>, S['Error']>,
    Agree<z.output<typeof Reason>, S['Reason']>,
    Agree<z.output<typeof Problem>, S['Problem']>,
    Agree<z.output<typeof Book>, S['Book']>,
    Agree<z.output<typeof NewBook>, S['NewBook']>,
    Agree<z.output<typeof Lent>, S['Lent']>,
  ]
>
