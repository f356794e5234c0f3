import { streamOf } from './bodies.ts'
import { isObject, ReplyViolation } from './check.ts'
import { type ContentKind, kindOf } from './media-types.ts'

/** Header values by name. */
export type HeaderMap = Record<string, string>

/** A function that checks and copies the body of a reply; one of several content types by its own. */
export type BodyCheck = (body: unknown, contentType?: string) => unknown

/** A reply's declaration, without its body. */
export type DeclaredReply = {
  /** The first of the content types. */
  contentType?: string | undefined
  contentTypes?: readonly string[]
  /** Headers whose value the document fixes. */
  headers?: Record<string, string>
  requiredHeaders?: readonly string[]
  /** Whether only the server's edge sends it. */
  edge?: true
}

/** How replies are checked: `strict` also rejects what the contract does not declare. */
export type CheckResponses = boolean | 'strict'

/**
 * Finds a field of a reply that the contract does not name: its checked copy lacks it. Such fields are
 * never sent. In tests they are an error.
 * @returns the field's path, such as `body.products[0].secret`.
 */
const findUndeclaredField = (given: unknown, copy: unknown, at = 'body'): string | undefined => {
  if (typeof given !== 'object' || given === null || given === copy) return undefined
  if (typeof copy !== 'object' || copy === null) return at
  const known = new Map(Object.entries(copy))
  for (const [name, value] of Object.entries(given)) {
    const where = Array.isArray(given) ? `${at}[${name}]` : `${at}.${name}`
    if (!known.has(name)) return where
    const deeper = findUndeclaredField(value, known.get(name), where)
    if (deeper) return deeper
  }
  return undefined
}

const isIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

const encoder = new TextEncoder()

/** Returns the text of an event: a text as it is, other values as JSON. */
const eventText = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `${text
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}\n`)
    .join('')}\n`
}

/** Whether bytes are not shared between threads. The web takes no others. */
const isOwn = (bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer

const toBytes = (chunk: unknown): Uint8Array<ArrayBuffer> => {
  if (chunk instanceof Uint8Array) return isOwn(chunk) ? chunk : new Uint8Array(chunk)
  throw new ReplyViolation('A chunk of a reply must be bytes')
}

type BodyText = string | Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null

const isStream = (value: unknown): value is ReadableStream<Uint8Array> =>
  value instanceof ReadableStream

const bytesOf = (body: unknown): BodyText => {
  if (body instanceof Blob || isStream(body)) return body
  if (body instanceof Uint8Array) return toBytes(body)
  if (isIterable(body)) return streamOf(body, toBytes)
  throw new ReplyViolation('A reply must be bytes, a stream or a Blob')
}

const formText = (body: unknown): string =>
  new URLSearchParams(
    Object.entries(isObject(body) ? body : {}).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [value].flat().map((each): [string, string] => [name, headerText(each, JSON.stringify)]),
    ),
  ).toString()

/** Writes a value of a header in the style `simple`. */
const headerText = (value: unknown, object = plainObject): string =>
  typeof value === 'object' && value !== null ? object(value) : String(value)

const plainObject = (value: object): string =>
  Array.isArray(value) ? value.join(',') : Object.entries(value).flat().join(',')

/** Returns the `Content-Type` of a declared one: texts are UTF-8, and a range is sent as the type of its kind. */
const sentType = (declared: string, kind: ContentKind, body: unknown): string => {
  if (declared.includes('*'))
    return kind === 'json'
      ? 'application/json'
      : (body instanceof Blob && body.type) || 'application/octet-stream'
  return kind === 'text' && !declared.includes('charset') ? `${declared}; charset=utf-8` : declared
}

/** The status codes of responses that have no body, even if the document declares one. */
const bodiless = new Set([204, 205, 304])

/** What an operation returns. */
type Given = { status: number; contentType?: string; body?: unknown; headers?: unknown }

const isGiven = (reply: unknown): reply is Given =>
  isObject(reply) && typeof reply.status === 'number'

/**
 * Returns a function that checks an operation's reply and makes the response. The body sent is the
 * checked copy, without fields that the contract does not name.
 */
export const replySender = (
  id: string,
  declared: Readonly<Record<string, DeclaredReply>>,
  checks: Readonly<Record<string, BodyCheck>>,
  mode: CheckResponses,
) => {
  const keyOf = (status: number): string =>
    [`${status}`, `${`${status}`[0]}XX`].find((each) => Object.hasOwn(declared, each)) ?? 'default'
  const types = Object.values(declared).flatMap(
    (each) => each.contentTypes ?? each.contentType ?? [],
  )
  const kinds = new Map(types.map((each) => [each, kindOf(each)]))

  const bodyOf = (
    { status, body }: Given,
    contentType: string,
    kind: ContentKind,
    check: BodyCheck | undefined,
  ): BodyText => {
    if (kind === 'bytes' || kind === 'multipart') return bytesOf(body)
    const checked = (value: unknown): unknown => {
      if (mode === false || !check) return value
      const copy = check(value, contentType)
      const extra = mode === 'strict' ? findUndeclaredField(value, copy) : undefined
      if (extra) throw new ReplyViolation(`${id} ${status} must not have ${extra}`)
      return copy
    }
    if (kind === 'events') {
      if (!isIterable(body)) throw new ReplyViolation(`${id} ${status} must be an AsyncIterable`)
      return streamOf(body, (value) => encoder.encode(eventText(checked(value))))
    }
    const value = checked(body)
    return kind === 'json'
      ? JSON.stringify(value)
      : kind === 'form'
        ? formText(value)
        : String(value)
  }

  return (given: unknown, headers: HeaderMap): Response => {
    if (!isGiven(given)) throw new ReplyViolation(`${id} must return a reply with a status`)
    const { status } = given
    const key = keyOf(status)
    const reply = declared[key]
    if (!reply || reply.edge) throw new ReplyViolation(`${id} must not answer ${status}`)
    const { contentType: first, contentTypes, requiredHeaders } = reply
    const contentType = given.contentType ?? first
    if (contentType !== first && !contentTypes?.includes(contentType ?? ''))
      throw new ReplyViolation(`${id} ${status} must not be ${contentType}`)
    const kind = (contentType !== undefined && kinds.get(contentType)) || 'bytes'
    const body = contentType === undefined ? null : bodyOf(given, contentType, kind, checks[key])
    if (isObject(given.headers))
      for (const [name, value] of Object.entries(given.headers))
        if (value !== undefined) headers[name] = headerText(value)
    if (reply.headers) Object.assign(headers, reply.headers)
    if (contentType !== undefined) headers['Content-Type'] = sentType(contentType, kind, given.body)
    const missing =
      mode === 'strict' ? requiredHeaders?.find((name) => headers[name] === undefined) : undefined
    if (missing) throw new ReplyViolation(`${id} ${status} must have ${missing}`)
    return new Response(bodiless.has(status) ? null : body, { status, headers })
  }
}
