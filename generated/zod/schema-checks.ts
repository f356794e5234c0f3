// Generated from the OpenAPI document. Do not edit.

import { z } from 'zod'
import { type Check, failuresOf } from '../check.ts'
import { type Parameter, readValues } from '../readings.ts'

/** zod's option for the message of a value of the wrong type, and of a missing value. */
export const messages = (invalid: string, missing = 'is required') => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? missing : invalid),
})

/** Options for `refine`: the message of a failure, after which no other constraint is checked. */
export const first = (error: string) => ({ error, abort: true })

/** An integer of any size. zod's own integers end at the safe ones; JSON Schema's do not. */
export const integer = (invalid: string, missing?: string) =>
  z.number(messages(invalid, missing)).refine((value) => Number.isInteger(value), first(invalid))

export const present = (missing: string) =>
  z.unknown().refine((value): boolean => value !== undefined, missing)

export const checked = <T>(is: Check) =>
  z
    .custom<T>((value) => value !== undefined, 'is required')
    .superRefine((value, context) => {
      if (context.issues.length > 0) return
      for (const { field, reason } of failuresOf(is, value)) {
        const path = field.match(/[^.[\]]+/g) ?? []
        context.addIssue({ code: 'custom', path, message: reason })
      }
    })

/** A parameter that is no string, from a query or path. A repeated one has several strings. */
export const parameter = <T extends z.ZodType>(declared: Parameter, value: T, missing?: string) =>
  z
    .union([z.string(), z.array(z.string())], messages('must be a string', missing))
    .transform((given, context) => {
      const raw = { [declared.name]: { texts: [given].flat() } }
      // Hono has removed the escapes.
      const { values, unreadable, rounded } = readValues([declared], raw, (text) => text)
      const read = values[declared.name]
      // A bound is the better reason.
      const lost = rounded.length > 0 && value.safeParse(read).success ? rounded : []
      for (const { reason } of [...unreadable, ...lost])
        context.addIssue({ code: 'custom', message: reason })
      return read
    })
    .pipe(value)
