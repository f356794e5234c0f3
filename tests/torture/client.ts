import { type Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { TestRequest, TestResponse } from '../../server/testing/test-server.ts'
import { withKey } from '../../testkit/api-request.ts'
import { jsonOrText, type Received, type Sent } from '../../testkit/http.ts'
import { responseProblem } from './response-problem.ts'

/** A request with its outcome. Times are those of `performance.now()`. */
export type Exchange = {
  sent: Sent
  start: number
  end: number
  /** Undefined if no response arrived. */
  response?: Received
  /** How the response differs from the document, or why there is none. */
  problem?: string
  /** Whether the request had no response although it was sent on a connection that was open before. */
  isReset: boolean
}

/** Sends a request as an account. @throws {NoResponse} */
export type Ask = (sent: TestRequest) => Promise<TestResponse>

/** Thrown if a request got no response. */
export class NoResponse extends Error {
  override name = 'NoResponse'
}

/** Returns a request in words, for messages. */
export const inWords = ({ sent: { method = 'GET', path }, response, start, end }: Exchange) =>
  `${method} ${path}: ${response ? `${response.status} ${response.text.slice(0, 200)}` : 'no response'} after ${(end - start).toFixed()} ms`

/** Sends a request. Rejects with the error and whether the connection was open before. */
const exchange = (url: string, sent: Sent, agent: Agent | undefined) =>
  new Promise<Omit<TestResponse, 'body'>>((resolve, reject) => {
    const { method = 'GET', path, body } = sent
    const headers = Object.entries(sent.headers ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    )
    const outgoing = request(url + path, { agent, method, headers: Object.fromEntries(headers) })
    const fail = (error: Error) => reject(new NoResponse(`${error}`, { cause: outgoing }))
    outgoing.on('error', fail).on('response', (incoming) => {
      buffer(incoming).then(
        (bytes) =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            bytes,
            text: bytes.toString(),
          }),
        fail,
      )
    })
    if (body !== undefined) outgoing.setHeader('content-length', Buffer.byteLength(body))
    outgoing.end(body)
  })

type Options = {
  url: string
  key: string
  /** Default: Node's agent, which keeps connections open. */
  agent?: Agent
  /** Called with each exchange before `ask` returns. */
  report: (exchange: Exchange) => void
}

/** Returns a function that sends requests and checks each response against the document. */
export const clientOf =
  ({ url, key, agent, report }: Options): Ask =>
  async (request) => {
    const sent = withKey(key, request)
    const start = performance.now()
    try {
      const response = await exchange(url, sent, agent)
      const problem = responseProblem(sent, response)
      report({
        ...{ sent, start, end: performance.now(), response, isReset: false },
        ...(problem === undefined ? {} : { problem }),
      })
      return { ...response, body: jsonOrText(response.text) }
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error
      const isReset = Reflect.get(Object(error.cause), 'reusedSocket') === true
      report({ sent, start, end: performance.now(), problem: error.message, isReset })
      throw error
    }
  }
