// Generated from the OpenAPI document. Do not edit.

import { type Check, type Failure, failuresOf, type Read } from './check.ts'
import { kindOf } from './media-types.ts'

/** The types that a text can be read as. */
export type TextType = 'string' | 'integer' | 'number' | 'boolean'

/** A parameter, or a field of a form, as its style and schema say it is read. */
export type Parameter = {
  name: string
  style: string
  explode: boolean
  /** The content type of a parameter that is serialized as one. */
  contentType?: string
  shape: 'scalar' | 'array' | 'object' | 'file' | 'files'
  /** The types of the value, or of the items of an array. The first that fits is taken. */
  types: readonly TextType[]
  /** The types of the properties of an object. */
  properties?: Readonly<Record<string, readonly TextType[]>>
  /** Whether numbers have no sign. */
  unsigned?: true
}

/** Parameters as they were sent, with their escapes. A repeated one has several texts. */
export type Raw = Readonly<Record<string, string | readonly string[]>>

/** The parameters of one place, and a function that reads and checks them. */
export type Parameters = {
  declared: readonly Parameter[]
  read: (raw: Raw, decode?: Decode) => Read<unknown>
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

const reasons: Record<TextType, string> = {
  string: 'must be a string',
  integer: 'must be a whole number in decimal digits',
  number: 'must be a number in decimal digits',
  boolean: 'must be true or false',
}

const digits = {
  integer: { signed: /^-?[0-9]+$/, unsigned: /^[0-9]+$/ },
  number: {
    signed: /^-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/,
    unsigned: /^[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/,
  },
}

/** Reads a text as a type. Returns undefined if it is none. */
const readAs = (text: string, type: TextType, unsigned: boolean): unknown => {
  if (type === 'string') return text
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined
  if (!digits[type][unsigned ? 'unsigned' : 'signed'].test(text)) return undefined
  // Digits that overflow become the largest number, not Infinity, so that a bound is the reason.
  return Math.min(Math.max(Number(text), -Number.MAX_VALUE), Number.MAX_VALUE)
}

/** Thrown with the reason why a parameter cannot be read. */
class Unreadable extends Error {}

const decoded = (text: string, decode: Decode): string => {
  const found = decode(text)
  if (found === undefined) throw new Unreadable('must be percent-encoded UTF-8')
  return found
}

const readText = (text: string, types: readonly TextType[], unsigned: boolean): unknown => {
  for (const type of types) {
    const value = readAs(text, type, unsigned)
    if (value !== undefined) return value
  }
  const [type = 'string'] = types
  if (types.length === 1) throw new Unreadable(reasons[type])
  return text
}

/** What separates the items of a list in one text. Escapes of it count where no item can contain it. */
const separatorOf = ({ style, explode }: Parameter): string | RegExp => {
  if (style === 'spaceDelimited') return / |%20|\+/
  if (style === 'pipeDelimited') return /\||%7C/i
  if (explode && style === 'label') return '.'
  return explode && style === 'matrix' ? ';' : ','
}

/** Removes what the styles `label` and `matrix` put before a value. */
const withoutPrefix = ({ name, style, explode, shape }: Parameter, text: string): string => {
  if (style !== 'label' && style !== 'matrix') return text
  const mark = style === 'label' ? '.' : ';'
  if (!text.startsWith(mark)) throw new Unreadable(`must start with ${mark}`)
  const rest = text.slice(1)
  if (style === 'label' || (explode && shape !== 'scalar')) return rest
  if (rest === name) return ''
  if (!rest.startsWith(`${name}=`)) throw new Unreadable(`must start with ;${name}=`)
  return rest.slice(name.length + 1)
}

/** Returns the texts of the items of a list. */
const itemsOf = (parameter: Parameter, given: readonly string[]): readonly string[] => {
  const { name, style, explode } = parameter
  if (explode && !['simple', 'label', 'matrix'].includes(style)) return given
  return given.flatMap((each) => {
    const items = withoutPrefix(parameter, each).split(separatorOf(parameter))
    return style === 'matrix' && explode
      ? items.map((item) => (item.startsWith(`${name}=`) ? item.slice(name.length + 1) : item))
      : items
  })
}

/** Returns the names and values of an object, as they were sent. */
const pairsOf = (parameter: Parameter, given: readonly string[]): [string, string][] => {
  const { style, explode } = parameter
  const items = style === 'deepObject' ? given : itemsOf(parameter, given)
  if (explode || style === 'deepObject')
    return items.map((item) => {
      const [name = '', ...rest] = item.split('=')
      return [name, rest.join('=')]
    })
  if (items.length % 2 === 1) throw new Unreadable('must have a value for each name')
  return Array.from({ length: items.length / 2 }, (_, i) => [
    items[2 * i] ?? '',
    items[2 * i + 1] ?? '',
  ])
}

const readObject = (parameter: Parameter, given: readonly string[], decode: Decode): unknown => {
  const { properties = {}, unsigned = false } = parameter
  const found = new Map<string, unknown>()
  for (const [rawName, rawValue] of pairsOf(parameter, given)) {
    const name = decoded(rawName, decode)
    if (found.has(name)) throw new Unreadable(`must have ${name} once`)
    const types = Object.hasOwn(properties, name) ? properties[name] : undefined
    found.set(name, readText(decoded(rawValue, decode), types ?? ['string'], unsigned))
  }
  return Object.fromEntries(found)
}

const readParameter = (
  parameter: Parameter,
  given: string | readonly string[],
  decode: Decode,
): unknown => {
  const { shape, contentType, types, unsigned = false } = parameter
  const texts = typeof given === 'string' ? [given] : given
  if (contentType === undefined) {
    if (shape === 'array')
      return itemsOf(parameter, texts).map((each) =>
        readText(decoded(each, decode), types, unsigned),
      )
    if (shape === 'object') return readObject(parameter, texts, decode)
  }
  const [text = '', ...others] = texts
  if (others.length > 0) throw new Unreadable('must be given once')
  if (contentType === undefined)
    return readText(decoded(withoutPrefix(parameter, text), decode), types, unsigned)
  const content = decoded(text, decode)
  if (kindOf(contentType) !== 'json') return content
  try {
    return JSON.parse(content)
  } catch {
    throw new Unreadable('must be valid JSON')
  }
}

/** Reads what was sent of the declared parameters or fields. Adds the failures to a list. */
export const readValues = (
  declared: readonly Parameter[],
  raw: Raw,
  decode: Decode,
  failures: Failure[],
): Record<string, unknown> => {
  const values: Record<string, unknown> = {}
  for (const parameter of declared) {
    const { name } = parameter
    const given = Object.hasOwn(raw, name) ? raw[name] : undefined
    if (given === undefined) continue
    let value: unknown
    try {
      value = readParameter(parameter, given, decode)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      failures.push({ field: name, reason: error.message })
    }
    if (name === '__proto__') Object.defineProperty(values, name, { value, enumerable: true })
    else values[name] = value
  }
  return values
}

/** Returns the parameters of one place with a function that reads, checks and copies them. */
export const parameters = <T>(
  declared: readonly Parameter[],
  is: Check,
  copy: (value: unknown) => T,
): Parameters => ({
  declared,
  read: (raw, decode = percentDecoded) => {
    const failures: Failure[] = []
    const values = readValues(declared, raw, decode, failures)
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

/** Returns a function that finds the parameter that a pair of a query belongs to. */
const ownerOf = (declared: readonly Parameter[]) => {
  const owners = new Map<string, Parameter>()
  let anyOther: Parameter | undefined
  for (const parameter of declared) {
    const { name, style, explode, shape, properties = {}, contentType } = parameter
    if (shape !== 'object' || style !== 'form' || !explode || contentType !== undefined)
      owners.set(name, parameter)
    else {
      for (const property of Object.keys(properties)) owners.set(property, parameter)
      if (Object.keys(properties).length === 0) anyOther = parameter
    }
  }
  const hasDeep = declared.some(({ style }) => style === 'deepObject')
  return (name: string): { parameter: Parameter; property?: string } | undefined => {
    const [, deepName = '', property] = (hasDeep && /^([^[]+)\[([^\]]*)\]$/.exec(name)) || []
    const deep = owners.get(deepName)
    if (property !== undefined && deep?.style === 'deepObject')
      // OpenAPI does not say how lists are written. Clients write `name[]=a` or `name[0]=a`.
      return deep.shape === 'array' ? { parameter: deep } : { parameter: deep, property }
    const parameter = owners.get(name) ?? anyOther
    if (!parameter || (parameter.style === 'deepObject' && parameter.shape === 'object'))
      return undefined
    return parameter.shape === 'object' && parameter.explode && parameter.contentType === undefined
      ? { parameter, property: name }
      : { parameter }
  }
}

/** Bounds the work for a query or a form: names are decoded before unknown ones are ignored. */
export const mostPairs = 1000

/**
 * Returns a function that sorts the pairs of a query or a form by the parameters that they belong to.
 * @param keepsOthers whether pairs that belong to none are kept under their own name.
 */
export const pairReader = (declared: readonly Parameter[], keepsOthers = false) => {
  const find = ownerOf(declared)
  return (text: string, failures: Failure[]): Raw => {
    const raw: Record<string, string | string[]> = Object.create(null)
    const pairs = text === '' ? [] : text.split('&')
    if (pairs.length > mostPairs) {
      failures.push({ field: 'query', reason: `must have at most ${mostPairs} parameters` })
      return raw
    }
    for (const pair of pairs) {
      const at = pair.indexOf('=')
      const rawName = at === -1 ? pair : pair.slice(0, at)
      const rawValue = at === -1 ? '' : pair.slice(at + 1).replaceAll('+', '%20')
      const name = percentDecoded(rawName.replaceAll('+', ' '))
      if (name === undefined || (keepsOthers && pair === '')) continue
      const owner = find(name)
      if (!owner && !keepsOthers) continue
      const property = owner?.property
      const owned = owner?.parameter.name ?? name
      const value =
        property === undefined ? rawValue : `${encodeURIComponent(property)}=${rawValue}`
      const before = raw[owned]
      raw[owned] = before === undefined ? value : [before, value].flat()
    }
    return raw
  }
}

/** Returns a function that reads and checks the query of a URL. Other parameters are ignored. */
export const queryReader = (parameters: Parameters) => {
  const sort = pairReader(parameters.declared)
  return (url: string): Read<unknown> => {
    const start = url.indexOf('?') + 1
    const end = url.indexOf('#')
    const failures: Failure[] = []
    const raw = sort(start === 0 ? '' : url.slice(start, end === -1 ? undefined : end), failures)
    return failures.length > 0 ? { failures } : parameters.read(raw)
  }
}

const escaped = (text: string): string => text.replaceAll(/[^\w~-]/g, '[$&]')

/** A segment of a path template: a name for Hono, and the parameters in it. */
const segmentOf = (segment: string, index: number, names: ReadonlySet<string>) => {
  const found: string[] = []
  const source = segment
    .split(/(\{[^}]*\})/)
    .map((part) => {
      const name = /^\{(.*)\}$/.exec(part)?.[1]
      if (name === undefined) return escaped(part)
      if (!names.has(name))
        return part.replaceAll(/[{}]/g, '[^/]').replaceAll(/[^\w~^/[\]-]/g, '[$&]')
      found.push(name)
      return '[^/]+'
    })
    .join('')
  const isWhole = source === '[^/]+'
  const [name = ''] = found
  const isPlain = found.length === 0 && !/[{}:*]/.test(segment)
  return {
    // The name is read by those who log routes.
    hono: isPlain
      ? segment
      : isWhole
        ? `:${/^\w+$/.test(name) ? name : `p${index}`}`
        : `:p${index}{${source}}`,
    pattern: new RegExp(`^${source.replaceAll('[^/]+', '([^/]+)')}$`),
    names: found,
    rank: isPlain ? 0 : isWhole ? 2 : 1,
  }
}

/** Compiles a path template: its route for Hono, its order among others, and a reader of its parameters. */
export const compilePath = (template: string, parameters: Parameters | undefined) => {
  const names = new Set(parameters?.declared.map(({ name }) => name))
  const segments = template.split('/').map((each, i) => segmentOf(each, i, names))
  const variable = segments.flatMap((each, i) => (each.names.length > 0 ? [{ ...each, i }] : []))
  return {
    route: segments.map(({ hono }) => hono).join('/'),
    /** The same for paths that differ in the names of their parameters alone. */
    shape: segments.map(({ hono, rank }) => (rank === 2 ? ':' : hono)).join('/'),
    rank: segments.map(({ rank }) => rank).join(''),
    read: (url: string): Read<unknown> => {
      const start = url.indexOf('/', url.indexOf('//') + 2)
      const end = url.slice(start).search(/[?#]/)
      const given = url.slice(start, end === -1 ? undefined : start + end).split('/')
      const raw: Record<string, string> = Object.create(null)
      // The app may be mounted beneath a path of another, and may ignore a slash at the end.
      if (given.at(-1) === '' && !template.endsWith('/')) given.pop()
      const above = given.length - segments.length
      for (const { i, pattern, names } of variable) {
        const values = pattern.exec(given[above + i] ?? '')
        for (const [at, name] of names.entries()) raw[name] = values?.[at + 1] ?? ''
      }
      return parameters?.read(raw) ?? { value: {} }
    },
  }
}

const asSent: Decode = (text) => text.trim()

/** Reads and checks header parameters. Their values have no escapes. */
export const readHeaders = (
  { declared, read }: Parameters,
  header: (name: string) => string | undefined,
): Read<unknown> => {
  const raw: Record<string, string> = Object.create(null)
  for (const { name } of declared) {
    const value = header(name.toLowerCase())
    if (value !== undefined) raw[name] = value
  }
  return read(raw, asSent)
}

/** Reads and checks cookie parameters. A cookie whose escapes are not valid has none. */
export const readCookies = (parameters: Parameters, header: string | undefined): Read<unknown> => {
  const raw: Record<string, string | string[]> = Object.create(null)
  for (const pair of header?.split(';') ?? []) {
    const [name = '', ...rest] = pair.trim().split('=')
    const value = rest.join('=').replace(/^"(.*)"$/, '$1')
    const before = raw[name]
    raw[name] = before === undefined ? value : [before, value].flat()
  }
  return parameters.read(raw, (text) => percentDecoded(text) ?? text)
}
