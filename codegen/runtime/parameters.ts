import { type Check, type Failure, failuresOf, type Read } from './check.ts'

/** The types that a text can be read as. */
export type TextType = 'string' | 'integer' | 'number' | 'boolean'

/** A parameter as its place, style and schema say it is read. */
export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  required: boolean
  style: string
  explode: boolean
  /** The content type of a parameter that is serialized as one. */
  contentType?: string
  shape: 'scalar' | 'array' | 'object'
  /** The types of the value, or of the items of an array. The first that fits is taken. */
  types: readonly TextType[]
  /** The types of the properties of an object. */
  properties?: Readonly<Record<string, readonly TextType[]>>
  /** Whether numbers have no sign. */
  unsigned?: true
}

/** Parameters before they are read. A repeated one has several texts. */
export type Raw = Readonly<Record<string, string | readonly string[]>>

/** The parameters of one place, and a function that reads and checks them. */
export type Parameters = { declared: readonly Parameter[]; read: (raw: Raw) => Read<unknown> }

const reasons: Record<TextType, string> = {
  string: 'must be a string',
  integer: 'must be a whole number in decimal digits',
  number: 'must be a number in decimal digits',
  boolean: 'must be true or false',
}

const digits = {
  integer: { signed: /^-?[0-9]+$/, unsigned: /^[0-9]+$/ },
  number: { signed: /^-?[0-9]+(?:\.[0-9]+)?$/, unsigned: /^[0-9]+(?:\.[0-9]+)?$/ },
}

/** Reads a text as a type. Returns undefined if it is none. */
const readAs = (text: string, type: TextType, unsigned: boolean): unknown => {
  if (type === 'string') return text
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined
  if (!digits[type][unsigned ? 'unsigned' : 'signed'].test(text)) return undefined
  // Digits that overflow become the largest number, not Infinity, so that a bound is the reason.
  return Math.min(Math.max(Number(text), -Number.MAX_VALUE), Number.MAX_VALUE)
}

const delimiters: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|' }

type Fail = (reason: string) => undefined

const readText = (parameter: Parameter, text: string, fail: Fail): unknown => {
  const { types, unsigned = false } = parameter
  for (const type of types) {
    const value = readAs(text, type, unsigned)
    if (value !== undefined) return value
  }
  const [type = 'string'] = types
  return types.length === 1 ? fail(reasons[type]) : text
}

const readParameter = (
  parameter: Parameter,
  given: string | readonly string[],
  fail: Fail,
): unknown => {
  const { shape, style, explode, contentType } = parameter
  if (shape === 'array' && contentType === undefined) {
    const whole = typeof given === 'string' ? [given] : given
    const texts = explode ? whole : whole.flatMap((each) => each.split(delimiters[style] ?? ','))
    return texts.map((each) => readText(parameter, each, fail))
  }
  if (typeof given !== 'string') return fail('must be given once')
  if (contentType === undefined) return readText(parameter, given, fail)
  try {
    return JSON.parse(given)
  } catch {
    return fail('must be valid JSON')
  }
}

/** Returns the parameters of one place with a function that reads, checks and copies them. */
export const parameters = <T>(
  declared: readonly Parameter[],
  is: Check,
  copy: (value: unknown) => T,
): Parameters => ({
  declared,
  read: (raw) => {
    const failures: Failure[] = []
    const values: Record<string, unknown> = {}
    for (const parameter of declared) {
      const { name } = parameter
      const given = raw[name]
      if (given === undefined) continue
      values[name] = readParameter(parameter, given, (reason) => {
        failures.push({ field: name, reason })
        return undefined
      })
    }
    if (failures.length === 0 && is(values)) return { value: copy(values) }
    for (const { field, reason } of failuresOf(is, values)) {
      // A value within a parameter is reported as the parameter.
      const owner = declared.find(
        ({ name }) =>
          field === name || (/^[.[]/.test(field.slice(name.length)) && field.startsWith(name)),
      )
      failures.push({ field: owner?.name ?? field, reason })
    }
    return { failures }
  },
})
