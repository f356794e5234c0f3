import type { Context } from 'hono'
import type { z } from 'zod'
import { type $ZodIssue, safeParse } from 'zod/v4/core'
import { fieldPath } from '../../domain/field-path.ts'
import { illFormedFields, illFormedReason } from '../../domain/ill-formed-text.ts'
import type { Env } from './env.ts'
import type { Failure } from './errors.ts'
import { header } from './header.ts'
import { decodeText, isMediaType, readBytes, type Unread } from './read-bytes.ts'
import type { Read } from './read-parameters.ts'

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
