import { problemOf } from '../../../testkit/contract.ts'
import type { Received, Sent } from '../../../testkit/http.ts'
import type { Attack } from './attack.ts'
import type { Outcome } from './carry-out.ts'

const type = ({ headers }: Received): string =>
  String(headers['content-type'] ?? '').split(';')[0] ?? ''

const isMessage = ({ text, headers }: Received): boolean =>
  headers['content-type'] === 'application/json' && /^\{"message":"[^"]+"\}$/.test(text)

/** The refusal of what is no request, which ends the connection. */
const isRefusal = (answer: Received): boolean =>
  [400, 408, 413, 431].includes(answer.status) &&
  answer.headers.connection === 'close' &&
  isMessage(answer)

const problemOfRefusal = (answer: Received): string | undefined =>
  isRefusal(answer) ? undefined : `is due a refusal, not ${shown(answer)}`

type Surface = {
  at: RegExp
  statuses: readonly number[]
  types: readonly string[]
}

/** What is served in the open, for people and for machines that look after the server. */
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

/** A page for people tells browsers what they may load; so much for scripts that somebody got into it. */
const isGuarded = (answer: Received): boolean =>
  type(answer) !== 'text/html' ||
  String(answer.headers['content-security-policy']).includes("default-src 'none'")

/** A path whose letters and digits are spelt out (RFC 3986 §6.2.2.2). */
const decoded = (path: string): string =>
  path.replaceAll(/%[0-9a-f]{2}/gi, (triplet) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : triplet
  })

const isOfSurface = (path: string, answer: Received): boolean =>
  surfaces.some(
    ({ at, statuses, types }) =>
      at.test(decoded(path)) &&
      statuses.includes(answer.status) &&
      types.includes(type(answer)) &&
      isGuarded(answer),
  )

/** The path that a target leads to, as URLs are read (WHATWG URL); none, if that cannot be told. */
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

/** What is wrong with an answer to a well-formed request, if anything is. */
export const problemOfAnswer = (sent: Sent, answer: Received): string | undefined => {
  const path = pathOf(sent.path)
  const isNoPath = answer.status === 400 && (sent.method === 'HEAD' || isMessage(answer))
  // An address is perhaps one that nobody can be at.
  if (isNoPath && !sent.path.startsWith('/')) return undefined
  if (path === undefined) return `${sent.path} leads nowhere: ${shown(answer)}`
  if (isOfSurface(path, answer)) return undefined
  const problem = problemOf({ ...sent, path }, answer)
  return problem && problemOf({ ...sent, path: decoded(path) }, answer) && problem
}

/** What is wrong with an answer, whatever it answers. */
const problemOfAny = (answer: Received): string | undefined => {
  if (answer.status >= 500) return `${shown(answer)} is a fault of the server's`
  const isPlain = answer.headers['content-encoding'] === undefined
  if (type(answer) === 'application/json' && isPlain)
    try {
      JSON.parse(answer.text)
    } catch {
      return answer.text === '' ? undefined : `${shown(answer)} is no JSON`
    }
  return undefined
}

/** What a server owed and did not do, if there is anything. */
export const problemOfOutcome = ({ due }: Attack, outcome: Outcome): string | undefined => {
  const { answers, rest, problem, hungUp, refused, milliseconds } = outcome
  const seconds = `${(milliseconds / 1000).toFixed(1)} s`
  if (refused) return 'there was no connection to be had'
  if (problem) return problem
  for (const answer of answers) {
    const wrong = problemOfAny(answer)
    if (wrong) return wrong
  }
  const all = answers.map(shown).join(' and ')
  switch (due.is) {
    case 'answers': {
      const most = due.to.length + (due.andARefusal ? 1 : 0)
      if (answers.length !== most || rest !== '')
        return `${answers.length} of ${most} answers came in ${seconds}: ${all} ${JSON.stringify(rest)}`
      for (const [i, answer] of answers.entries()) {
        const sent = due.to[i]
        const wrong = sent ? problemOfAnswer(sent, answer) : problemOfRefusal(answer)
        if (wrong) return short(wrong)
      }
      return undefined
    }
    case 'a refusal': {
      const [only] = answers
      if (!only || answers.length > 1 || !isRefusal(only))
        return `it is due one refusal, not ${all || 'nothing'}`
      return hungUp ? undefined : `it was refused, and could go on for ${seconds}`
    }
    case 'survival':
      if (answers.length > due.most) return `${answers.length} answers to fewer requests: ${all}`
      return hungUp || milliseconds < 30_000 ? undefined : `its connection is open after ${seconds}`
    case 'hanging up':
      if (answers.length > due.most) return `it was served all ${answers.length} answers`
      // Who has left before had nobody to be hung up by.
      return hungUp || milliseconds < due.within ? undefined : `it was let be for ${seconds}`
  }
}
