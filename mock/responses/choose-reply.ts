import { closestMatch } from 'leven'
import type { OperationId } from '../../generated/operations.ts'
import { replies } from '../../generated/replies.ts'
import type { Document } from '../../packages/openapi-hono/model/document.ts'
import { type NamedExample, readOperations } from '../../packages/openapi-hono/model/model.ts'
import { seededRandom, seedOf } from '../../packages/openapi-hono/schema/seeded-random.ts'
import type { Drop, QueuedResponse, QueueRequest } from '../types.ts'
import { operationGroup, operationGroups } from './operations.ts'

/**
 * Returns the reply of a call: that of its `Prefer` header, else the queued one, else the operation's
 * own. A reply that operations may not return goes into the context as the replacement.
 */
export const chooseReply = async (
  id: OperationId,
  context: RequestContext,
  { queue, find, own, input }: Sources,
): Promise<unknown> => {
  const { preference, invalid } = context
  const { status, example, dynamic = false } = preference
  const prefers = invalid !== undefined || dynamic || (status ?? example) !== undefined
  const queued = prefers ? undefined : queue.take(id, input)
  if (queued) await wait(queued.latencyMilliseconds, context.stopping)
  if (queued?.drop) context.drop = queued.drop
  // This reply is not sent.
  if (queued?.drop === 'request') return find(id, {})
  if (!prefers && (queued?.status ?? null) === null) return own()
  context.source = queued ? 'queue' : 'Prefer header'
  try {
    if (invalid) throw invalid
    const wanted = { status: queued?.status ?? undefined, example: queued?.example ?? undefined }
    const { custom } = queued ?? {}
    if (custom) {
      context.replacement = customReply(wanted.status ?? 200, custom)
      return find(id, {})
    }
    const reply = await find(id, queued ? wanted : preference)
    // Operations return no errors of the edge and of validation, and nothing that is generated.
    if (isSuccess(reply) && !dynamic) return reply
    context.replacement = reply
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error
    const body = { message: `Prefer: ${error.message}` }
    context.replacement = { status: 400, contentType: 'application/json', body }
  }
  // This reply is not sent: the replacement is.
  return find(id, {})
}

/** Thrown for a request that cannot be fulfilled. The message names the remedy. */
export class InvalidRequest extends Error {
  override name = 'InvalidRequest'
}

/** Returns the error for a name that does not exist. It names the nearest one, and all. */
export const unknownName = (what: string, given: string, names: readonly string[]) =>
  new InvalidRequest(
    `Unknown ${what} ${given}. Did you mean ${closestMatch(given, names)}? Use one of ${names.join(', ')}.`,
  )

type DeclaredReply = {
  status: number
  contentType: string | undefined
  examples: readonly NamedExample[]
}

export type Declared = ReadonlyMap<string, readonly DeclaredReply[]>

export const declaredReplies = (document: Document): Declared =>
  new Map(readOperations(document).map(({ id, replies }) => [id, replies]))

/** A reply of an operation: by default the first example of the status code, or the first success. */
export type Wanted = { status?: number | undefined; example?: string | undefined }

const isSuccess = ({ status }: { status: number }): boolean => status >= 200 && status < 300

/**
 * Finds a reply of an operation.
 * @throws {InvalidRequest} if the document has no such status code or example.
 */
export const findReply = (declared: Declared, id: string, { status, example }: Wanted) => {
  const all = declared.get(id) ?? []
  const possible = all
    .filter((reply) => status === undefined || reply.status === status)
    .toSorted((a, b) => Number(isSuccess(b)) - Number(isSuccess(a)))
  if (status !== undefined && possible.length === 0)
    throw new InvalidRequest(
      `Unknown ${id} status ${status}. Use one of ${all.map((reply) => reply.status).join(', ')}.`,
    )
  const reply = possible.find(
    ({ examples }) => example === undefined || examples.some(({ name }) => name === example),
  )
  if (!reply) {
    const names = possible.flatMap(({ examples }) => examples.map(({ name }) => name))
    throw unknownName(`${[id, status].join(' ').trim()} example`, String(example), names)
  }
  return { ...reply, example: reply.examples.find(({ name }) => name === (example ?? name)) }
}

/** A reply of the document, without the rate-limit headers. */
export type MockReply = {
  status: number
  contentType: string
  body: unknown
  headers?: Readonly<Record<string, string>>
}

/** The content of a `Prefer` header (RFC 7240): a reply, a generated one, a delay in milliseconds. */
export type Preference = Wanted & { dynamic?: boolean; wait?: number }

/** The state of a request that the server's HTTP layer does not carry. */
export type RequestContext = {
  preference: Preference
  /** Aborted when the session stops. */
  stopping?: AbortSignal
  invalid?: InvalidRequest
  /** The response to send instead of the operation's, whose type may not allow it. */
  replacement?: MockReply
  drop?: Drop
  /** The reason for the response, if the operation did not choose it. */
  source?: 'Prefer header' | 'queue'
}

/** The maximum delay of a response, in milliseconds. */
export const maxDelay = 60_000

const wholeNumber = (name: string, text: string, max: number): number => {
  const number = Number(text)
  if (/^\d{1,9}$/.test(text) && number <= max) return number
  throw new InvalidRequest(`${name} must be a whole number of at most ${max}, not "${text}"`)
}

const flag = (text: string): boolean => {
  if (text === 'true' || text === '') return true
  if (text === 'false') return false
  throw new InvalidRequest(`dynamic must be true or false, not "${text}"`)
}

const parsers = new Map<string, (value: string) => Preference>([
  ['code', (value) => ({ status: wholeNumber('code', value, 999) })],
  ['example', (value) => ({ example: value })],
  ['dynamic', (value) => ({ dynamic: flag(value) })],
  ['wait', (value) => ({ wait: wholeNumber('wait', value, maxDelay) })],
])

/**
 * Parses a `Prefer` header: `code=404`, `example=notFound`, `dynamic=true`, `wait=200`, separated by
 * commas or semicolons. Unknown preferences are ignored (RFC 7240 §2).
 */
export const readContext = (header: string): RequestContext => {
  const preference: Preference = {}
  try {
    for (const part of header.split(/[,;]/)) {
      const [name = '', ...rest] = part.split('=')
      const value = rest.join('=').trim()
      const parse = parsers.get(name.trim().toLowerCase())
      Object.assign(preference, parse?.(value.replace(/^"(.*)"$/, '$1')))
    }
    return { preference }
  } catch (error) {
    if (error instanceof InvalidRequest) return { preference: {}, invalid: error }
    throw error
  }
}

/** The responses of the next calls, in their order. All methods of `/v1/auth` are one operation. */
export class ResponseQueue {
  all: readonly QueuedResponse[] = []
  #count = 0
  /** Returns the replies of the current document. */
  readonly declared: () => Declared
  readonly #random: () => number

  /** @param seed the seed of shares and latencies. */
  constructor(declared: () => Declared, seed: string) {
    this.declared = declared
    this.#random = seededRandom(seedOf(seed))
  }

  /** @throws {InvalidRequest} if the document has no such response, or the request changes nothing. */
  add(id: OperationId | 'any', request: QueueRequest): void {
    const { status, example, latencyMilliseconds = 0, share = 1, drop = null } = request
    const { match = null, unchecked = false, headers = {}, calls = share < 1 ? null : 1 } = request
    const operation = id === 'any' ? id : operationGroup(id)
    const isCustom = 'body' in request || Object.keys(headers).length > 0 || unchecked
    const isOwn = status === undefined && example === undefined && !isCustom
    const isLate = [latencyMilliseconds].flat().some((each) => each > 0)
    if (isOwn && !isLate && drop === null)
      throw new InvalidRequest('Nothing to queue. Give a status, an example, a latency or a drop.')
    const added: QueuedResponse = {
      id: ++this.#count,
      operation,
      status: status ?? null,
      example: null,
      drop,
      latencyMilliseconds,
      share,
      calls,
      match,
      custom: isCustom ? { body: request.body, headers } : null,
    }
    // Of any operation, the first example of the status code is used.
    const operations = operation === 'any' ? operationGroups : [operation]
    const isDeclared = !isOwn && !(unchecked && status !== undefined)
    for (const each of isDeclared ? operations : []) {
      const reply = findReply(this.declared(), each, request)
      added.status = reply.status
      if (each === operation && !('body' in request)) added.example = reply.example?.name ?? null
      if (added.custom && !('body' in request)) added.custom.body = reply.example?.value
      if (added.custom && !unchecked) checkBody(each, reply.status, added.custom.body)
    }
    this.all = [...this.all, added]
  }

  /** Whether a response drops its connection before anything is sent. */
  get willDrop(): boolean {
    return this.all.some(({ drop }) => drop === 'request' || drop === 'before')
  }

  /** Returns the response for a call of an operation, if any, and counts the call. */
  take(
    id: OperationId,
    input: unknown,
  ): (QueuedResponse & { latencyMilliseconds: number }) | undefined {
    const operation = operationGroup(id)
    const next = this.all.find(
      (each) =>
        (each.operation === operation || each.operation === 'any') &&
        includes(input, each.match ?? {}) &&
        (each.share === 1 || this.#random() < each.share),
    )
    if (!next) return undefined
    const { calls, latencyMilliseconds: latency } = next
    const left = calls === null ? null : calls - 1
    this.all = this.all
      .map((each) => (each === next ? { ...each, calls: left } : each))
      .filter((each) => each.calls !== 0)
    const [least, most] = typeof latency === 'number' ? [latency, latency] : latency
    const latencyMilliseconds = Math.round(least + (most - least) * this.#random())
    return { ...next, latencyMilliseconds }
  }

  /** @throws {InvalidRequest} if there is no such response. */
  remove(id: string): void {
    const left = this.all.filter((each) => String(each.id) !== id)
    if (left.length === this.all.length)
      throw new InvalidRequest(`No response ${id} is queued. GET /__mock/responses lists them.`)
    this.all = left
  }
}

/** @throws {InvalidRequest} if a response body is not that of an operation. */
function checkBody(id: OperationId, status: number, body: unknown): void {
  try {
    replies[id][status]?.(body)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new InvalidRequest(`${reason}. Send it nevertheless with "unchecked": true.`)
  }
}

/** Returns whether a value includes a part: each field of an object, each item of a list. */
function includes(value: unknown, part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return Object.is(value, part)
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(part))
    return Array.isArray(value) && part.every((item) => value.some((each) => includes(each, item)))
  const fields = new Map(Object.entries(value))
  return Object.entries(part).every(([name, each]) => includes(fields.get(name), each))
}

/** Returns a reply with a body of the user's: JSON, unless the headers or a text say otherwise. */
function customReply(
  status: number,
  { body, headers }: NonNullable<QueuedResponse['custom']>,
): MockReply {
  const contentType =
    new Headers(headers).get('content-type') ??
    (typeof body === 'string' ? 'text/html' : 'application/json')
  return { status, contentType, body: body ?? '', headers }
}

/** Waits, at most until the session stops. */
const wait = (milliseconds: number, stopping?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stopping?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, stopping?.aborted ? 0 : milliseconds)
    stopping?.addEventListener('abort', end)
  })

type Sources = {
  queue: ResponseQueue
  find(id: OperationId, wanted: Preference): MockReply | Promise<MockReply>
  own(): unknown
  input: unknown
}

/** Replaces status code and body of a response. Its headers become those that the server sends with the status code. */
const replaced = (
  response: Response,
  { status, contentType, body, headers: own = {} }: MockReply,
): Response => {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(own)) headers.set(name, value)
  // The plain-text 401 has a charset (specification §5 rule 4).
  headers.set(
    'Content-Type',
    contentType === 'text/html' ? 'text/html; charset=utf-8' : contentType,
  )
  headers.delete('Content-Length')
  if (!isSuccess({ status })) headers.delete('Cache-Control')
  // Only a 401 lacks this header (design decision 50).
  if (status === 401) headers.delete('X-Content-Type-Options')
  if (status === 429)
    for (const name of ['RateLimit-Remaining', 'X-RateLimit-Remaining']) headers.set(name, '0')
  // These have no body (RFC 9110 §15).
  const isEmpty = [204, 205, 304].includes(status)
  if (isEmpty) headers.delete('Content-Type')
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return new Response(isEmpty ? null : text, { status, headers })
}

/** Handles a request with its preference: waits, responds, and sends the replacement if there is one. */
export const withPreference = async (
  context: RequestContext,
  respond: () => Response | Promise<Response>,
): Promise<Response> => {
  if (context.preference.wait) await wait(context.preference.wait, context.stopping)
  const response = await respond()
  return context.replacement ? replaced(response, context.replacement) : response
}
