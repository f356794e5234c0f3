import { problemOf } from '../../testkit/contract.ts'
import { jsonOrText, type Received, type Sent, send } from '../../testkit/http.ts'
import { type Exchange, Violation } from './violation.ts'

/** A request; `json` is sent as its body, and the target's key goes with it unless `key` says otherwise. */
export type Ask = Sent & {
  key?: string | null
  json?: unknown
  /** Whether the server was made to fail, so that 500 is what is to come. */
  mayFail?: boolean
}

export type Answer = Received & { body: unknown; exchange: Exchange }

/** Hears of every request as it is sent, and of every answer. */
export type Recorder = {
  sending?: (sent: Sent) => void
  answered?: (exchange: Exchange) => void
}

/** Speaks HTTP with the server under test. Every answer is held against the document before a law sees it. */
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
   * @throws {Violation} when the answer is not one that the document declares, or is a 500 that nobody provoked.
   */
  async ask({ key = this.key, json, mayFail = false, ...rest }: Ask): Promise<Answer> {
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
    this.#recorder.answered?.(exchange)
    const problem = problemOf(sent, received)
    if (problem) throw new Violation(problem, exchange)
    if (received.status >= 500 && !mayFail)
      throw new Violation(`the server fails: ${received.status}`, exchange)
    return { ...received, body: jsonOrText(received.text), exchange }
  }

  get(path: string): Promise<Answer> {
    return this.ask({ path })
  }

  post(path: string, json?: unknown): Promise<Answer> {
    return this.ask({ method: 'POST', path, json })
  }

  put(path: string, json: unknown): Promise<Answer> {
    return this.ask({ method: 'PUT', path, json })
  }

  delete(path: string): Promise<Answer> {
    return this.ask({ method: 'DELETE', path })
  }
}
