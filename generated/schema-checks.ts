// Generated from the OpenAPI document. Do not edit.

import { z } from 'zod'

/** zod's option for the message of a value of the wrong type, and of a missing value. */
export const messages = (invalid: string, missing = 'is required') => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? missing : invalid),
})

/** Options for `refine`: the message of a failure, after which no other constraint is checked. */
export const first = (error: string) => ({ error, abort: true })

/** An integer of any size. zod's own integers end at the safe ones; JSON Schema's do not. */
export const integer = (invalid: string, missing?: string) =>
  z.number(messages(invalid, missing)).refine((value) => Number.isInteger(value), first(invalid))

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
    .regex(digits, first(invalid))
    // Digits that overflow become the largest number, not Infinity, so that `value` reports a bound.
    .transform((text) => Math.min(Math.max(Number(text), -Number.MAX_VALUE), Number.MAX_VALUE))
    .pipe(value)

/** `true` or `false`, from a query or path. */
export const booleanParameter = (invalid: string, missing?: string) =>
  z.enum(['true', 'false'], messages(invalid, missing)).transform((value) => value === 'true')

/** A parameter that may be repeated. A single value arrives as a string. */
export const arrayParameter = <T extends z.ZodType>(values: T) =>
  z.preprocess((value) => (typeof value === 'string' ? [value] : value), values)
