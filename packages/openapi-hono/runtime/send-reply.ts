import type { Context } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import { streamOf } from './bodies.ts'
import { type Check, failuresOf, isObject, ReplyViolation } from './check.ts'
import { ServerSentEvent } from './server-sent-event.ts'

export type HeaderMap = Record<string, string>

/** A function that checks and copies the body of a reply; one of several content types by its own. */
export type BodyCheck = (body: unknown, contentType?: string) => unknown

/** A reply's declaration, without its body. */
export type DeclaredReply = {
  /** How its bodies are written, by content type. The first is that of a reply that names none. */
  contents?: Readonly<Record<string, ReplyKind>>
  /** Headers whose value the document fixes. */
  headers?: Record<string, string>
  /** Headers that the operation gives. */
  given?: Record<string, GivenHeader>
  /** Headers that the server's edge must add. */
  requiredHeaders?: readonly string[]
  /** Whether only the server's edge sends it. */
  edge?: true
}

/** How bodies of a kind are written. */
export type ReplyKind = {
  /** @param name names the reply in an error. */
  write: (body: unknown, checked: Checked, name: string) => ReplyBody
  isEvents?: true
}

// A layer has the code of the kinds that its document uses alone.

export const json: ReplyKind = { write: (body, checked) => JSON.stringify(checked(body)) }
export const text: ReplyKind = { write: (body, checked) => String(checked(body)) }
export const form: ReplyKind = { write: (body, checked) => formText(checked(body)) }
export const bytes: ReplyKind = { write: bytesOf }
export const multipart = bytes
export const lines = streamKind((checked) => (value) => `${JSON.stringify(checked(value))}\n`)

/** Events whose schema is that of their data, or of whole events. */
export const events = eventsKind(false)
export const wholeEvents = eventsKind(true)

export type GivenHeader = {
  is: Check
  /** Copies the declared properties of an object. */
  copy?: (value: unknown) => unknown
  required?: true
  /** Whether its value is JSON. */
  isJson?: true
  /** Whether the properties of an object are written as `name=value`. */
  explode?: true
}

/** How replies are checked: `strict` also rejects undeclared fields. */
export type CheckResponses = boolean | 'strict'

export type Respond = (
  context: Context,
  body: ReplyBody,
  status: StatusCode,
  headers: HeaderMap,
) => Response

/** Makes a response with the headers that were set on Hono's context, such as cookies. */
export const respondInContext: Respond = (context, body, status, headers) =>
  body instanceof Blob
    ? new Response(body, context.newResponse(null, status, headers))
    : context.newResponse(body, status, headers)

/**
 * Returns a function that checks an operation's reply and makes the response. The body sent is the
 * checked copy, without fields that the contract does not name.
 */
export const replySender = (
  id: string,
  declared: Readonly<Record<string, DeclaredReply>>,
  checks: Readonly<Record<string, BodyCheck>>,
  mode: CheckResponses,
  respond = respondInContext,
) => {
  const known = new Map<number, Sendable>()
  const sendableOf = (status: number): Sendable => {
    const key = keyOf(declared, status)
    const reply = declared[key]
    if (!reply || reply.edge || !isStatusCode(status))
      throw new ReplyViolation(`${id} must not answer ${status}`)
    const name = `${id} ${status}`
    const contents = Object.entries(reply.contents ?? {}).map(([type, kind]) => {
      const checked = checkerOf(name, type, checks[key], mode)
      const write = bodiless.has(status)
        ? () => null
        : (body: unknown) => kind.write(body, checked, name)
      return [type, { kind, type: sentType(type, kind), write }] as const
    })
    const [[first] = []] = contents
    const given = Object.entries(reply.given ?? {})
    const headers = new Map(given.map(([name, header]) => [name.toLowerCase(), header]))
    const own = mode === false ? [] : requiredHeaders(reply)
    const required = mode === 'strict' ? [...own, ...(reply.requiredHeaders ?? [])] : own
    const sendable = { status, reply, first, contents: new Map(contents), headers, required }
    known.set(status, sendable)
    return sendable
  }

  const addHeaders = (
    given: object,
    { status, headers: declared }: Sendable,
    { context, headers }: { context: Context; headers: HeaderMap },
  ): void => {
    for (const [name, value] of Object.entries(given)) {
      if (value === undefined) continue
      const header = declared.get(name.toLowerCase())
      if (!header && mode === 'strict')
        throw new ReplyViolation(`${id} ${status} must not have ${name}`)
      if (!header && mode) continue
      const [failure] = header && mode ? failuresOf(header.is, value) : []
      if (failure)
        throw new ReplyViolation(`${id} ${status}: ${name}${failure.field} ${failure.reason}`)
      const sent = header?.copy && mode ? header.copy(value) : value
      if (name.toLowerCase() === 'set-cookie') setCookies(context, sent)
      else headers[name] = header?.isJson ? JSON.stringify(sent) : headerText(sent, header?.explode)
    }
  }

  return (context: Context, given: unknown, headers: HeaderMap): Response | Promise<Response> => {
    if (!isPlainReply(given)) throw new ReplyViolation(`${id} must return a reply with a status`)
    const sendable = known.get(given.status) ?? sendableOf(given.status)
    const { status, reply, first, contents, required } = sendable
    const { contentType = first } = given
    const content = contentType === undefined ? nothing : contents.get(contentType)
    if (!content) throw new ReplyViolation(`${id} ${status} must not be ${contentType}`)
    const { kind } = content
    const body = content.write(given.body)
    if (isObject(given.headers)) addHeaders(given.headers, sendable, { context, headers })
    if (reply.headers) Object.assign(headers, reply.headers)
    const type = content.type ?? (given.body instanceof Blob && given.body.type)
    if (kind && body !== undefined) headers['Content-Type'] = type || 'application/octet-stream'
    // The response to HEAD has no body. Hono drops a text after middleware has read it, for its ETag.
    const isDropped = context.req.method === 'HEAD' && isStream(body)
    const response = respond(context, isDropped ? null : body, status, headers)
    if (kind?.isEvents && !response.headers.has('Cache-Control'))
      response.headers.set('Cache-Control', 'no-cache')
    const missing = required.find((name) => !response.headers.has(name))
    if (missing) throw new ReplyViolation(`${id} ${status} must have ${missing}`)
    return isDropped ? body.cancel().then(() => response) : response
  }
}

export function requiredHeaders({ given = {} }: DeclaredReply): string[] {
  return Object.keys(given).filter((name) => given[name]?.required)
}

/** What is known of the replies of a status. */
type Sendable = {
  status: StatusCode
  reply: DeclaredReply
  /** The content type of a reply that names none. */
  first: string | undefined
  contents: ReadonlyMap<string, Content>
  /** The headers that the operation gives, by their names in lower case. */
  headers: ReadonlyMap<string, GivenHeader>
  required: readonly string[]
}

type Content = {
  /** Undefined for a reply without a body. */
  kind?: ReplyKind
  /** The `Content-Type` that is sent. A range of bytes has that of the bytes. */
  type?: string | undefined
  write: (body: unknown) => ReplyBody
}

const nothing: Content = { write: () => null }

type Checked = (value: unknown) => unknown

function checkerOf(
  name: string,
  contentType: string,
  check: BodyCheck | undefined,
  mode: CheckResponses,
): Checked {
  if (mode === false || !check) return (value) => value
  if (mode !== 'strict') return (value) => check(value, contentType)
  return (value) => {
    const copy = check(value, contentType)
    const extra = findUndeclaredField(value, copy)
    if (extra) throw new ReplyViolation(`${name} must not have ${extra}`)
    return copy
  }
}

function streamKind(writer: (checked: Checked) => (value: unknown) => string): ReplyKind {
  return {
    write: (body, checked, name) => {
      const write = writer(checked)
      if (isIterable(body)) return streamOf(body, (value) => encoder.encode(write(value)))
      throw new ReplyViolation(`${name} must be an AsyncIterable`)
    },
  }
}

function eventsKind(isWhole: boolean): ReplyKind {
  const kind = streamKind((checked) => (value) => eventText(value, checked, isWhole))
  return { ...kind, isEvents: true }
}

const encoder = new TextEncoder()

type ReplyBody = string | Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null

/** The status codes of responses that have no body, even if the document declares one. */
const bodiless = new Set([204, 205, 304])

export type PlainReply = { status: number; contentType?: string; body?: unknown; headers?: unknown }

/** Returns the key of the declaration of a status: its own, that of its range, or the default one. */
function keyOf(declared: Readonly<Record<string, DeclaredReply>>, status: number): string {
  const keys = [`${status}`, `${`${status}`[0]}XX`]
  return keys.find((each) => Object.hasOwn(declared, each)) ?? 'default'
}

function isStatusCode(status: number): status is StatusCode {
  return Number.isInteger(status) && status >= 200 && status <= 599
}

/** Sets cookies where Hono expects them. Each has a header of its own (RFC 6265 §3). */
function setCookies(context: Context, value: unknown): void {
  for (const each of [value].flat())
    context.header('Set-Cookie', headerText(each), { append: true })
}

function bytesOf(body: unknown): ReplyBody {
  if (body instanceof Blob || isStream(body)) return body
  if (body instanceof Uint8Array) return toBytes(body)
  if (isIterable(body)) return streamOf(body, toBytes)
  throw new ReplyViolation('A reply must be bytes, a stream or a Blob')
}

function isStream(value: unknown): value is ReadableStream<Uint8Array> {
  return value instanceof ReadableStream
}

function toBytes(chunk: unknown): Uint8Array<ArrayBuffer> {
  if (chunk instanceof Uint8Array) return isOwn(chunk) ? chunk : new Uint8Array(chunk)
  throw new ReplyViolation('A chunk of a reply must be bytes')
}

/** Whether bytes are not shared between threads. The web takes no others. */
function isOwn(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

/**
 * Finds a field of a reply that the contract does not name: its checked copy lacks it. Such fields are
 * never sent. In tests they are an error.
 * @returns the field's path, such as `body.products[0].secret`.
 */
function findUndeclaredField(given: unknown, copy: unknown, at = 'body'): string | undefined {
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

export function formText(body: unknown): string {
  return new URLSearchParams(
    Object.entries(isObject(body) ? body : {}).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [value].flat().map((each): [string, string] => [name, fieldText(each)]),
    ),
  ).toString()
}

function fieldText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/** Writes a value of a header in the style `simple`. */
function headerText(value: unknown, explode = false): string {
  if (!isObject(value)) return String(value)
  const entries = Object.entries(value)
  return explode ? entries.map((each) => each.join('=')).join() : entries.join()
}

function isPlainReply(reply: unknown): reply is PlainReply {
  const { status } = isObject(reply) ? reply : {}
  return typeof status === 'number'
}

/**
 * Returns the `Content-Type` of a declared one: texts are UTF-8, and a range of JSON is JSON. A range of bytes has
 * none.
 */
function sentType(declared: string, kind: ReplyKind): string | undefined {
  if (declared.includes('*')) return kind === json ? 'application/json' : undefined
  return kind === text && !declared.includes('charset') ? `${declared}; charset=utf-8` : declared
}

/**
 * Returns the text of an event: a text as it is, other data as JSON.
 * @param value a value that an operation yields.
 * @param checked checks and copies a value.
 * @param isWhole whether the schema is that of whole events, with their fields, rather than of their data.
 * @throws {ReplyViolation} if a field has a line break.
 */
function eventText(value: unknown, checked: (value: unknown) => unknown, isWhole: boolean): string {
  const given = value instanceof ServerSentEvent ? value : undefined
  if (!isWhole) {
    const data = given ? given.data : value
    return textOf(data === undefined ? undefined : checked(data), given?.fields)
  }
  const { comment, ...fields } = given?.fields ?? {}
  if (given && given.data === undefined) return textOf(undefined, given.fields)
  const event = checked(given ? { ...fields, data: given.data } : value)
  const { data } = isObject(event) ? event : { data: event }
  return textOf(data, isObject(event) ? { ...event, comment } : {})
}

function textOf(data: unknown, fields: Readonly<Record<string, unknown>> = {}): string {
  const { comment } = fields
  const lines = linesOf(comment).map((line) => `: ${line}\n`)
  for (const name of ['event', 'id', 'retry']) {
    const value = fields[name]
    if (value === undefined) continue
    // A line break would end the field, and NUL makes clients ignore an id.
    if (/[\r\n\0]/.test(String(value))) throw new ReplyViolation(`${name} must be one line`)
    lines.push(`${name}: ${value}\n`)
  }
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  lines.push(...linesOf(text).map((line) => `data: ${line}\n`))
  return `${lines.join('')}\n`
}

function linesOf(text: unknown): string[] {
  return text === undefined ? [] : String(text).split(/\r\n|\r|\n/)
}
