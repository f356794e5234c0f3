import type { Agent } from 'node:http'
import { problemOf } from '../../contract-tests/support/contract.ts'
import {
  type ApiRequest,
  jsonOrText,
  type Received,
  type ReceivedBytes,
  type Sent,
  send,
  withKey,
} from '../../contract-tests/support/http.ts'

/** A request with its outcome. Times are those of `performance.now()`. */
export type Exchange = {
  sent: Sent
  start: number
  end: number
  /** Undefined if no response arrived. */
  response?: Received
  /** How the response differs from the document, or why there is none. */
  problem?: string | undefined
  /** Whether the request had no response although it was sent on a connection that was open before. */
  isReset: boolean
}

/** Sends a request as an account. @throws {NoResponse} */
export type Ask = (request: ApiRequest) => Promise<ReceivedBytes & { body: unknown }>

/** Thrown if a request got no response. */
export class NoResponse extends Error {
  override name = 'NoResponse'
}

/** Returns a response in words, for messages. */
export const shown = ({ status, headers, text }: Received): string =>
  `${status} ${headers['content-type']} ${JSON.stringify(text)}`.slice(0, 300)

/** Returns a request in words, for messages. */
export const inWords = ({ sent: { method = 'GET', path }, response, start, end }: Exchange) =>
  `${method} ${path}: ${response ? shown(response) : 'no response'} after ${(end - start).toFixed()} ms`

type TortureClientOptions = {
  url: string
  key: string
  agent?: Agent
  /** Called with each exchange before `ask` returns. */
  report: (exchange: Exchange) => void
}

/** Returns a function that sends requests and checks each response against the document, which has no pages and probes. */
export const clientOf =
  ({ url, key, agent, report }: TortureClientOptions): Ask =>
  async (request) => {
    const sent = withKey(key, request)
    const start = performance.now()
    const outcome = await send(url, sent, { agent }).catch((error: unknown) => ({ error }))
    const times = { sent, start, end: performance.now() }
    if ('error' in outcome) {
      const isReset = Reflect.get(Object(outcome.error), 'isReused') === true
      report({ ...times, problem: String(outcome.error), isReset })
      throw new NoResponse(String(outcome.error))
    }
    const problem = sent.path.startsWith('/v1/') ? problemOf(sent, outcome) : undefined
    report({ ...times, response: outcome, problem, isReset: false })
    return { ...outcome, body: jsonOrText(outcome.text) }
  }
