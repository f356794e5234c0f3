import type { OperationId } from '../generated/operations.ts'
import { replies } from '../generated/replies.ts'
import { findUndeclaredField } from '../generated/send-reply.ts'

/** The response that a client prefers (RFC 7240): Prism's preferences, and `wait`. */
export type Preference = {
  code: number | undefined
  example: string | undefined
  dynamic: boolean
  /** The delay of the response, in milliseconds. */
  wait: number
}

/** No preference: the response is the document's first success example. */
export const noPreference: Preference = {
  code: undefined,
  example: undefined,
  dynamic: false,
  wait: 0,
}

/** A reply of the document, without the rate-limit headers. */
export type MockReply = { status: number; contentType: string; body: unknown }

/** The state of a request that the server's HTTP layer does not carry. */
export type RequestContext = {
  preference: Preference
  /** Why the `Prefer` header is invalid. */
  invalid?: PreferenceError
  /** The response to send instead, when the operation's type does not allow it. */
  replacement?: MockReply
}

/** Thrown for a preference that is invalid, or that the document has no reply for. The message names the valid ones. */
export class PreferenceError extends Error {
  override name = 'PreferenceError'
}

/** The maximum delay of a response, in milliseconds. */
const maxWait = 60_000

const wholeNumber = (name: string, text: string, most: number): number => {
  const number = Number(text)
  if (/^\d{1,9}$/.test(text) && number <= most) return number
  throw new PreferenceError(
    `Prefer: ${name} must be a whole number of at most ${most}, not "${text}"`,
  )
}

const flag = (text: string): boolean => {
  if (text === 'true' || text === '') return true
  if (text === 'false') return false
  throw new PreferenceError(`Prefer: dynamic must be true or false, not "${text}"`)
}

const parsers = new Map<string, (value: string) => Partial<Preference>>([
  ['code', (value) => ({ code: wholeNumber('code', value, 999) })],
  ['example', (value) => ({ example: value })],
  ['dynamic', (value) => ({ dynamic: flag(value) })],
  ['wait', (value) => ({ wait: wholeNumber('wait', value, maxWait) })],
])

/**
 * Parses a `Prefer` header: `code=404`, `example=notFound`, `dynamic=true`, `wait=200`, separated by
 * commas or semicolons. Unknown preferences are ignored (RFC 7240 §2).
 */
const readPreference = (header: string): Preference => {
  const preference = { ...noPreference }
  for (const part of header.split(/[,;]/)) {
    const [name = '', ...value] = part.split('=')
    const unquoted = value
      .join('=')
      .trim()
      .replace(/^"(.*)"$/, '$1')
    Object.assign(preference, parsers.get(name.trim().toLowerCase())?.(unquoted))
  }
  return preference
}

const readContext = (header: string | null): RequestContext => {
  try {
    return { preference: readPreference(header ?? '') }
  } catch (error) {
    if (!(error instanceof PreferenceError)) throw error
    return { preference: noPreference, invalid: error }
  }
}

/** Returns whether a request prefers a certain response, or has an invalid `Prefer` header. */
export const hasPreference = ({ preference, invalid }: RequestContext): boolean =>
  invalid !== undefined ||
  preference.code !== undefined ||
  preference.example !== undefined ||
  preference.dynamic

/** The names of an operation's examples, by status code. */
export type PossibleReplies = ReadonlyMap<number, readonly string[]>

const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** Returns the status code of an example, success first; without an example, the success status code. */
const statusOf = (possible: PossibleReplies, example: string | undefined): number => {
  const statuses = [...possible.keys()].toSorted(
    (a, b) => Number(isSuccess(b)) - Number(isSuccess(a)),
  )
  const found = statuses.find(
    (each) => example === undefined || possible.get(each)?.includes(example),
  )
  if (found !== undefined) return found
  const names = [...possible.values()].flat().join(', ')
  throw new PreferenceError(`Prefer: example must be one of ${names}, not ${example}`)
}

/**
 * Returns the preferred status code, or the success status code.
 * @throws {PreferenceError} if the document has no such reply.
 */
export const preferredStatus = (
  possible: PossibleReplies,
  { code, example }: Preference,
): number => {
  const status = code ?? statusOf(possible, example)
  const examples = possible.get(status)
  if (!examples)
    throw new PreferenceError(
      `Prefer: code must be one of ${[...possible.keys()].join(', ')}, not ${status}`,
    )
  if (example !== undefined && !examples.includes(example))
    throw new PreferenceError(
      `Prefer: example of ${status} must be one of ${examples.join(', ')}, not ${example}`,
    )
  return status
}

/** Returns why an operation cannot return a reply; undefined if it can. Those of the HTTP layer, such as 401, it cannot. */
export const replyProblem = (
  checks: (typeof replies)[OperationId],
  { status, body }: { status: number; body: unknown },
): string | undefined => {
  const check = checks[status]
  if (!check) return `the status code ${status} is not declared`
  try {
    const extra = findUndeclaredField(body, check(body))
    return extra && `the property ${extra} is not declared`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * Returns the preferred reply of an operation. A reply that operations cannot return goes into the
 * context as the replacement.
 * @param find finds the document's reply for a preference
 */
export const preferredReply = async (
  operationId: OperationId,
  context: RequestContext,
  find: (preference: Preference) => MockReply | Promise<MockReply>,
): Promise<MockReply> => {
  try {
    if (context.invalid) throw context.invalid
    const reply = await find(context.preference)
    if (replyProblem(replies[operationId], reply) === undefined) return reply
    context.replacement = reply
  } catch (error) {
    if (!(error instanceof PreferenceError)) throw error
    const body = { message: error.message }
    context.replacement = { status: 400, contentType: 'application/json', body }
  }
  // This reply is not sent: the replacement is.
  return find(noPreference)
}

/** Replaces status code and body of a response. Its headers become those that the server sends with the status code. */
const replaced = (response: Response, { status, contentType, body }: MockReply): Response => {
  const headers = new Headers(response.headers)
  // The plain-text 401 has a charset (specification §5 rule 4).
  headers.set(
    'Content-Type',
    contentType === 'text/html' ? 'text/html; charset=utf-8' : contentType,
  )
  headers.delete('Content-Length')
  // Only a 401 lacks this header (design decision 50).
  if (status === 401) headers.delete('X-Content-Type-Options')
  if (status === 429)
    for (const name of ['RateLimit-Remaining', 'X-RateLimit-Remaining']) headers.set(name, '0')
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
}

/**
 * Handles a request with its preference: waits, responds, and replaces the response when the
 * preferred one is not a response that operations can return.
 */
export const withPreference = async (
  request: Request,
  respond: (context: RequestContext) => Response | Promise<Response>,
): Promise<Response> => {
  const context = readContext(request.headers.get('prefer'))
  await new Promise((resolve) => setTimeout(resolve, context.preference.wait))
  const response = await respond(context)
  return context.replacement ? replaced(response, context.replacement) : response
}
