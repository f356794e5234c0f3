import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import type { Context } from 'hono'
import type { z } from 'zod'
import { type $ZodIssue, safeParse } from 'zod/v4/core'
import { fieldPath } from '../../domain/field-path.ts'
import { illFormedFields, illFormedReason } from '../../domain/ill-formed-text.ts'
import { type Env, header } from '../kit/env.ts'
import type { Failure } from '../kit/respond.ts'

/** Returns whether a `Content-Type` is a media type, with or without `charset=utf-8` (RFC 9110 §8.3). */
export const isMediaType = (given: string | undefined, mediaType: string): boolean => {
  if (given === mediaType) return true
  const [type = '', ...parameters] = (given ?? '').split(';').map((part) => part.trim())
  return (
    type.toLowerCase() === mediaType &&
    parameters.every((parameter) => /^(charset="?utf-8"?)?$/i.test(parameter))
  )
}

/** The body exceeds the limit, or the client closed the connection before its end. */
export type Unread = 'too large' | 'cut off'

/** Stops at the limit: bytes after it are not kept in memory. */
const readIncoming = (
  incoming: IncomingMessage | Http2ServerRequest,
  limit: number,
): Promise<Buffer | Unread> =>
  new Promise((resolve) => {
    // A destroyed stream emits no further events.
    if (incoming.destroyed) return resolve('cut off')
    const chunks: Buffer[] = []
    let length = 0
    const onData = (chunk: Buffer) => {
      length += chunk.length
      if (length > limit) done('too large')
      else chunks.push(chunk)
    }
    const onEnd = () => {
      const [only] = chunks
      done(only && chunks.length === 1 ? only : Buffer.concat(chunks))
    }
    const onClose = () => done('cut off')
    const done = (result: Buffer | Unread) => {
      incoming.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose)
      resolve(result)
    }
    incoming.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose)
  })

const readStream = async (
  stream: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Uint8Array | Unread> => {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.byteLength
    if (length > limit) return 'too large'
    chunks.push(new Uint8Array(chunk))
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

/** Returns a body that middleware has read, wholly or in part, from Hono's cache. */
const readAgain = async (context: Context<Env>, limit: number): Promise<Uint8Array | Unread> => {
  const bytes = new Uint8Array(await context.req.arrayBuffer())
  return bytes.byteLength > limit ? 'too large' : bytes
}

/**
 * Reads a request body. Reads Node's stream itself, because Hono's accessors have no limit. Requests
 * that were made in this process, or in a browser, have no such stream.
 * @param limit in bytes.
 */
export const readBytes = async (
  context: Context<Env>,
  limit: number,
): Promise<Uint8Array | Unread> => {
  if (Number(header(context, 'content-length')) > limit) return 'too large'
  const incoming = context.env?.incoming
  if (incoming)
    return incoming.readableFlowing === null
      ? readIncoming(incoming, limit)
      : readAgain(context, limit)
  const { body, bodyUsed } = context.req.raw
  if (bodyUsed) return readAgain(context, limit)
  return body ? readStream(body, limit) : new Uint8Array()
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

/** The most levels and values of a JSON body. */
export const jsonLimits = { depth: 64, values: 10_000 } as const

type JsonLimits = { readonly depth: number; readonly values: number }

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const space = 0x20
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Returns the position of a string's closing quote, or the end of the text if it has none. */
const endOfString = (bytes: Uint8Array, start: number): number => {
  let at = start + 1
  while (bytes[at] !== undefined && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return at
}

/** Returns whether the array or object at a position is empty. */
const isEmpty = (bytes: Uint8Array, start: number): boolean => {
  let at = start + 1
  while (Number(bytes[at]) <= space) at++
  return bytes[at] === closeArray || bytes[at] === closeObject
}

/**
 * Returns the limit that a JSON text exceeds, in one pass before it is parsed. 256 KiB can hold
 * 130,000 values, and all of them would be validated. RFC 8259 §9 allows such limits. The result is
 * arbitrary if the text is not JSON.
 */
export const exceededLimit = (
  bytes: Uint8Array,
  { depth: deepest, values: most }: JsonLimits,
): keyof JsonLimits | undefined => {
  let depth = 0
  let values = 1
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === quote) at = endOfString(bytes, at)
    else if (byte === comma) values++
    else if (byte === openArray || byte === openObject) {
      depth++
      if (!isEmpty(bytes, at)) values++
    } else if (byte === closeArray || byte === closeObject) depth--
    if (depth > deepest) return 'depth'
    if (values > most) return 'values'
  }
  return undefined
}

const whole = (reason: string): { failures: Failure[] } => ({
  failures: [{ field: 'body', reason }],
})

const unread: Record<Unread, { failures: Failure[] }> = {
  'too large': whole('must be at most 256 KiB'),
  'cut off': whole('was cut off'),
}

const { depth, values } = jsonLimits

const overLimit: Record<keyof JsonLimits, { failures: Failure[] }> = {
  depth: whole(`must not be nested deeper than ${depth} levels`),
  values: whole(`must hold at most ${values.toLocaleString('en')} values`),
}

const parse = (text: string): Read<unknown> => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return whole('must be valid JSON')
  }
}

/** Bounds the length of the response to an invalid body. */
const mostFailures = 1000

/** Returns the first reason of each invalid field: those of the schema, then others. */
const failuresOf = (issues: readonly $ZodIssue[], others: readonly Failure[]): Failure[] => {
  const reasons = new Map<string, string>()
  const add = (field: string, reason: string) => {
    if (!reasons.has(field) && reasons.size < mostFailures) reasons.set(field, reason)
  }
  for (const { path, message } of issues) add(fieldPath(path), message)
  for (const { field, reason } of others) add(field, reason)
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
 */
export const readBody = async (
  context: Context<Env>,
  contentType: string,
  schema: z.ZodType,
): Promise<Read<unknown>> => {
  if (!isMediaType(header(context, 'content-type'), contentType))
    return whole(`must be sent as ${contentType}`)
  const bytes = await readBytes(context, maxBodyBytes)
  if (typeof bytes === 'string') return unread[bytes]
  const exceeded = exceededLimit(bytes, jsonLimits)
  if (exceeded) return overLimit[exceeded]
  const text = decodeText(bytes)
  if (text === undefined) return whole('must be UTF-8')
  const parsed = parse(text)
  if (parsed.failures) return parsed
  const result = safeParse(schema, parsed.value)
  const failures = failuresOf(result.error?.issues ?? [], illFormed(text, parsed.value))
  return result.success && failures.length === 0 ? { value: result.data } : { failures }
}

/** A value that was read from a request, or the reasons why it is invalid. */
type Read<T> = { value: T; failures?: undefined } | { failures: Failure[] }

/** Parameters before validation. A repeated one has several texts. */
type Raw = Record<string, string | string[]>

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const notText = (field: string): Read<never> => ({
  failures: [{ field, reason: 'must be percent-encoded UTF-8' }],
})

/** Returns a URL's query without the question mark. */
const queryOf = (url: string): string => /\?([^#]*)/.exec(url)?.[1] ?? ''

/** Bounds the work for a query: unknown parameters are decoded before they are ignored. */
export const mostParameters = 1000

const tooMany: Read<never> = {
  failures: [{ field: 'query', reason: `must have at most ${mostParameters} parameters` }],
}

/** Decodes a pair of urlencoded text. A name or value that is not valid UTF-8 is undefined. */
export const readPair = (pair: string): [name: string | undefined, value: string | undefined] => {
  const [name = '', ...rest] = pair.replaceAll('+', ' ').split('=')
  return [decode(name), decode(rest.join('='))]
}

/**
 * Reads the parameters that an operation declares from a query; others are ignored. URLSearchParams
 * would replace invalid UTF-8 with replacement characters; this rejects it.
 */
const rawQuery = (query: string, names: object): Read<Raw> => {
  const value: Raw = {}
  const pairs = query.split('&')
  if (pairs.length > mostParameters) return tooMany
  for (const pair of pairs) {
    const [name, text] = readPair(pair)
    if (name === undefined || !Object.hasOwn(names, name)) continue
    if (text === undefined) return notText(name)
    const before = value[name]
    if (Array.isArray(before)) before.push(text)
    else value[name] = before === undefined ? text : [before, text]
  }
  return { value }
}

/** Returns the first reason of each invalid parameter. */
const parameterFailures = (issues: readonly $ZodIssue[], raw: Raw): Failure[] => {
  const failures = new Map<string, string>()
  for (const { path, message } of issues) {
    const field = String(path[0])
    const repeated = Array.isArray(raw[field]) && path.length === 1
    if (!failures.has(field)) failures.set(field, repeated ? 'must be given once' : message)
  }
  return [...failures].map(([field, reason]) => ({ field, reason }))
}

const validate = (schema: z.ZodObject, raw: Read<Raw>): Read<unknown> => {
  if (raw.failures) return raw
  const result = safeParse(schema, raw.value)
  return result.success
    ? { value: result.data }
    : { failures: parameterFailures(result.error.issues, raw.value) }
}

/** Reads and validates an operation's query parameters. */
export const readQuery = (url: string, schema: z.ZodObject): Read<unknown> =>
  validate(schema, rawQuery(queryOf(url), schema.shape))

/** Returns the parameters of a path template with the index of their segments. */
export const pathParameters = (template: string): { name: string; index: number }[] =>
  template
    .split('/')
    .flatMap((segment, index) =>
      segment.startsWith('{') ? [{ name: segment.slice(1, -1), index }] : [],
    )

/** Returns a URL's path, not decoded. */
const pathOf = (url: string): string => /\/\/[^/]*([^?#]*)/.exec(url)?.[1] ?? ''

/** Reads and validates an operation's path parameters. */
export const readPath = (
  url: string,
  parameters: readonly { name: string; index: number }[],
  schema: z.ZodObject,
): Read<unknown> => {
  const segments = pathOf(url).split('/')
  const value: Raw = {}
  for (const { name, index } of parameters) {
    const text = decode(segments[index] ?? '')
    if (text === undefined) return notText(name)
    value[name] = text
  }
  return validate(schema, { value })
}
