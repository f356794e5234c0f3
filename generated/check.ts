// Generated from the OpenAPI document. Do not edit.

import type {
  ClientErrorStatusCode,
  RedirectStatusCode,
  ServerErrorStatusCode,
  SuccessStatusCode,
} from 'hono/utils/http-status'
import type { ServerSentEvent } from './server-sent-event.ts'

export type { ServerSentEvent }

/** An invalid part of a value, such as `products[0].sku`, and the reason. The whole value has no field: ''. */
export type Failure = { field: string; reason: string }

const maxFailures = 10_000

/**
 * Records a failure. Without a list it only stops the check.
 * @returns whether the check stops, because no reasons are recorded.
 */
export const no = (failures: Failure[] | undefined, path: string, reason: string): boolean => {
  if (failures === undefined) return true
  if (failures.length < maxFailures) failures.push({ field: fieldAt(path), reason })
  return false
}

function fieldAt(path: string): string {
  return path.startsWith('.') ? path.slice(1) : path
}

/**
 * Returns whether no failure is recorded of a value, or of some of its properties.
 * @param names the properties. Without any, the whole value counts.
 */
export const isSound = (
  failures: readonly Failure[] | undefined,
  path: string,
  names: readonly string[],
): boolean => {
  if (!failures || failures.length === 0) return true
  const own = fieldAt(path)
  const parts = names.length > 0 ? names.map((name) => fieldAt(`${path}.${name}`)) : [own]
  return !failures.some(({ field }) => field === own || parts.some((part) => isIn(field, part)))
}

/** Whether a field is another, or a part of it. */
export function isIn(field: string, other: string): boolean {
  return other === '' || (field.startsWith(other) && /^(?:$|[.[])/.test(field.slice(other.length)))
}

/**
 * Records the failures of a value that matches none of some alternatives, or several. These are those of
 * the alternative that a property names, or else the reason.
 * @returns whether the check stops, because no reasons are recorded.
 */
export const noneChosen = (
  failures: Failure[] | undefined,
  path: string,
  value: unknown,
  property: string,
  alternatives: Readonly<Record<string, Check>>,
  reason: string,
  other?: Check,
): boolean => {
  if (failures === undefined) return true
  const before = failures.length
  const tag = isObject(value) ? own(value, property) : undefined
  // A mapping names numbers by their texts.
  const named = typeof tag === 'object' ? undefined : own(alternatives, String(tag))
  const chosen = named ?? other
  const tags = Object.keys(alternatives).join(', ')
  if (chosen) chosen(value, failures, path)
  else if (isObject(value))
    no(
      failures,
      `${path}.${property}`,
      tag === undefined ? 'is required' : `must be one of ${tags}`,
    )
  return failures.length > before ? false : no(failures, path, reason)
}

/** Whether alternatives are compared. Those within them are not, which would take exponential time. */
let isComparing = false

/**
 * Records the failures of a value that matches none of some alternatives, or several. These are those of
 * the alternative that came furthest, or else the reason.
 * @returns whether the check stops, because no reasons are recorded.
 */
export const noneMatched = (
  failures: Failure[] | undefined,
  path: string,
  value: unknown,
  alternatives: readonly Check[],
  reason: string,
): boolean => {
  if (failures === undefined) return true
  const furthest = isComparing ? undefined : furthestOf(alternatives, value)
  if (!furthest) return no(failures, path, reason)
  furthest(value, failures, path)
  return false
}

/** Returns the alternative that a value fails least; undefined if it passes one, or fails two alike. */
function furthestOf(alternatives: readonly Check[], value: unknown): Check | undefined {
  isComparing = true
  try {
    const ranked = alternatives
      .map((is) => ({ is, rank: rankOf(is, value) }))
      .sort((a, b) => a.rank - b.rank)
    const [first, second] = ranked
    return first && !first.is(value) && first.rank !== second?.rank ? first.is : undefined
  } finally {
    isComparing = false
  }
}

/**
 * Returns how far a value is from an alternative: another type counts most, then another of the values that tell
 * alternatives apart. Of two that are as near, the one of which the value has more required properties is nearer.
 */
function rankOf(is: Check, value: unknown): number {
  const failures = failuresOf(is, value)
  const isOfOtherType = failures.some(
    ({ field, reason }) => field === '' && /^must be an? \w+$/.test(reason),
  )
  if (isOfOtherType) return 1e12
  const others = failures.filter(({ reason }) =>
    /^must be (?:one of |["\d-]|true|false)/.test(reason),
  )
  if (others.length > 0) return others.length * 1e6 + failures.length
  const fields = new Set(failures.map(({ field }) => field))
  const kept = failuresOf(is, {}).filter(({ field }) => !fields.has(field))
  return failures.length - kept.length / 1e3
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isFile = (value: unknown): value is File => value instanceof File

/** Returns a property of an object, but none that it inherits, such as `constructor`. */
export const own = <T>(value: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(value, name) ? value[name] : undefined

/** Returns whether a value is a number that JSON has. */
export const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value)

export const isInteger = (value: unknown): value is number => Number.isInteger(value)

const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

// A code point takes one or two units. The number of units decides most cases without a loop.

/** Returns whether a string has at least this many code points. */
export const isLong = (text: string, least: number): boolean =>
  text.length >= least && (text.length >= 2 * least || codePoints(text) >= least)

/** Returns whether a string has at most this many code points. */
export const isShort = (text: string, most: number): boolean =>
  text.length <= most || (text.length <= 2 * most && codePoints(text) <= most)

/** Returns a number as digits and a power of ten. */
const decimal = (value: number): [digits: bigint, exponent: number] => {
  const [digits = '', exponent = ''] = value.toExponential().split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  return [BigInt(whole + fraction), Number(exponent) - fraction.length]
}

/** Returns whether a number is a multiple of another, both taken as decimals. */
export const isMultiple = (value: number, of: number): boolean => {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(of)) return value % of === 0
  const [a, i] = decimal(value)
  const [b, j] = decimal(of)
  const least = Math.min(i, j)
  return (a * 10n ** BigInt(i - least)) % (b * 10n ** BigInt(j - least)) === 0n
}

/** Returns a JSON text that is the same for values that JSON Schema calls equal. */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'null'
  const entries = Object.keys(value).sort()
  return `{${entries.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`
}

/** Returns whether a value equals one of those with these canonical texts. */
export const isAny = (value: unknown, texts: readonly string[]): boolean =>
  typeof value === 'object' && value !== null && texts.includes(canonical(value))

export const isUnique = (items: readonly unknown[]): boolean =>
  new Set(items.map(canonical)).size === items.length

/** The properties and items that a schema has evaluated (JSON Schema 2020-12 §11). */
export type Evaluated = Set<string | number>

export const nothing = (): Evaluated => new Set()

/** Returns a set in which any value can be looked up. */
export const setOf = (values: readonly unknown[]): ReadonlySet<unknown> => new Set(values)

/** A check: records failures in a list if it gets one, else stops at the first. */
export type Check = (value: unknown, failures?: Failure[], path?: string) => boolean

/** A check that records evaluated properties and items. */
export type Tracking = (
  value: unknown,
  failures: Failure[] | undefined,
  path: string,
  evaluated: Evaluated,
) => boolean

/** Returns how many checks a value passes, up to two. */
export const count = (checks: readonly Check[], value: unknown): number => {
  let passed = 0
  for (const each of checks) if (each(value) && ++passed === 2) break
  return passed
}

/** Returns whether a value passes. Adds what the check evaluates. */
export const passes = (check: Tracking, value: unknown, evaluated: Evaluated): boolean => {
  const own: Evaluated = new Set()
  if (!check(value, undefined, '', own)) return false
  for (const each of own) evaluated.add(each)
  return true
}

/** Returns how many checks a value passes. Adds the properties and items that those evaluate. */
export const countTracking = (
  checks: readonly Tracking[],
  value: unknown,
  evaluated: Evaluated,
): number => checks.filter((each) => passes(each, value, evaluated)).length

export const all = (_: unknown): boolean => true

/** Thrown when a response or payload breaks the contract. It must not be sent. */
export class ReplyViolation extends Error {
  override name = 'ReplyViolation'
}

/** Thrown by copies. It is one object: a stack would cost more than the check. */
const theMismatch = new Error('The value does not match its schema')

/** Ends a copy whose value does not match. */
export const mismatch = (): never => {
  throw theMismatch
}

export const oneOf = <const T>(value: unknown, allowed: readonly T[]): T => {
  for (const each of allowed) if (each === value) return each
  return mismatch()
}

/** Returns a value that is there, and that JSON has. */
export const present = (value: unknown): unknown => (value === undefined ? mismatch() : json(value))

export const itself = (value: unknown): unknown => value

/** Returns any value that JSON has. It would leave out a function, and write a `Map` as an object without properties. */
export const json = (value: unknown): unknown => {
  if (typeof value === 'function' || typeof value === 'symbol') return mismatch()
  if (Array.isArray(value)) value.forEach(json)
  else if (isObject(value) && !('toJSON' in value)) Object.values(fields(value)).forEach(json)
  return value
}

/** Returns an object with the properties that JSON has of another: its own, and no getters of a class. */
export const fields = (value: unknown): Record<string, unknown> => {
  if (!isObject(value)) return mismatch()
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return value
  return Symbol.iterator in value ? mismatch() : { ...value }
}

export const items = <T>(values: readonly unknown[], copy: (value: unknown) => T): T[] => {
  const copies: T[] = []
  for (let i = 0; i < values.length; i++) copies.push(copy(values[i]))
  return copies
}

/** Returns a copy of an object whose properties all have one schema. */
export const record = <T>(value: unknown, copy: (value: unknown) => T): { [name: string]: T } =>
  Object.fromEntries(
    Object.entries(fields(value)).flatMap(([name, each]) =>
      each === undefined ? [] : [[name, copy(each)]],
    ),
  )

/** What is read from a request: a value, or the reasons why it is not valid. */
export type Read<T> =
  | { value: T; failures?: undefined }
  | { value?: undefined; failures: Failure[] }

const tooDeep: Failure = { field: '', reason: 'must not be nested so deeply' }

/** Returns the failures of a value. One that is nested deeper than the stack reaches has a failure of its own. */
export const failuresOf = (is: Check, value: unknown): Failure[] => {
  const failures: Failure[] = []
  try {
    is(value, failures)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return [tooDeep]
  }
  return failures
}

/** Returns a function that checks a value of a request and copies its declared parts. */
export const reader =
  <T>(is: Check, copy: (value: unknown) => T) =>
  (value: unknown): Read<T> => {
    try {
      if (is(value)) return { value: copy(value) }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      return { failures: [tooDeep] }
    }
    return { failures: failuresOf(is, value) }
  }

/**
 * Returns a function that checks a value of a response and copies its declared parts.
 * @param name names the response in the violation, such as `createOrder 201`.
 */
export const reply =
  <T>(name: string, is: Check, copy: (value: unknown) => T) =>
  (value: unknown): T => {
    try {
      return copy(value)
    } catch (error) {
      if (error !== theMismatch && !(error instanceof RangeError)) throw error
      const [first] = failuresOf(is, value)
      throw new ReplyViolation(
        `${name}: ${first?.field || 'body'} ${first?.reason ?? 'is no JSON, or is valid only with properties that are not declared'}`,
      )
    }
  }

/** The body of a reply that is sent as it is. */
export type Bytes = Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | Blob

/** An event stream whose schema is that of the data: values, or events with an id or a name, too. */
export type Events<Data> = AsyncIterable<Data | ServerSentEvent<Data | undefined>>

/** An event stream whose schema is that of whole events. Others are comments. */
export type WholeEvents<Event> = AsyncIterable<Event | ServerSentEvent>

export async function* each<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values
}

/** The status codes of each range that a document can name. */
export type Statuses = {
  '2XX': SuccessStatusCode
  '3XX': RedirectStatusCode
  '4XX': ClientErrorStatusCode
  '5XX': ServerErrorStatusCode
  default: SuccessStatusCode | RedirectStatusCode | ClientErrorStatusCode | ServerErrorStatusCode
}

/** Returns a function that checks a body by its content type, which the document declares. */
export const byType =
  (checks: Readonly<Record<string, (body: unknown) => unknown>>) =>
  (body: unknown, contentType = ''): unknown =>
    checks[contentType]?.(body)
