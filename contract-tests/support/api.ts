import { type ApiRequest as KeyedRequest, withKey } from '../../testkit/api-request.ts'
import { problemOf } from '../../testkit/contract.ts'
import { jsonOrText, type Received, type Sent, send } from '../../testkit/http.ts'
import { type Exchange, Violation } from './violation.ts'

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
