// Generated from the OpenAPI document by `npm run generate`. Do not edit.

/** Thrown when a response or payload breaks the contract. It must not be sent. */
export class ReplyViolation extends Error {
  override name = 'ReplyViolation'
}

const fail = (at: string, expected: string): never => {
  throw new ReplyViolation(`${at} ${expected}`)
}

const failType = (at: string, type: string, value: unknown): never => {
  const given = value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value
  return fail(at, `must be ${type}, not ${given}`)
}

/** Describes bounds of which either may be infinite: `at least 1`, `at most 30`, `1 to 30`. */
const range = (least: number, most: number): string => {
  if (most === Number.POSITIVE_INFINITY) return `at least ${least}`
  return least === Number.NEGATIVE_INFINITY ? `at most ${most}` : `${least} to ${most}`
}

/** Describes a bounded number of things: `at least 1 character`, `at most 3 items`. */
const count = (least: number, most: number, thing: string): string => {
  const last = most === Number.POSITIVE_INFINITY ? least : most
  const bounds = range(least === 0 ? Number.NEGATIVE_INFINITY : least, most)
  return `${bounds} ${thing}${last === 1 ? '' : 's'}`
}

/**
 * Returns the value when it is a string.
 * @param at names the value in the violation, as in every check: `Order.notes`.
 */
export const string = (value: unknown, at: string): string =>
  typeof value === 'string' ? value : failType(at, 'a string', value)

/** Returns the value when it is a string of `least` to `most` code points. */
export const stringOfLength = (value: unknown, least: number, most: number, at: string): string => {
  if (typeof value !== 'string') return failType(at, 'a string', value)
  // A code point takes one or two units. The number of units decides most cases without a loop.
  const { length: units } = value
  if (units >= 2 * least - 1 && units <= most) return value
  let length = 0
  for (const _ of value) length++
  return length >= least && length <= most
    ? value
    : fail(at, `must have ${count(least, most, 'character')}`)
}

/** Returns the string when it matches the pattern. */
export const matching = (value: string, pattern: RegExp, at: string): string =>
  pattern.test(value) ? value : fail(at, `must match ${pattern.source}`)

/** Returns the value when it is a finite number. */
export const number = (value: unknown, at: string): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : failType(at, 'a number', value)

/** Returns the value when it is a finite number from `least` to `most`. */
export const numberWithin = (value: unknown, least: number, most: number, at: string): number => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return failType(at, 'a number', value)
  return value >= least && value <= most ? value : fail(at, `must be ${range(least, most)}`)
}

/** Returns the value when it is an integer of any size. */
export const integer = (value: unknown, at: string): number =>
  typeof value === 'number' && Number.isInteger(value) ? value : failType(at, 'an integer', value)

/** Returns the value when it is an integer from `least` to `most`. */
export const integerWithin = (value: unknown, least: number, most: number, at: string): number => {
  if (typeof value !== 'number' || !Number.isInteger(value))
    return failType(at, 'an integer', value)
  return value >= least && value <= most ? value : fail(at, `must be ${range(least, most)}`)
}

/** Returns the number when it is more than `low` and less than `high`. */
export const between = (value: number, low: number, high: number, at: string): number => {
  if (value <= low) fail(at, `must be more than ${low}`)
  return value < high ? value : fail(at, `must be less than ${high}`)
}

/** Returns the value when it is a boolean. */
export const boolean = (value: unknown, at: string): boolean =>
  typeof value === 'boolean' ? value : failType(at, 'a boolean', value)

/** Returns the value when it is one of those allowed. */
export const oneOf = <const T>(value: unknown, allowed: readonly T[], at: string): T => {
  for (const each of allowed) if (each === value) return each
  return fail(at, `must be one of ${JSON.stringify(allowed)}`)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value when it is an object, its properties unchecked. */
export const object = (value: unknown, at: string): Record<string, unknown> =>
  isObject(value) ? value : failType(at, 'an object', value)

/** Returns whether the value is an object with this property. */
export const hasProperty = (value: unknown, name: string): boolean =>
  isObject(value) && name in value

/** Returns the value when it is not undefined. */
export const present = (value: unknown, at: string): unknown =>
  value === undefined ? fail(at, 'is required') : value

/** Returns a checked copy of an array of `least` to `most` items. */
export const array = <T>(
  value: unknown,
  item: (value: unknown) => T,
  least: number,
  most: number,
  at: string,
): T[] => {
  if (!Array.isArray(value)) return failType(at, 'an array', value)
  if (value.length < least || value.length > most)
    return fail(at, `must have ${count(least, most, 'item')}`)
  const copy: T[] = []
  for (let i = 0; i < value.length; i++) copy.push(item(value[i]))
  return copy
}

/** Returns a checked copy of an object whose properties all have one schema. */
export const record = <T>(
  value: unknown,
  item: (value: unknown) => T,
  at: string,
): { [name: string]: T } =>
  Object.fromEntries(Object.entries(object(value, at)).map(([name, each]) => [name, item(each)]))

/** Returns the result of the first check, or of the second when the first throws. */
export const either = <A, B>(first: () => A, second: () => B): A | B => {
  try {
    return first()
  } catch {
    return second()
  }
}
