import type { Place } from './place.ts'

/** Turns a schema name into words: `OrderLine` becomes `an order line`. */
export const thing = (name: string): string => {
  const words = name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase()
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`
}

/** Returns whether clients send the values at this place. */
export const isSent = ({ part }: Place): boolean => part === 'request' || part === 'parameter'

/** Returns who is affected by a change at this place. */
export const audience = ({ part }: Place): string =>
  part === 'payload' ? 'Subscribers' : 'Integrators'

/** Names a field as clients know it: `` `quantity` of an order line ``. */
export const field = ({ part, field: path, ofComponent }: Place): string =>
  part === 'response' && ofComponent && ofComponent.field !== ''
    ? `\`${ofComponent.field}\` of ${thing(ofComponent.name)}`
    : `\`${path}\``

/** Names the object that contains a field, such as `an order`. */
export const holder = ({ part, ofComponent }: Place): string => {
  if (part === 'request') return 'the request'
  return ofComponent && part === 'response' ? thing(ofComponent.name) : 'the body'
}

/** Formats values as a list: `` `A`, `B` and `C` ``. */
export const list = (values: readonly unknown[]): string => {
  const quoted = values.map((value) => `\`${value}\``)
  const last = quoted.pop() ?? ''
  return quoted.length > 0 ? `${quoted.join(', ')} and ${last}` : last
}

/** Returns the values of the first list that are not in the second. */
export const lost = (before: unknown, after: unknown): unknown[] => {
  const [from, to] = [before, after].map((values): unknown[] => [values ?? []].flat())
  return (from ?? []).filter((value) => !to?.includes(value))
}

/** Formats JSON Schema types: `string or null`. */
export const types = (value: unknown): string =>
  value === undefined ? 'anything' : [value].flat().join(' or ')

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
