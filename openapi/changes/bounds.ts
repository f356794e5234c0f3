/** Formats the value of a bound: numbers with thousands separators, everything else in backticks. */
export const written = (value: unknown): string =>
  typeof value === 'number' ? value.toLocaleString('en-US') : `\`${value}\``

const counted = (value: unknown, one: string, many: string): string =>
  `${written(value)} ${value === 1 ? one : many}`
const characters = (value: unknown) => counted(value, 'character', 'characters')
const entries = (value: unknown) => counted(value, 'entry', 'entries')

type Words = (bound: unknown) => string

/** By keyword: phrases for a value that violates the bound, and for one that satisfies it. */
const words: Record<string, { outside: Words; inside: Words }> = {
  maximum: {
    outside: (bound) => `above ${written(bound)}`,
    inside: (bound) => `being at most ${written(bound)}`,
  },
  minimum: {
    outside: (bound) => `below ${written(bound)}`,
    inside: (bound) => `being at least ${written(bound)}`,
  },
  exclusiveMaximum: {
    outside: (bound) => `of ${written(bound)} or more`,
    inside: (bound) => `being below ${written(bound)}`,
  },
  exclusiveMinimum: {
    outside: (bound) => `of ${written(bound)} or less`,
    inside: (bound) => `being above ${written(bound)}`,
  },
  maxLength: {
    outside: (bound) => `of more than ${characters(bound)}`,
    inside: (bound) => `having at most ${characters(bound)}`,
  },
  minLength: {
    outside: (bound) => `of fewer than ${characters(bound)}`,
    inside: (bound) => `having at least ${characters(bound)}`,
  },
  maxItems: {
    outside: (bound) => `with more than ${entries(bound)}`,
    inside: (bound) => `having at most ${entries(bound)}`,
  },
  minItems: {
    outside: (bound) => `with fewer than ${entries(bound)}`,
    inside: (bound) => `having at least ${entries(bound)}`,
  },
  pattern: {
    outside: (bound) => `that does not match ${written(bound)}`,
    inside: (bound) => `matching ${written(bound)}`,
  },
  format: {
    outside: (bound) => `that is not a ${written(bound)}`,
    inside: (bound) => `being a ${written(bound)}`,
  },
  const: {
    outside: (bound) => `other than ${written(bound)}`,
    inside: (bound) => `being ${written(bound)}`,
  },
}

/** Returns whether a JSON Schema keyword is a bound that has phrases here. */
export const isBound = (keyword: string): boolean => Object.hasOwn(words, keyword)

/** Describes a value that violates a bound: `above 100`. */
export const outside = (keyword: string, bound: unknown): string =>
  words[keyword]?.outside(bound) ?? ''

/** Describes a value that satisfies a bound: `being at most 100`. */
export const inside = (keyword: string, bound: unknown): string =>
  words[keyword]?.inside(bound) ?? ''
