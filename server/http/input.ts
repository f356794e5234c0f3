import type { Context } from 'hono'
import type { Parameters } from '../../generated/parameters.ts'
import { illFormedFields, illFormedReason } from '../domain/ill-formed-text.ts'
import { type Env, header } from './env.ts'
import type { Failure } from './respond.ts'

/** A value that was read from a request, or the reasons why it is invalid. */
type Read<T> = { value: T; failures?: undefined } | { failures: Failure[] }

const fail = (field: string, reason: string): Read<never> => ({ failures: [{ field, reason }] })

/** Returns whether a `Content-Type` is a media type, with or without `charset=utf-8` (RFC 9110 §8.3). */
const isMediaType = (given: string | undefined, mediaType: string): boolean => {
  if (given === mediaType) return true
  const [type = '', ...parameters] = (given ?? '').split(';').map((part) => part.trim())
  return (
    type.toLowerCase() === mediaType &&
    parameters.every((parameter) => /^(charset="?utf-8"?)?$/i.test(parameter))
  )
}

/** The body exceeds the limit, or the client closed the connection before its end. */
export type Unread = 'too large' | 'cut off'

type Bytes = Uint8Array<ArrayBuffer>

/** Returns the chunks of a request's body. Hono keeps a body that middleware has read, wholly or in part. */
const chunksOf = async ({
  env,
  req,
}: Context<Env>): Promise<AsyncIterable<Bytes> | Iterable<Bytes>> => {
  const incoming = env?.incoming
  // Destroying the stream would destroy the socket. Node discards the rest of a body after the response.
  if (incoming?.readableFlowing === null) return incoming.iterator({ destroyOnReturn: false })
  if (incoming || req.raw.bodyUsed) return [new Uint8Array(await req.arrayBuffer())]
  // Requests that were made in this process, or in a browser, have no stream of Node's.
  return req.raw.body ?? []
}

/**
 * Reads a request body. Reads the stream itself, because Hono's accessors have no limit.
 * @param limit in bytes.
 */
export const readBytes = async (
  context: Context<Env>,
  limit: number,
): Promise<Uint8Array | Unread> => {
  if (Number(header(context, 'content-length')) > limit) return 'too large'
  const chunks: Bytes[] = []
  let length = 0
  try {
    for await (const chunk of await chunksOf(context)) {
      length += chunk.length
      if (length > limit) return 'too large'
      chunks.push(chunk)
    }
  } catch {
    return 'cut off'
  }
  const [only] = chunks
  if (only && chunks.length === 1) return only
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes UTF-8. Returns undefined if the bytes are not UTF-8. */
export const decodeText = (bytes: Uint8Array): string | undefined => {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/** In bytes (design decision 12). */
export const maxBodyBytes = 256 * 1024

/** The most levels and values of a JSON body: 256 KiB can hold 130,000, and all would be validated. */
const jsonLimits = { depth: 64, values: 10_000 } as const

/** Returns the limit that a JSON value exceeds. RFC 8259 §9 allows such limits. */
const exceededLimit = (value: unknown): 'depth' | 'values' | undefined => {
  let values = 0
  const visit = (each: unknown, depth: number): 'depth' | 'values' | undefined => {
    if (++values > jsonLimits.values) return 'values'
    if (typeof each !== 'object' || each === null) return undefined
    if (depth === jsonLimits.depth) return 'depth'
    for (const inner of Object.values(each)) {
      const exceeded = visit(inner, depth + 1)
      if (exceeded) return exceeded
    }
    return undefined
  }
  return visit(value, 0)
}

const bodyReasons = {
  'too large': 'must be at most 256 KiB',
  'cut off': 'was cut off',
  depth: `must not be nested deeper than ${jsonLimits.depth} levels`,
  values: `must hold at most ${jsonLimits.values.toLocaleString('en')} values`,
}

const parse = (text: string): Read<unknown> => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return fail('body', 'must be valid JSON')
  }
}

/** Bounds the length of the response to an invalid body. */
const mostFailures = 1000

/** Returns the first reason of each invalid field. */
const firstReasons = (all: readonly Failure[]): Failure[] => {
  const reasons = new Map<string, string>()
  for (const { field, reason } of all)
    if (!reasons.has(field) && reasons.size < mostFailures) reasons.set(field, reason)
  return [...reasons].map(([field, reason]) => ({ field, reason }))
}

/** An escape of a surrogate. UTF-8 cannot hold surrogates, so texts without such escapes have none. */
const surrogateEscape = /\\u[dD][89a-fA-F]/

/** Returns the fields with lone surrogates, which no schema rejects (design decision 16). */
const illFormed = (text: string, value: unknown): Failure[] =>
  surrogateEscape.test(text)
    ? illFormedFields(value).map((field) => ({ field, reason: illFormedReason }))
    : []

/**
 * Reads and validates a JSON body. Drops properties that the schema does not declare.
 * @param contentType the media type that the document declares.
 * @param check validates the parsed body.
 */
export const readBody = async (
  context: Context<Env>,
  contentType: string,
  check: (value: unknown) => Read<unknown>,
): Promise<Read<unknown>> => {
  if (!isMediaType(header(context, 'content-type'), contentType))
    return fail('body', `must be sent as ${contentType}`)
  const bytes = await readBytes(context, maxBodyBytes)
  if (typeof bytes === 'string') return fail('body', bodyReasons[bytes])
  const text = decodeText(bytes)
  if (text === undefined) return fail('body', 'must be UTF-8')
  const parsed = parse(text)
  if (parsed.failures) return parsed
  const exceeded = exceededLimit(parsed.value)
  if (exceeded) return fail('body', bodyReasons[exceeded])
  const read = check(parsed.value)
  const unfit = illFormed(text, parsed.value)
  if (!read.failures && unfit.length === 0) return read
  const failures = (read.failures ?? []).map(({ field, reason }) => ({
    field: field || 'body',
    reason,
  }))
  return { failures: firstReasons([...failures, ...unfit]) }
}

/** Parameters before validation. A repeated one has several texts. */
type Raw = Record<string, string | string[]>

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const notText = (field: string) => fail(field, 'must be percent-encoded UTF-8')

/** Bounds the work for a query: unknown parameters are decoded before they are ignored. */
const mostParameters = 1000

/** Decodes a pair of urlencoded text. A name or value that is not valid UTF-8 is undefined. */
const readPair = (pair: string): [name: string | undefined, value: string | undefined] => {
  const [name = '', ...rest] = pair.replaceAll('+', ' ').split('=')
  return [decode(name), decode(rest.join('='))]
}

const validate = ({ read }: Parameters, raw: Raw): Read<unknown> => {
  const result = read(raw)
  return result.failures ? { failures: firstReasons(result.failures) } : result
}

/**
 * Reads and validates an operation's query parameters; others are ignored. URLSearchParams would
 * replace invalid UTF-8 with replacement characters; this rejects it.
 */
export const readQuery = (url: string, parameters: Parameters): Read<unknown> => {
  const raw: Raw = {}
  const pairs = (/\?([^#]*)/.exec(url)?.[1] ?? '').split('&')
  if (pairs.length > mostParameters)
    return fail('query', `must have at most ${mostParameters} parameters`)
  for (const pair of pairs) {
    const [name, text] = readPair(pair)
    if (!parameters.declared.some((each) => each.name === name) || name === undefined) continue
    if (text === undefined) return notText(name)
    const before = raw[name]
    raw[name] = before === undefined ? text : [before, text].flat()
  }
  return validate(parameters, raw)
}

/** Returns the parameters of a path template with the index of their segments. */
export const pathParameters = (template: string): { name: string; index: number }[] =>
  template
    .split('/')
    .flatMap((segment, index) =>
      segment.startsWith('{') ? [{ name: segment.slice(1, -1), index }] : [],
    )

/** Reads and validates an operation's path parameters. */
export const readPath = (
  url: string,
  places: readonly { name: string; index: number }[],
  parameters: Parameters,
): Read<unknown> => {
  const segments = /\/\/[^/]*([^?#]*)/.exec(url)?.[1]?.split('/')
  const raw: Raw = {}
  for (const { name, index } of places) {
    const text = decode(segments?.[index] ?? '')
    if (text === undefined) return notText(name)
    raw[name] = text
  }
  return validate(parameters, raw)
}
