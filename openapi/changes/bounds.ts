type Words = (bound: unknown) => string

/** Formats the value of a bound: numbers with thousands separators, everything else in backticks. */
export const written: Words = (value) =>
  typeof value === 'number' ? value.toLocaleString('en-US') : `\`${value}\``

const counted = (value: unknown, one: string, many: string): string =>
  `${written(value)} ${value === 1 ? one : many}`

const characters: Words = (value) => counted(value, 'character', 'characters')
const entries: Words = (value) => counted(value, 'entry', 'entries')

/** By keyword: phrases for a value that violates the bound, and for one that satisfies it. `%` is the bound. */
const phrases: Record<string, [outside: string, inside: string, format?: Words]> = {
  maximum: ['above %', 'being at most %'],
  minimum: ['below %', 'being at least %'],
  exclusiveMaximum: ['of % or more', 'being below %'],
  exclusiveMinimum: ['of % or less', 'being above %'],
  maxLength: ['of more than %', 'having at most %', characters],
  minLength: ['of fewer than %', 'having at least %', characters],
  maxItems: ['with more than %', 'having at most %', entries],
  minItems: ['with fewer than %', 'having at least %', entries],
  pattern: ['that does not match %', 'matching %'],
  format: ['that is not a %', 'being a %'],
  const: ['other than %', 'being %'],
}

const phrase = (keyword: string, which: 0 | 1, bound: unknown): string => {
  const { [which]: text = '', 2: format = written } = phrases[keyword] ?? ['', '']
  return text.replace('%', () => format(bound))
}

/** Returns whether a JSON Schema keyword is a bound that has phrases here. */
export const isBound = (keyword: string): boolean => Object.hasOwn(phrases, keyword)

/** Describes a value that violates a bound: `above 100`. */
export const outside = (keyword: string, bound: unknown): string => phrase(keyword, 0, bound)

/** Describes a value that satisfies a bound: `being at most 100`. */
export const inside = (keyword: string, bound: unknown): string => phrase(keyword, 1, bound)
