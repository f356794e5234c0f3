// Generated from the OpenAPI document. Do not edit.

import type { Context } from 'hono'
import { type Check, type Failure, failuresOf, isObject, type Read } from './check.ts'
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
export type Raw = Readonly<Record<string, readonly string[]>>

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

/** Thrown with the reason why a parameter cannot be read. */
class Unreadable extends Error {}

const reasons: Record<TextType, string> = {
  string: 'must be a string',
  integer: 'must be a whole number in decimal digits',
  number: 'must be a number in decimal digits',
  boolean: 'must be true or false',
}

const digits = { integer: /^-?[0-9]+$/, number: /^-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/ }

/** Reads a text as a type. Returns undefined if it is none. */
const readAs = (text: string, type: TextType, { unsigned }: Parameter): unknown => {
  if (type === 'string') return text
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined
  if (!digits[type].test(text) || (unsigned && text.startsWith('-'))) return undefined
  // Digits that overflow become the largest number, not Infinity, so that a bound is the reason.
  return Math.min(Math.max(Number(text), -Number.MAX_VALUE), Number.MAX_VALUE)
}

/** Reads a text as the first of the types that fits. One of several types is a string in the end. */
const readText = (text: string, types: readonly TextType[], parameter: Parameter): unknown => {
  for (const type of types) {
    const value = readAs(text, type, parameter)
    if (value !== undefined) return value
  }
  const [type = 'string', ...others] = types
  if (others.length === 0) throw new Unreadable(reasons[type])
  return text
}

/**
 * The styles: what a value starts with, and what separates its items. Without a separator, each item
 * comes in a pair of its own.
 */
const styles: Readonly<
  Record<string, (parameter: Parameter) => [start: string, separator?: string | RegExp | false]>
> = {
  form: ({ explode }) => ['', !explode && ','],
  // Escapes of the separator count: no item can contain it.
  spaceDelimited: ({ explode }) => ['', !explode && / |%20|\+/],
  pipeDelimited: ({ explode }) => ['', !explode && /\||%7C/i],
  deepObject: () => [''],
  simple: () => ['', ','],
  label: ({ explode }) => ['.', explode ? '.' : ','],
  matrix: ({ name, explode, shape }) => {
    const start = explode && shape === 'object' ? ';' : `;${name}=`
    return [start, explode ? start : ',']
  },
}

const styleOf = (parameter: Parameter) => styles[parameter.style]?.(parameter) ?? ['']

/** Removes what a value starts with. An empty one may lack the equals sign of `matrix` (RFC 6570). */
const unmarked = (text: string, start: string): string => {
  if (`${text}=` === start) return ''
  if (!text.startsWith(start)) throw new Unreadable(`must start with ${start}`)
  return text.slice(start.length)
}

/** Returns the texts of the items of a list, or of the names and values of an object. */
const itemsOf = (parameter: Parameter, given: readonly string[]): readonly string[] => {
  const [start, separator] = styleOf(parameter)
  return separator ? given.flatMap((each) => unmarked(each, start).split(separator)) : given
}

const splitOnce = (text: string): [name: string, value: string] => {
  const at = text.indexOf('=')
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** Returns the names and values of an object, as they were sent. */
const pairsOf = (parameter: Parameter, given: readonly string[]): [string, string][] => {
  const items = itemsOf(parameter, given)
  if (parameter.explode || parameter.style === 'deepObject') return items.map(splitOnce)
  if (items.length % 2 === 1) throw new Unreadable('must have a value for each name')
  return items.flatMap((name, i) => (i % 2 === 0 ? [[name, items[i + 1] ?? '']] : []))
}

const decoded = (text: string, decode: Decode): string => {
  const found = decode(text)
  if (found === undefined) throw new Unreadable('must be percent-encoded UTF-8')
  return found
}

const readParameter = (parameter: Parameter, texts: readonly string[], decode: Decode): unknown => {
  const { shape, contentType, types, properties = {} } = parameter
  if (contentType === undefined && shape === 'array')
    return itemsOf(parameter, texts).map((each) =>
      readText(decoded(each, decode), types, parameter),
    )
  if (contentType === undefined && shape === 'object') {
    const found = new Map<string, unknown>()
    for (const [rawName, rawValue] of pairsOf(parameter, texts)) {
      const name = decoded(rawName, decode)
      if (found.has(name)) throw new Unreadable(`must have ${name} once`)
      const its = Object.hasOwn(properties, name) ? properties[name] : undefined
      found.set(name, readText(decoded(rawValue, decode), its ?? ['string'], parameter))
    }
    return Object.fromEntries(found)
  }
  const [text = ''] = texts
  if (texts.length > 1) throw new Unreadable('must be given once')
  if (contentType === undefined)
    return readText(decoded(unmarked(text, styleOf(parameter)[0]), decode), types, parameter)
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
    const texts = Object.hasOwn(raw, name) ? raw[name] : undefined
    if (texts === undefined) continue
    try {
      const value = readParameter(parameter, texts, decode)
      if (name === '__proto__') Object.defineProperty(values, name, { value, enumerable: true })
      else values[name] = value
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      failures.push({ field: name, reason: error.message })
    }
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
        ({ name }) => field.startsWith(name) && /^(?:$|[.[])/.test(field.slice(name.length)),
      )
      failures.push({ field: owner?.name ?? field, reason })
    }
    return { failures }
  },
})

/** A parameter, and the property of it that a pair of a query is. */
type Owner = { parameter: Parameter; property?: string | undefined }

/** Returns a function that finds the parameter that a pair of a query belongs to. */
const ownerOf = (declared: readonly Parameter[]) => {
  const owners = new Map<string, Owner>()
  const deep = new Map<string, Parameter>()
  let anyOther: Parameter | undefined
  for (const parameter of declared) {
    const { name, style, explode, shape, properties = {}, contentType } = parameter
    if (shape === 'object' && style === 'form' && explode && contentType === undefined) {
      for (const property of Object.keys(properties)) owners.set(property, { parameter, property })
      if (Object.keys(properties).length === 0) anyOther = parameter
    } else if (shape !== 'object' || style !== 'deepObject') owners.set(name, { parameter })
    if (style === 'deepObject') deep.set(name, parameter)
  }
  return (name: string): Owner | undefined => {
    const [, deepName = '', property] = (deep.size > 0 && /^([^[]+)\[([^\]]*)\]$/.exec(name)) || []
    const parameter = deep.get(deepName)
    // OpenAPI does not say how lists are written. Clients write `name[]=a` or `name[0]=a`.
    if (parameter) return parameter.shape === 'array' ? { parameter } : { parameter, property }
    return owners.get(name) ?? (anyOther && { parameter: anyOther, property: name })
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
    const raw: Record<string, string[]> = Object.create(null)
    const pairs = text === '' ? [] : text.split('&')
    if (pairs.length > mostPairs) {
      failures.push({ field: 'query', reason: `must have at most ${mostPairs} parameters` })
      return raw
    }
    for (const pair of pairs) {
      const [rawName, rawValue] = splitOnce(pair.replaceAll('+', '%20'))
      const name = percentDecoded(rawName)
      if (name === undefined || (keepsOthers && pair === '')) continue
      const owner = find(name)
      if (!owner && !keepsOthers) continue
      const { parameter, property } = owner ?? {}
      const key = parameter?.name ?? name
      raw[key] ??= []
      raw[key].push(
        property === undefined ? rawValue : `${encodeURIComponent(property)}=${rawValue}`,
      )
    }
    return raw
  }
}

/** Returns a function that reads and checks the query of a URL. Other parameters are ignored. */
export const queryReader = (parameters: Parameters) => {
  const sort = pairReader(parameters.declared)
  return ({ req: { raw } }: Context): Read<unknown> => {
    const { url } = raw
    const start = url.indexOf('?') + 1
    const end = url.indexOf('#')
    const failures: Failure[] = []
    const pairs = sort(start === 0 ? '' : url.slice(start, end === -1 ? undefined : end), failures)
    return failures.length > 0 ? { failures } : parameters.read(pairs)
  }
}

/** Returns a text as an expression that Hono takes: some characters stand for any. */
const literal = (text: string): string =>
  text.replaceAll(/[^\w~-]/g, (each) => (/[{}\\^]/.test(each) ? '[^/]' : `[${each}]`))

/** A segment of a path template: a name for Hono, and the parameters in it. */
const segmentOf = (segment: string, index: number, declared: ReadonlySet<string>) => {
  const names: string[] = []
  const source = segment.replaceAll(/\{([^}]*)\}|[^\w~-]/g, (found: string, name?: string) => {
    if (name === undefined || !declared.has(name)) return literal(found)
    names.push(name)
    return '[^/]+'
  })
  const [name = ''] = names
  const pattern = new RegExp(`^${source.replaceAll('[^/]+', '([^/]+)')}$`)
  if (source === '[^/]+')
    // The name is read by those who log routes.
    return { hono: `:${/^\w+$/.test(name) ? name : `p${index}`}`, pattern, names, rank: 2 }
  return names.length === 0 && !/[{}:*]/.test(segment)
    ? { hono: segment, pattern, names, rank: 0 }
    : { hono: `:p${index}{${source}}`, pattern, names, rank: 1 }
}

/** Compiles a path template: its route for Hono, its order among others, and a reader of its parameters. */
export const compilePath = (template: string, parameters: Parameters | undefined) => {
  const declared = new Set(parameters?.declared.map(({ name }) => name))
  const segments = template.split('/').map((each, i) => segmentOf(each, i, declared))
  const variable = segments.flatMap((each, i) => (each.names.length > 0 ? [{ ...each, i }] : []))
  return {
    route: segments.map(({ hono }) => hono).join('/'),
    /** The same for paths that differ in the names of their parameters alone. */
    shape: segments.map(({ hono, rank }) => (rank === 2 ? ':' : hono)).join('/'),
    rank: segments.map(({ rank }) => rank).join(''),
    read: ({ req }: Context): Read<unknown> => {
      const { url } = req.raw
      const start = url.indexOf('/', url.indexOf('//') + 2)
      const end = url.slice(start).search(/[?#]/)
      const given = url.slice(start, end === -1 ? undefined : start + end).split('/')
      const raw: Record<string, [string]> = Object.create(null)
      // The app may be mounted beneath a path of another, and may ignore a slash at the end.
      if (given.at(-1) === '' && !template.endsWith('/')) given.pop()
      const above = given.length - segments.length
      for (const { i, pattern, names } of variable) {
        const values = pattern.exec(given[above + i] ?? '')
        for (const [at, name] of names.entries()) raw[name] = [values?.[at + 1] ?? '']
      }
      return parameters?.read(raw) ?? { value: {} }
    },
  }
}

/**
 * Returns a header of a request. Node has parsed all headers already; Hono's accessor searches them
 * again for each name.
 * @param name in lower case.
 */
export const headerOf = ({ env, req }: Context, name: string): string | undefined => {
  const headers: unknown = env?.incoming?.headers
  if (!isObject(headers)) return req.header(name)
  const value = headers[name]
  // Node joins repeated headers, except `Set-Cookie`, which requests do not have.
  return typeof value === 'string' ? value : undefined
}

/** Returns a function that reads and checks header parameters. Their values have no escapes. */
export const headerReader =
  ({ declared, read }: Parameters) =>
  (context: Context): Read<unknown> => {
    const raw: Record<string, [string]> = Object.create(null)
    for (const { name } of declared) {
      const value = headerOf(context, name.toLowerCase())
      if (value !== undefined) raw[name] = [value]
    }
    return read(raw, (text) => text.trim())
  }

/** Returns a function that reads and checks cookie parameters. A cookie whose escapes are not valid has none. */
export const cookieReader =
  ({ read }: Parameters) =>
  (context: Context): Read<unknown> => {
    const raw: Record<string, string[]> = Object.create(null)
    for (const pair of headerOf(context, 'cookie')?.split(';') ?? []) {
      const [name, value] = splitOnce(pair.trim())
      raw[name] ??= []
      raw[name].push(value.replace(/^"(.*)"$/, '$1'))
    }
    return read(raw, (text) => percentDecoded(text) ?? text)
  }
