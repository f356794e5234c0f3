import { problemOf } from '../../../testkit/contract.ts'
import type { Received, Sent } from '../../../testkit/http.ts'
import type { Attack } from './attack.ts'
import type { Outcome } from './run-attack.ts'

const type = ({ headers }: Received): string =>
  String(headers['content-type'] ?? '').split(';')[0] ?? ''

const isMessage = ({ text, headers }: Received): boolean =>
  headers['content-type'] === 'application/json' && /^\{"message":"[^"]+"\}$/.test(text)

/** A rejection of an invalid request, which closes the connection. */
const isRejection = (response: Received): boolean =>
  [400, 408, 413, 431].includes(response.status) &&
  response.headers.connection === 'close' &&
  isMessage(response)

const rejectionProblem = (response: Received): string | undefined =>
  isRejection(response) ? undefined : `expected a rejection, not ${shown(response)}`

type Surface = {
  at: RegExp
  statuses: readonly number[]
  types: readonly string[]
}

/** Paths outside the contract: pages, documents and probes. */
const surfaces: readonly Surface[] = [
  { at: /^\/$/, statuses: [302], types: [''] },
  { at: /^\/(healthz|readyz)$/, statuses: [200], types: ['application/json'] },
  { at: /^\/docs$/, statuses: [200, 304, 404], types: ['text/html', 'text/plain', ''] },
  {
    at: /^\/(openapi\.json|collection\.json|docs\.md|llms\.txt|tutorials\/[^/]+)$/,
    statuses: [200, 304],
    types: ['application/json', 'text/markdown', 'text/plain', ''],
  },
  { at: /^\/cdn\/[^/]+$/, statuses: [200, 404], types: ['image/svg+xml', 'application/json'] },
  {
    at: /^\/(i|portal)(\/|$)/,
    statuses: [200, 303, 400, 403, 404, 405, 410, 413, 415],
    types: ['text/html', 'text/plain', 'text/css', 'text/javascript', 'image/svg+xml', ''],
  },
]

/** Every HTML page must have a content security policy that allows nothing by default. */
const isGuarded = (response: Received): boolean =>
  type(response) !== 'text/html' ||
  String(response.headers['content-security-policy']).includes("default-src 'none'")

/** Decodes percent-encoded unreserved characters (RFC 3986 §6.2.2.2). */
const decoded = (path: string): string =>
  path.replaceAll(/%[0-9a-f]{2}/gi, (triplet) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : triplet
  })

const isOfSurface = (path: string, response: Received): boolean =>
  surfaces.some(
    ({ at, statuses, types }) =>
      at.test(decoded(path)) &&
      statuses.includes(response.status) &&
      types.includes(type(response)) &&
      isGuarded(response),
  )

/** The path of a request target (WHATWG URL); undefined if it is no URL. */
const pathOf = (target: string): string | undefined => {
  const safe = target.replaceAll('\\', '%5C')
  try {
    return new URL(safe.startsWith('/') ? `http://localhost${safe}` : safe).pathname
  } catch {
    return undefined
  }
}

const short = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text)

const shown = ({ status, headers, text }: Received): string =>
  short(`${status} ${headers['content-type']} ${JSON.stringify(text)}`)

/** Returns why a response to a well-formed request is wrong, or undefined. */
export const responseProblem = (sent: Sent, response: Received): string | undefined => {
  const path = pathOf(sent.path)
  const isRejectedPath = response.status === 400 && (sent.method === 'HEAD' || isMessage(response))
  // An absolute target may have an invalid host.
  if (isRejectedPath && !sent.path.startsWith('/')) return undefined
  if (path === undefined) return `${sent.path} is no URL: ${shown(response)}`
  if (isOfSurface(path, response)) return undefined
  const problem = problemOf({ ...sent, path }, response)
  return problem && problemOf({ ...sent, path: decoded(path) }, response) && problem
}

/** What is wrong with an response, whatever it responses. */
const anyResponseProblem = (response: Received): string | undefined => {
  if (response.status >= 500) return `${shown(response)} is a server error`
  const isPlain = response.headers['content-encoding'] === undefined
  if (type(response) === 'application/json' && isPlain)
    try {
      JSON.parse(response.text)
    } catch {
      return response.text === '' ? undefined : `${shown(response)} is not JSON`
    }
  return undefined
}

/** Returns how the outcome differs from what the attack expects, or undefined. */
export const outcomeProblem = ({ expected }: Attack, outcome: Outcome): string | undefined => {
  const { responses, rest, problem, closed, refused, milliseconds } = outcome
  const seconds = `${(milliseconds / 1000).toFixed(1)} s`
  if (refused) return 'the connection was refused'
  if (problem) return problem
  for (const response of responses) {
    const wrong = anyResponseProblem(response)
    if (wrong) return wrong
  }
  const all = responses.map(shown).join(' and ')
  switch (expected.is) {
    case 'responses': {
      const most = expected.to.length + (expected.andRejection ? 1 : 0)
      if (responses.length !== most || rest !== '')
        return `${responses.length} of ${most} responses arrived in ${seconds}: ${all} ${JSON.stringify(rest)}`
      for (const [i, response] of responses.entries()) {
        const sent = expected.to[i]
        const wrong = sent ? responseProblem(sent, response) : rejectionProblem(response)
        if (wrong) return short(wrong)
      }
      return undefined
    }
    case 'rejection': {
      const [only] = responses
      if (!only || responses.length > 1 || !isRejection(only))
        return `expected one rejection, not ${all || 'nothing'}`
      return closed ? undefined : `rejected, but the connection stayed open for ${seconds}`
    }
    case 'survival':
      if (responses.length > expected.most)
        return `${responses.length} responses to fewer requests: ${all}`
      return closed || milliseconds < 30_000
        ? undefined
        : `the connection is still open after ${seconds}`
    case 'close':
      if (responses.length > expected.most)
        return `the server sent all ${responses.length} responses`
      // A client that left earlier saw no close.
      return closed || milliseconds < expected.within
        ? undefined
        : `the connection stayed open for ${seconds}`
  }
}
