// Generated from the OpenAPI document. Do not edit.

import { z } from 'zod'
import { isInteger, isLong, isShort } from './check.ts'

/** zod's option for the message of a value of the wrong type, and of a missing value. */
export const messages = (invalid: string, missing = 'is required') => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? missing : invalid),
})

/** A bound, and the message of a value beyond it. */
type Bound = readonly [bound: number, message: string]

/** An integer within bounds that are safe integers. A larger integer gets the message of its bound. */
export const safeInteger = (least: Bound, most: Bound, invalid: string, missing?: string) => {
  const { error: typeError } = messages(invalid, missing)
  const error = ({ input }: { input?: unknown }) => {
    if (!Number.isInteger(input)) return typeError({ input })
    return Number(input) > 0 ? most[1] : least[1]
  }
  return z
    .int({ error, abort: true })
    .min(...least)
    .max(...most)
}

/** An integer of any size. zod's own integers end at the safe ones; JSON Schema's do not. */
export const integer = (invalid: string, missing?: string) =>
  z.number(messages(invalid, missing)).refine(isInteger, { error: invalid, abort: true })

// JSON Schema counts code points. zod's own lengths count UTF-16 units.

/** Arguments for `refine`: at least `bound` code points. */
export const minLength = (bound: number, error: string) =>
  [(text: string) => isLong(text, bound), { error, abort: true }] as const

/** Arguments for `refine`: at most `bound` code points. */
export const maxLength = (bound: number, error: string) =>
  [(text: string) => isShort(text, bound), { error, abort: true }] as const

/** Any value except undefined. */
export const present = (missing: string) =>
  z.unknown().refine((value): boolean => value !== undefined, missing)

/** Argument for `superRefine`: `if` and `then` of JSON Schema. Runs on values without other issues. */
export const ifThen =
  (condition: z.ZodType, consequence: z.ZodType) => (value: unknown, context: z.RefinementCtx) => {
    if (context.issues.length > 0 || !condition.safeParse(value).success) return
    for (const { path, message } of consequence.safeParse(value).error?.issues ?? [])
      context.addIssue({ code: 'custom', path, message })
  }

/** A number in decimal digits, from a query or path. */
export const numberParameter = (
  value: z.ZodType<number, number>,
  digits: RegExp,
  invalid: string,
  missing?: string,
) =>
  z
    .string(messages(invalid, missing))
    .regex(digits, { error: invalid, abort: true })
    // Digits that overflow become the largest number, not Infinity, so that `value` reports a bound.
    .transform((text) => Math.min(Math.max(Number(text), -Number.MAX_VALUE), Number.MAX_VALUE))
    .pipe(value)

/** `true` or `false`, from a query or path. */
export const booleanParameter = (invalid: string, missing?: string) =>
  z.enum(['true', 'false'], messages(invalid, missing)).transform((value) => value === 'true')

/** A parameter that may be repeated. A single value arrives as a string. */
export const arrayParameter = <T extends z.ZodType>(values: T) =>
  z.preprocess((value) => (typeof value === 'string' ? [value] : value), values)
