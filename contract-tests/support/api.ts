import { isDeepStrictEqual } from 'node:util'
import { Message } from '../../generated/schemas.ts'
import { type ApiRequest as KeyedRequest, withKey } from '../../testkit/api-request.ts'
import { problemOf } from '../../testkit/contract.ts'
import { jsonOrText, type Received, type Sent, send } from '../../testkit/http.ts'

/** A request and its response. */
export type Exchange = { sent: Sent; received: Received }

/** Thrown when a response breaks a promise of the contract. */
export class Violation extends Error {
  override name = 'Violation'
  /** The request that shows the violation, and its response. */
  readonly exchange: Exchange | undefined

  constructor(message: string, exchange?: Exchange) {
    super(message)
    this.exchange = exchange
  }
}

/** A request. Default key: the target's. */
export type ApiRequest = KeyedRequest & {
  /** Whether a 500 is expected. */
  mayFail?: boolean
}

export type ApiResponse = Received & { body: unknown; exchange: Exchange }

/** Callbacks for each request and response. */
export type Recorder = {
  sending?: (sent: Sent) => void
  received?: (exchange: Exchange) => void
}

/** Sends requests to the target. Validates every response against the document. */
export class Api {
  readonly url: string
  readonly key: string
  readonly #recorder: Recorder

  constructor(url: string, key: string, recorder: Recorder = {}) {
    this.url = url
    this.key = key
    this.#recorder = recorder
  }

  /**
   * Sends a request.
   * @throws {Violation} when the document does not declare the response, or for an unexpected 500.
   */
  async send({ mayFail = false, ...request }: ApiRequest): Promise<ApiResponse> {
    const sent = withKey(this.key, request)
    this.#recorder.sending?.(sent)
    const received = await send(this.url, sent)
    const exchange = { sent, received }
    this.#recorder.received?.(exchange)
    const problem = problemOf(sent, received)
    if (problem) throw new Violation(problem, exchange)
    if (received.status >= 500 && !mayFail)
      throw new Violation(`the server fails: ${received.status}`, exchange)
    return { ...received, body: jsonOrText(received.text), exchange }
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

/** What an assertion shows of a response. */
type Shown = { exchange: Exchange }

/** Throws a `Violation` with the exchange unless the condition holds. */
export const must: (holds: boolean, message: string, shown?: Shown) => asserts holds = (
  holds,
  message,
  shown,
) => {
  if (!holds) throw new Violation(message, shown?.exchange)
}

const text = (value: unknown): string => JSON.stringify(value) ?? String(value)

/** Throws a `Violation` with the exchange unless two values are equal. */
export const same = (actual: unknown, expected: unknown, what: string, shown?: Shown): void =>
  must(
    isDeepStrictEqual(actual, expected),
    `${what} must be ${text(expected)}, not ${text(actual)}`,
    shown,
  )

/** Throws unless a response has this status code. Returns the response. */
export const mustBe = <Response extends Shown & { status: number }>(
  status: number,
  response: Response,
): Response => {
  same(response.status, status, 'the status', response)
  return response
}

/** Throws unless a response has this status code and body. */
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
