import type { z } from 'zod'
import { type $ZodIssue, safeParse } from 'zod/v4/core'
import type { Failure } from './errors.ts'

/** A value that was read from a request, or the reasons why it is invalid. */
export type Read<T> = { value: T; failures?: undefined } | { failures: Failure[] }

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
const failuresOf = (issues: readonly $ZodIssue[], raw: Raw): Failure[] => {
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
    : { failures: failuresOf(result.error.issues, raw.value) }
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
