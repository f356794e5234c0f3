import type { Agent } from 'node:http'
import type { TestRequest, TestResponse } from '../../server/testing/test-server.ts'
import { withKey } from '../../testkit/api-request.ts'
import { problemOf } from '../../testkit/contract.ts'
import { jsonOrText, type Received, type Sent, send } from '../../testkit/http.ts'

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
export type Ask = (sent: TestRequest) => Promise<TestResponse>

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

type Options = {
  url: string
  key: string
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
    const outcome = await send(url, sent, { agent }).catch((error: unknown) => ({ error }))
    const times = { sent, start, end: performance.now() }
    if ('error' in outcome) {
      const isReset = Reflect.get(Object(outcome.error), 'isReused') === true
      report({ ...times, problem: String(outcome.error), isReset })
      throw new NoResponse(String(outcome.error))
    }
    const problem = responseProblem(sent, outcome)
    report({ ...times, response: outcome, problem, isReset: false })
    return { ...outcome, body: jsonOrText(outcome.text) }
  }

/** Whether a response is an error message in JSON. */
export const isMessage = ({ text, headers }: Received): boolean =>
  headers['content-type'] === 'application/json' && /^\{"message":"[^"]+"\}$/.test(text)

/** Paths of pages, documents and probes. The contract does not describe them. */
const outside =
  /^\/($|(healthz|readyz|docs|openapi\.json|collection\.json|docs\.md|llms\.txt)$|(cdn|tutorials)\/[^/]+$|(i|portal)(\/|$))/

/** Returns why a page is wrong: it failed, or it is HTML without a content security policy. */
const pageProblem = (response: Received): string | undefined => {
  const { 'content-type': type = '', 'content-security-policy': policy } = response.headers
  const isGuarded = !type.startsWith('text/html') || String(policy).includes("default-src 'none'")
  const isServed = response.status < 500 || response.status === 503
  return isGuarded && isServed ? undefined : shown(response)
}

/** Decodes percent-encoded unreserved characters (RFC 3986 §6.2.2.2). */
const decoded = (path: string): string =>
  path.replaceAll(/%[0-9a-f]{2}/gi, (triplet) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : triplet
  })

/** The path of a request target (WHATWG URL); undefined if it is no URL. */
const pathOf = (target: string): string | undefined => {
  const safe = target.replaceAll('\\', '%5C')
  return URL.parse(safe.startsWith('/') ? `http://localhost${safe}` : safe)?.pathname
}

/** Returns why a response to a well-formed request is wrong, or undefined. */
export const responseProblem = (sent: Sent, response: Received): string | undefined => {
  const path = pathOf(sent.path)
  const isRejectedPath = response.status === 400 && (sent.method === 'HEAD' || isMessage(response))
  // An absolute target may have an invalid host.
  if (isRejectedPath && !sent.path.startsWith('/')) return undefined
  if (path === undefined) return `${sent.path} is no URL: ${shown(response)}`
  if (outside.test(decoded(path))) return pageProblem(response)
  const problem = problemOf({ ...sent, path }, response)
  return problem && problemOf({ ...sent, path: decoded(path) }, response) && problem
}
