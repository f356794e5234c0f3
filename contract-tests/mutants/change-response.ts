import type { Hono } from 'hono'
import type { Env } from '../../server/http/api/env.ts'
import { operationOf } from '../../testkit/contract.ts'
import type { Keys } from '../own/template.ts'
import type { ChangeResponse, MutantRequest, MutantResponse } from './mutant.ts'

const mutantRequest = (request: Request, keys: Keys): MutantRequest => {
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

/** Wraps an app so that a mutant can change its responses. */
export const wrapApp =
  (change: ChangeResponse, keys: Keys) =>
  (app: Hono<Env>): Pick<Hono<Env>, 'fetch'> => ({
    fetch: async (request, ...rest) => {
      const response = await app.fetch(request, ...rest)
      const text = await response.text()
      const sent = change(
        { status: response.status, headers: response.headers, text },
        mutantRequest(request, keys),
      )
      return new Response(sent.text, { status: sent.status, headers: sent.headers })
    },
  })

type Change = Partial<Pick<MutantResponse, 'status' | 'text'>> & {
  set?: Record<string, string | null>
}

/** Returns a response with changes. A header set to null is removed. */
export const changed = (
  response: MutantResponse,
  { set = {}, ...rest }: Change,
): MutantResponse => {
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  for (const [name, value] of Object.entries(set))
    if (value === null) headers.delete(name)
    else headers.set(name, value)
  return { ...response, ...rest, headers }
}

/** Returns a response with another status code and JSON body. */
export const json = (response: MutantResponse, status: number, body: unknown): MutantResponse =>
  changed(response, {
    status,
    text: JSON.stringify(body),
    set: { 'content-type': 'application/json' },
  })

/** Changes the responses that match a condition. */
export const where =
  (
    is: (response: MutantResponse, request: MutantRequest) => boolean,
    change: ChangeResponse,
  ): (() => ChangeResponse) =>
  () =>
  (response, request) =>
    is(response, request) ? change(response, request) : response

/** Changes the responses of one operation with one status code. */
export const at = (
  operation: string,
  status: number,
  change: ChangeResponse,
): (() => ChangeResponse) =>
  where(
    (response, request) => request.operation === operation && response.status === status,
    change,
  )

/** Replaces a text in the response body. */
export const replacing =
  (pattern: string | RegExp, by: string): ChangeResponse =>
  (response) =>
    changed(response, { text: response.text.replaceAll(pattern, by) })
