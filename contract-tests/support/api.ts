import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Message } from '../../generated/zod/schemas.ts'
import { type Connection, type Exchange, rateLimitReached } from './connection.ts'
import { type Problem, problemsOf, timeFields } from './contract.ts'
import { jsonOrText, type ApiRequest as KeyedRequest, type Received, withKey } from './http.ts'
import { type Server, SuiteError } from './server.ts'

/** A request. Default key: the server's. */
export type ApiRequest = KeyedRequest & { mayFail?: boolean }

export type ApiResponse = Received & { body: unknown; exchange: Exchange }

/** Sends requests to a server. Checks every response against the document. */
export class Api {
  readonly url: string
  readonly key: string
  /** The response that arrived last. It shows the violation of a row of a list. */
  last: ApiResponse | undefined
  readonly #connection: Connection
  readonly #observe: (exchange: Exchange) => Exchange
  readonly #hasOwnRateLimit: boolean

  /**
   * @param observe is called with each exchange, and returns it without the problems to leave out
   * @param hasOwnRateLimit whether the server's rate limit is part of the test
   */
  constructor(
    { url, key }: Server,
    connection: Connection,
    observe: (exchange: Exchange) => Exchange = (exchange) => exchange,
    hasOwnRateLimit = false,
  ) {
    this.url = url.replace(/\/$/, '')
    this.key = key
    this.#connection = connection
    this.#observe = observe
    this.#hasOwnRateLimit = hasOwnRateLimit
  }

  /**
   * Sends a request. A response that breaks the contract is observed, and returned.
   * @throws {Violation} when there is no response.
   * @throws {SuiteError} when the rate limit is used up, or the run must end.
   */
  async send({ mayFail = false, ...request }: ApiRequest): Promise<ApiResponse> {
    const sent = withKey(this.key, request)
    const result = await this.#connection.send(this.url, sent)
    const what = `${sent.method ?? 'GET'} ${sent.path}`
    if ('failed' in result) {
      const cause = `no response: ${result.failed}`
      const problem: Problem = { part: 'status', cause, message: `${what}: ${cause}` }
      const exchange = { sent, received: undefined, problems: [problem] }
      throw new Violation(problem.message, this.#observe(exchange))
    }
    if (result.status === 429 && !this.#hasOwnRateLimit)
      throw new SuiteError(rateLimitReached(this.url))
    const { status, text } = result
    const problems = problemsOf(sent, result)
    if (status >= 500 && !mayFail)
      problems.unshift({
        part: 'status',
        cause: `server fails with ${status}`,
        message: `${what}: ${status} for a request that must not fail`,
      })
    const exchange = this.#observe({ sent, received: result, problems })
    this.last = { ...result, body: jsonOrText(text), exchange }
    return this.last
  }

  get(path: string): Promise<ApiResponse> {
    return this.send({ path })
  }

  post(path: string, json?: unknown): Promise<ApiResponse> {
    return this.send({ method: 'POST', path, json })
  }

  put(path: string, json: unknown): Promise<ApiResponse> {
    return this.send({ method: 'PUT', path, json })
  }

  delete(path: string): Promise<ApiResponse> {
    return this.send({ method: 'DELETE', path })
  }
}

function text(value: unknown): string {
  return JSON.stringify(value) ?? String(value)
}

/** Thrown when a server breaks a promise of the contract. */
export class Violation extends Error {
  override name = 'Violation'
  /** The request that shows the violation, and its response. */
  readonly exchange: Exchange | undefined

  constructor(message: string, exchange?: Exchange) {
    super(message)
    this.exchange = exchange
  }
}

type Shown = { exchange: Exchange }

/** Throws a `Violation` with the exchange unless the condition holds. */
export const must: (holds: boolean, message: string, shown?: Shown | undefined) => asserts holds = (
  holds,
  message,
  shown,
) => {
  if (!holds) throw new Violation(message, shown?.exchange)
}

export const same = (
  actual: unknown,
  expected: unknown,
  what: string,
  shown?: Shown | undefined,
): void =>
  must(
    isDeepStrictEqual(comparable(actual), comparable(expected)),
    `${what} must be ${text(expected)}, not ${text(actual)}`,
    shown,
  )

/** Replaces times by their milliseconds: a server may write them in several ways, and more digits in some responses. */
function comparable(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => comparable(each))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([each, inner]) => [each, comparable(inner, each)]),
    )
  return typeof value === 'string' && timeFields.has(name) ? Date.parse(value) : value
}

export const mustBe = <Response extends Shown & { status: number }>(
  status: number,
  response: Response,
): Response => {
  same(response.status, status, 'the status', response)
  return response
}

/** Returns the body of a response. Throws unless it has this status code and schema. */
export const read = <Body>(schema: z.ZodType<Body>, response: ApiResponse, status = 200): Body => {
  const { data, error } = schema.safeParse(mustBe(status, response).body)
  if (data === undefined)
    throw new Violation(
      `the body is wrong: ${z.prettifyError(error ?? new z.ZodError([]))}`,
      response.exchange,
    )
  return data
}

export const mustReturn = (response: ApiResponse, status: number, body: unknown): void =>
  same(mustBe(status, response).body, body, 'the body', response)

/** Throws unless a response is a 400 without `errors` (§7 rule 2). */
export const mustReject = (response: ApiResponse, what: string): void => {
  same(response.status, 400, `the status of ${what}`, response)
  must(Message.safeParse(response.body).success, `${what} must be { message } alone`, response)
}

/** The allowed difference between the clocks, including the length of a run, in milliseconds. */
const tolerance = 30 * 60_000

/** Throws unless a timestamp is close to the current time. */
export const mustBeNow = (timestamp: string, name: string, shown?: Shown): void =>
  must(
    Math.abs(Date.parse(timestamp) - Date.now()) < tolerance,
    `${name} must be the current time, not ${timestamp}`,
    shown,
  )
