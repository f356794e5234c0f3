import { problemOf } from '../../testkit/contract.ts'
import type { Received, Sent } from '../../testkit/http.ts'

const typeOf = ({ headers }: Received): string =>
  String(headers['content-type'] ?? '').split(';')[0] ?? ''

/** Whether a response is an error message in JSON. */
export const isMessage = ({ text, headers }: Received): boolean =>
  headers['content-type'] === 'application/json' && /^\{"message":"[^"]+"\}$/.test(text)

/** Returns a response in words, for messages. */
export const shown = ({ status, headers, text }: Received): string =>
  `${status} ${headers['content-type']} ${JSON.stringify(text)}`.slice(0, 300)

type Surface = { at: RegExp; statuses: readonly number[]; types: readonly string[] }

/** Paths outside the contract: pages, documents and probes. */
const surfaces: readonly Surface[] = [
  { at: /^\/$/, statuses: [302], types: [''] },
  { at: /^\/(healthz|readyz)$/, statuses: [200, 503], types: ['application/json'] },
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
  typeOf(response) !== 'text/html' ||
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
      types.includes(typeOf(response)) &&
      isGuarded(response),
  )

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
  if (isOfSurface(path, response)) return undefined
  const problem = problemOf({ ...sent, path }, response)
  return problem && problemOf({ ...sent, path: decoded(path) }, response) && problem
}
