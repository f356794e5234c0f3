import type { Hono } from 'hono'
import type { Env } from '../../server/http/api/env.ts'
import { operationOf } from '../../testkit/contract.ts'
import type { Keys } from '../own/template.ts'
import type { Round, Said, Seen } from './mutant.ts'

const seenOf = (request: Request, keys: Keys): Seen => {
  const { pathname, searchParams } = new URL(request.url)
  const { method, headers } = request
  return {
    method,
    path: pathname,
    query: searchParams,
    operation: operationOf({ method, path: pathname })?.id,
    authorization: headers.get('authorization') ?? '',
    headers,
    keys,
  }
}

/** Puts a mutant round an app: every answer passes it. */
export const putRound =
  (round: Round, keys: Keys) =>
  (app: Hono<Env>): Pick<Hono<Env>, 'fetch'> => ({
    fetch: async (request, ...rest) => {
      const seen = seenOf(request, keys)
      const response = await app.fetch(request, ...rest)
      const text = await response.text()
      const said = round({ status: response.status, headers: response.headers, text }, seen)
      return new Response(said.text, { status: said.status, headers: said.headers })
    },
  })

type Change = Partial<Pick<Said, 'status' | 'text'>> & { set?: Record<string, string | null> }

/** An answer with some of it changed; a header that becomes null is gone. */
export const changed = (said: Said, { set = {}, ...rest }: Change): Said => {
  const headers = new Headers(said.headers)
  headers.delete('content-length')
  for (const [name, value] of Object.entries(set))
    if (value === null) headers.delete(name)
    else headers.set(name, value)
  return { ...said, ...rest, headers }
}

/** An answer with another status and JSON body. */
export const json = (said: Said, status: number, body: unknown): Said =>
  changed(said, { status, text: JSON.stringify(body), set: { 'content-type': 'application/json' } })

/** A mutant that changes the answers for which something is true. */
export const where =
  (is: (said: Said, seen: Seen) => boolean, change: Round): (() => Round) =>
  () =>
  (said, seen) =>
    is(said, seen) ? change(said, seen) : said

/** The same for the answers of one operation with one status. */
export const at = (operation: string, status: number, change: Round): (() => Round) =>
  where((said, seen) => seen.operation === operation && said.status === status, change)

/** Answers with a text replaced. */
export const replacing =
  (pattern: string | RegExp, by: string): Round =>
  (said) =>
    changed(said, { text: said.text.replaceAll(pattern, by) })
