import { type Check, type Failure, isIn, own, type Read } from './check.ts'
import { isRounded, parseJson, roundedReason, Unreadable } from './json.ts'
import { kindOf } from './media-types.ts'

/** The types that texts can be read as. `none` is a parameter that is empty, and so not used. */
export type ValueType =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'array'
  | 'object'
  | 'file'
  | 'none'

export type Reading = {
  /** The types of the value. The first that fits is taken, or the next if the value is not valid. */
  types: readonly ValueType[]
  /** Whether a value is valid. Decides between types. */
  is?: Check
  /** The content type of a text that is serialized as one, such as JSON. */
  contentType?: string
  unsigned?: true
  items?: Reading
  properties?: Readonly<Record<string, Reading>>
  others?: Reading
}

/** A parameter, or a field of a form, as its style and schema say it is read. */
export type Parameter = Reading & { name: string; style: string; explode: boolean }

/** The texts that were sent of a parameter, with their escapes. A repeated one has several. */
export type Sent = { texts: string[] }

/** What was sent of the parameters of one place, by name: texts, or values that were sent in parts. */
export type Raw = Readonly<Record<string, Sent | Given>>

export type Pair = readonly [name: string, value: string]

/** Splits a text such as `name=value` at the first equals sign. */
export const splitOnce = (text: string): Pair => {
  const at = text.indexOf('=')
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** Removes the escapes of a text. Returns undefined if they are not valid. */
export type Decode = (text: string) => string | undefined

/** Decodes percent-encoded UTF-8. `decodeURIComponent` alone throws. */
export const percentDecoded: Decode = (text) => {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/**
 * Reads the declared parameters or fields, and checks them.
 * @param check checks the values.
 */
export const readValid = (
  declared: readonly Parameter[],
  raw: Raw,
  decode: Decode,
  check: (values: Record<string, unknown>) => Read<unknown>,
): Read<unknown> => {
  const { values, unreadable, rounded } = readValues(declared, raw, decode)
  const result = check(values)
  if (result.failures) {
    // What cannot be read is missing from the values that are checked.
    const isMissing = (name: string) => unreadable.some(({ field }) => name && isIn(field, name))
    const others = result.failures.filter(({ field }) => !isMissing(field))
    return { failures: [...unreadable, ...others] }
  }
  // A bound is the better reason.
  const failures = unreadable.length > 0 ? unreadable : rounded
  return failures.length > 0 ? { failures } : result
}

/**
 * Reads declared parameters, without a check.
 * @returns the values, the unreadable ones, and the integers whose digits are lost.
 */
export const readValues = (declared: readonly Parameter[], raw: Raw, escapes: Decode) => {
  const values: Record<string, unknown> = {}
  const unreadable: Failure[] = []
  const rounded: Failure[] = []
  for (const parameter of declared) {
    const { name, style } = parameter
    const sent = own(raw, name)
    if (sent === undefined) continue
    const decode = style === 'cookie' ? asItIs : escapes
    const given = 'items' in sent ? sent : styled(parameter, sent.texts, decode)
    const lose = () => rounded.push({ field: name, reason: roundedReason })
    try {
      const value = read(given, parameter, { decode, lose })
      if (value === undefined) continue
      if (name === '__proto__') Object.defineProperty(values, name, { value, enumerable: true })
      else values[name] = value
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      unreadable.push({ field: `${name}${error.path}`, reason: error.reason })
    }
  }
  return { values, unreadable, rounded }
}

/** A value that was sent, whole or in parts. */
export type Given = {
  readonly texts: readonly string[]
  items(): readonly Given[] | undefined
  parts(): ReadonlyMap<string, Given> | undefined
}

/** How texts are read: how escapes are removed, and a callback for integers whose digits are lost. */
type Way = { decode: Decode; lose: () => void }

function read(given: Given, reading: Reading, way: Way): unknown {
  const { types, contentType } = reading
  if (contentType !== undefined) return readContent(textIn(given, way.decode), contentType)
  const [only = 'string'] = types
  if (types.length > 1) return readAsAny(given, reading, way)
  const value = readAs(only, given, reading, way)
  if (value === undefined) throw new Unreadable(reasons[only])
  return value
}

/** Reads a value as the first of several types of which it is valid, or else as the first that fits. */
function readAsAny(given: Given, reading: Reading, way: Way): unknown {
  const { types, is = () => true } = reading
  let first: unknown
  let failure: Unreadable | undefined
  for (const type of types) {
    try {
      const value = readAs(type, given, reading, way)
      if (value === none) return undefined
      if (value !== undefined && is(value)) return value
      first ??= value
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      failure ??= error
    }
  }
  if (first === undefined && failure) throw failure
  // The check has the reason.
  return first ?? textIn(given, way.decode)
}

/** Reads a value as a type. Returns undefined if it is none. */
function readAs(type: ValueType, given: Given, reading: Reading, way: Way): unknown {
  if (type === 'array') return readItems(given, reading, way)
  if (type === 'object') return readObject(given, reading, way)
  if (type === 'none') return given.texts.every((text) => text === '') ? none : undefined
  if (given.texts.length !== 1 && reading.types.length > 1) return undefined
  const text = textIn(given, way.decode)
  if (type === 'string' || type === 'file') return text
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined
  if (!digits[type].test(text) || (reading.unsigned && text.startsWith('-'))) return undefined
  if (digits.integer.test(text) && isRounded(text)) {
    if (reading.types.includes('string')) return undefined
    way.lose()
  }
  // Digits that overflow become the largest number, not Infinity, so that a bound is the reason.
  return Math.min(Math.max(Number(text), -Number.MAX_VALUE), Number.MAX_VALUE)
}

function readItems(given: Given, { items = anyText }: Reading, way: Way): unknown {
  const found = given.items()?.map((each, i) => readAt(`[${i}]`, each, items, way))
  const [only] = found ?? []
  // Some clients send a list of objects as one JSON text.
  const isWhole = found?.length === 1 && items.contentType !== undefined && Array.isArray(only)
  return isWhole ? only : found
}

function readObject(given: Given, reading: Reading, way: Way): unknown {
  const { properties = {}, others = anything } = reading
  const parts = given.parts()
  return (
    parts &&
    Object.fromEntries(
      [...parts].map(([name, each]) => [
        name,
        readAt(`.${name}`, each, own(properties, name) ?? others, way),
      ]),
    )
  )
}

/** Reads a value at a path within another. */
function readAt(path: string, ...given: Parameters<typeof read>): unknown {
  try {
    return read(...given)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    throw new Unreadable(error.reason, `${path}${error.path}`)
  }
}

/** The value of a parameter that is not used. */
const none = Symbol('none')

const anyText: Reading = { types: ['string'] }

/** A value that the schema says nothing of. */
const anything: Reading = { types: ['string', 'array', 'object'] }

const asItIs: Decode = (text) => text

const digits = { integer: /^-?[0-9]+$/, number: /^-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/ }

const reasons: Readonly<Record<ValueType, string>> = {
  string: 'must be a string',
  integer: 'must be a whole number in decimal digits',
  number: 'must be a number in decimal digits',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must have a name for each value',
  file: 'must be a file',
  none: 'must be empty',
}

function textIn({ texts }: Given, decode: Decode): string {
  const [only] = texts
  if (only === undefined || texts.length > 1) throw new Unreadable('must be given once')
  return decoded(only, decode)
}

function decoded(text: string, decode: Decode): string {
  const found = decode(text)
  if (found === undefined) throw new Unreadable('must be percent-encoded UTF-8')
  return found
}

function readContent(text: string, contentType: string): unknown {
  return kindOf(contentType) === 'json' ? parseJson(text) : text
}

/** Returns texts as the style of a parameter has written them. */
function styled(parameter: Parameter, sent: readonly string[], decode: Decode): Given {
  const { style, explode } = parameter
  const marks = (type: ValueType) => styles[style]?.(parameter, type) ?? ['']
  const split = (type: ValueType): readonly string[] => {
    const [start, separator] = marks(type)
    return separator ? sent.flatMap((each) => unmarked(each, start).split(separator)) : sent
  }
  return {
    get texts() {
      const [start] = marks('string')
      return start === '' ? sent : sent.map((each) => unmarked(each, start))
    },
    items: () => split('array').map((text) => plain([text])),
    parts: () => {
      const items = split('object')
      if (!explode && items.length % 2 === 1)
        throw new Unreadable('must have a value for each name')
      const pairs = explode
        ? items.map(splitOnce)
        : items.flatMap((name, i) => (i % 2 === 0 ? [[name, items[i + 1] ?? ''] as const] : []))
      const texts = new Map<string, string[]>()
      for (const [rawName, text] of pairs) {
        const name = decoded(rawName, decode)
        texts.set(name, [...(texts.get(name) ?? []), text])
      }
      return new Map([...texts].map(([name, each]) => [name, plain(each)]))
    },
  }
}

/** Returns texts that have no parts. */
export function plain(texts: readonly string[]): Given {
  return { texts, items: () => texts.map((each) => plain([each])), parts: () => undefined }
}

/**
 * The styles: the start of a value, and the separator of its items. Without a separator, each item
 * comes in a pair of its own.
 */
const styles: Readonly<
  Record<
    string,
    (parameter: Parameter, type: ValueType) => [start: string, separator?: string | RegExp | false]
  >
> = {
  form: ({ explode }) => ['', !explode && ','],
  cookie: ({ explode }) => ['', !explode && ','],
  // Escapes of the separator count: no item can contain it.
  spaceDelimited: ({ explode }) => ['', !explode && / |%20|\+/],
  pipeDelimited: ({ explode }) => ['', !explode && /\||%7C/i],
  simple: () => ['', ','],
  label: ({ explode }) => ['.', explode ? '.' : ','],
  matrix: ({ name, explode }, type) => {
    const start = explode && type === 'object' ? ';' : `;${name}=`
    return [start, explode ? start : ',']
  },
}

/** Removes the start of a value. An empty one may lack the equals sign of `matrix` (RFC 6570). */
function unmarked(text: string, start: string): string {
  if (`${text}=` === start) return ''
  if (!text.startsWith(start)) throw new Unreadable(`must start with ${start}`)
  return text.slice(start.length)
}
