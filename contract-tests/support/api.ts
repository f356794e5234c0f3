import { problemOf } from '../../testkit/contract.ts'
import { jsonOrText, type Received, type Sent, send } from '../../testkit/http.ts'
import { type Exchange, Violation } from './violation.ts'

/** A request. `json` is its body. Default key: the target's. */
export type ApiRequest = Sent & {
  key?: string | null
  json?: unknown
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
  async send({ key = this.key, json, mayFail = false, ...rest }: ApiRequest): Promise<ApiResponse> {
    const headers: Sent['headers'] = {
      authorization: key === null ? undefined : `Bearer ${key}`,
      'content-type': json === undefined ? undefined : 'application/json',
      ...rest.headers,
    }
    const body = json === undefined ? rest.body : JSON.stringify(json)
    const sent: Sent = { ...rest, headers, body }
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
