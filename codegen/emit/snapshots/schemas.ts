// Generated from the OpenAPI document by `npm run generate`. Do not edit.

import { z } from 'zod'
import type { components } from './types.ts'

type S = components['schemas']

/** The reason for a value of the wrong kind, or for one that is missing. */
const wrong = (invalid: string, missing = 'is required') => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? missing : invalid),
})

type Bound = readonly [bound: number, reason: string]

/** An integer between bounds. One that zod's own integers do not reach is too big or too small. */
const whole = (least: Bound, most: Bound, invalid: string, missing = 'is required') => {
  const error = ({ input }: { input?: unknown }) => {
    if (input === undefined) return missing
    return Number.isInteger(input) ? (Number(input) > 0 ? most[1] : least[1]) : invalid
  }
  return z
    .int({ error, abort: true })
    .min(...least)
    .max(...most)
}

/** An integer of any size, as JSON Schema has it. */
const integer = (invalid: string, missing = 'is required') =>
  z
    .number(wrong(invalid, missing))
    .refine((value) => Number.isInteger(value), { error: invalid, abort: true })

/** JSON Schema counts code points; zod's own lengths count UTF-16 units. */
const codePoints = (text: string) => {
  let count = 0
  for (const _ of text) count++
  return count
}

const minLength = (bound: number, error: string) =>
  [
    (text: string) =>
      text.length >= bound && (text.length >= 2 * bound || codePoints(text) >= bound),
    { error, abort: true },
  ] as const

const maxLength = (bound: number, error: string) =>
  [
    (text: string) =>
      text.length <= bound || (text.length <= 2 * bound && codePoints(text) <= bound),
    { error, abort: true },
  ] as const

/** Anything, so long as it is there. */
const present = (missing: string) =>
  z.unknown().refine((value): boolean => value !== undefined, missing)

/** `if` and `then`: what meets the condition must meet the consequence too. */
const when =
  (condition: z.ZodType, consequence: z.ZodType) => (value: unknown, context: z.RefinementCtx) => {
    if (context.issues.length > 0 || !condition.safeParse(value).success) return
    for (const { path, message } of consequence.safeParse(value).error?.issues ?? [])
      context.addIssue({ code: 'custom', path, message })
  }

/** A number in decimal digits, as a query or path carries it. */
const decimal = (
  value: z.ZodType<number, number>,
  digits: RegExp,
  reason: string,
  missing: string,
) =>
  z
    .string(wrong(reason, missing))
    .regex(digits, { error: reason, abort: true })
    // More digits than a number can hold make a number that is too big, not one that is none.
    .transform((text) => Math.min(Math.max(Number(text), -Number.MAX_VALUE), Number.MAX_VALUE))
    .pipe(value)

/** A parameter that may be repeated: one value arrives alone. */
const several = <T extends z.ZodType>(values: T) =>
  z.preprocess((value) => (typeof value === 'string' ? [value] : value), values)

/** `true` or `false`, as a query or path carries it. */
const flag = (reason: string, missing: string) =>
  z.enum(['true', 'false'], wrong(reason, missing)).transform((value) => value === 'true')

export const Genre = z.literal(
  ['novel', 'poetry'],
  wrong('must be one of novel, poetry', 'is required'),
) satisfies z.ZodType<S['Genre']>

export const Error_ = z.strictObject(
  {
    errors: z
      .array(z.string(wrong('must be a string')), wrong('must be an array'))
      .min(1, 'must not be empty')
      .max(9, 'must have at most 9 items'),
  },
  wrong('must be an object'),
) satisfies z.ZodType<S['Error']>

export const Reason = z.strictObject(
  { reason: z.string(wrong('must be a string')) },
  wrong('must be an object'),
) satisfies z.ZodType<S['Reason']>

export const Problem = z.union(
  [Error_, Reason],
  'must match one of the alternatives',
) satisfies z.ZodType<S['Problem']>

/** A book. */
export const Book = z.strictObject(
  {
    isbn: z.string(wrong('must be a string')).regex(/^[0-9]{13}$/u, 'must match ^[0-9]{13}$'),
    title: z
      .string(wrong('must be a string'))
      .refine(...minLength(1, 'must not be empty'))
      .refine(...maxLength(200, 'must have at most 200 characters')),
    price: z
      .number(wrong('must be a number'))
      .gt(0, 'must be more than 0')
      .lt(1000, 'must be less than 1000'),
    pages: z.nullable(
      whole([1, 'must be at least 1'], [9999, 'must be at most 9999'], 'must be an integer'),
    ),
    genre: Genre,
    'lent-to': z.nullable(z.string(wrong('must be a string'))),
    edition: z.string(wrong('must be a string')).exactOptional(),
    size: z.strictObject(
      { width: z.number(wrong('must be a number')), height: z.number(wrong('must be a number')) },
      wrong('must be an object'),
    ),
    format: z
      .union(
        [
          z.literal('paper', wrong('must be one of paper', 'is required')),
          integer('must be an integer'),
        ],
        'must match one of the alternatives',
      )
      .exactOptional(),
    anything: z.record(z.string(), z.unknown(), wrong('must be an object')).exactOptional(),
  },
  wrong('must be an object'),
) satisfies z.ZodType<S['Book']>

export const NewBook = z
  .object(
    {
      title: z
        .string(wrong('must be a string'))
        .refine(...minLength(1, 'must have a title'))
        .refine(...maxLength(200, 'must have at most 200 characters')),
      isForSale: z.boolean(wrong('must be a boolean')),
      price: z.number(wrong('must be a number')).exactOptional(),
    },
    wrong('must be an object'),
  )
  .superRefine(
    when(
      z.looseObject({ isForSale: z.literal(true, wrong('must be true', 'is required')) }),
      z.looseObject({ price: present('What does it cost?') }),
    ),
  ) satisfies z.ZodType<S['NewBook']>

export const Lent = z.strictObject(
  {
    isbn: z.string(wrong('must be a string')),
    until: z.null(wrong('must be a value')),
    nothing: z.unknown().exactOptional(),
  },
  wrong('must be an object'),
) satisfies z.ZodType<S['Lent']>

/** Query parameters of `listBooks`. */
export const listBooksQuery = z.object({
  limit: decimal(
    whole([1, 'must be at least 1'], [50, 'must be at most 50'], 'must be an integer'),
    /^[0-9]+$/,
    'must be a whole number in decimal digits',
    'is required',
  ).default(10),
  minPrice: decimal(
    z.number(wrong('must be a number')).min(0, 'must be at least 0'),
    /^[0-9]+(?:\.[0-9]+)?$/,
    'must be a number in decimal digits',
    'is required',
  ).exactOptional(),
  minTemperature: decimal(
    integer('must be an integer'),
    /^-?[0-9]+$/,
    'must be a whole number in decimal digits',
    'is required',
  ).exactOptional(),
  lent: flag('must be true or false', 'is required').exactOptional(),
  genre: Genre.exactOptional(),
  author: several(
    z.array(z.string(wrong('must be a string')), wrong('must be an array')),
  ).exactOptional(),
  shelf: z
    .string(wrong('must be a string', 'Which shelf?'))
    .refine(...minLength(1, 'must not be empty')),
})

/** Reply 200 of `listBooks`. */
export const listBooks200 = z.array(Book, wrong('must be an array'))

/** Reply 503 of `listBooks`. */
export const listBooks503 = z.string(wrong('must be a string'))

/** Path parameters of `getBook`. */
export const getBookPath = z.object({
  isbn: z.string(wrong('must be a string')).regex(/^[0-9]{13}$/u, 'must match ^[0-9]{13}$'),
})

/** Reply 404 of `getBook`. */
export const getBook404 = z.literal('No such book', wrong('must be "No such book"', 'is required'))

/** Path parameters of `tagBook`. */
export const tagBookPath = z.object({
  isbn: z.string(wrong('must be a string')).regex(/^[0-9]{13}$/u, 'must match ^[0-9]{13}$'),
})

/** Body of `tagBook`. */
export const tagBookBody = z.object(
  { tag: z.string(wrong('must be a string')) },
  wrong('must be an object'),
)

/** Reply 200 of `tagBook`. */
export const tagBook200 = z.record(
  z.string(),
  integer('must be an integer'),
  wrong('must be an object'),
)

/** Path parameters of `removeBook`. */
export const removeBookPath = z.object({
  isbn: z.string(wrong('must be a string')).regex(/^[0-9]{13}$/u, 'must match ^[0-9]{13}$'),
})

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Agree<A, B> = Same<A, B> extends true ? true : { differ: [A, B] }
type AllAgree<T extends true[]> = T

/** Two generators made the types and these schemas; where they differ this does not compile. */
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
