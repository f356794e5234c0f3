import type { Helper } from './helpers.ts'

/** What expressions lean on, by how it is called; a helper comes after those that it leans on. */
export const schemaHelpers: readonly Helper[] = [
  [
    'wrong(',
    `
/** The reason for a value of the wrong kind, or for one that is missing. */
const wrong = (invalid: string, missing = 'is required') => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? missing : invalid),
})
`,
  ],
  [
    'whole(',
    `
type Bound = readonly [bound: number, reason: string]

/** An integer between bounds. One that zod's own integers do not reach is too big or too small. */
const whole = (least: Bound, most: Bound, invalid: string, missing = 'is required') => {
  const error = ({ input }: { input?: unknown }) => {
    if (input === undefined) return missing
    return Number.isInteger(input) ? (Number(input) > 0 ? most[1] : least[1]) : invalid
  }
  return z.int({ error, abort: true }).min(...least).max(...most)
}
`,
  ],
  [
    'integer(',
    `
/** An integer of any size, as JSON Schema has it. */
const integer = (invalid: string, missing = 'is required') =>
  z
    .number(wrong(invalid, missing))
    .refine((value) => Number.isInteger(value), { error: invalid, abort: true })
`,
  ],
  [
    'codePoints(',
    `
/** JSON Schema counts code points; zod's own lengths count UTF-16 units. */
const codePoints = (text: string) => {
  let count = 0
  for (const _ of text) count++
  return count
}
`,
  ],
  [
    'minLength(',
    `
const minLength = (bound: number, error: string) =>
  [
    (text: string) =>
      text.length >= bound && (text.length >= 2 * bound || codePoints(text) >= bound),
    { error, abort: true },
  ] as const
`,
  ],
  [
    'maxLength(',
    `
const maxLength = (bound: number, error: string) =>
  [
    (text: string) => text.length <= bound || (text.length <= 2 * bound && codePoints(text) <= bound),
    { error, abort: true },
  ] as const
`,
  ],
  [
    'present(',
    `
/** Anything, so long as it is there. */
const present = (missing: string) =>
  z.unknown().refine((value): boolean => value !== undefined, missing)
`,
  ],
  [
    'when(',
    `
/** \`if\` and \`then\`: what meets the condition must meet the consequence too. */
const when =
  (condition: z.ZodType, consequence: z.ZodType) =>
  (value: unknown, context: z.RefinementCtx) => {
    if (context.issues.length > 0 || !condition.safeParse(value).success) return
    for (const { path, message } of consequence.safeParse(value).error?.issues ?? [])
      context.addIssue({ code: 'custom', path, message })
  }
`,
  ],
  [
    'decimal(',
    `
/** A number in decimal digits, as a query or path carries it. */
const decimal = (value: z.ZodType<number, number>, digits: RegExp, reason: string, missing: string) =>
  z
    .string(wrong(reason, missing))
    .regex(digits, { error: reason, abort: true })
    // More digits than a number can hold make a number that is too big, not one that is none.
    .transform((text) => Math.min(Math.max(Number(text), -Number.MAX_VALUE), Number.MAX_VALUE))
    .pipe(value)
`,
  ],
  [
    'several(',
    `
/** A parameter that may be repeated: one value arrives alone. */
const several = <T extends z.ZodType>(values: T) =>
  z.preprocess((value) => (typeof value === 'string' ? [value] : value), values)
`,
  ],
  [
    'flag(',
    `
/** \`true\` or \`false\`, as a query or path carries it. */
const flag = (reason: string, missing: string) =>
  z.enum(['true', 'false'], wrong(reason, missing)).transform((value) => value === 'true')
`,
  ],
]
