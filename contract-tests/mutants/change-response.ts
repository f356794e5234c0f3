import type { Hono } from 'hono'
import type { OperationId } from '../../generated/operations.ts'
import type { Env } from '../../server/http/api/env.ts'
import { operationOf } from '../../testkit/contract.ts'
import type { Keys } from '../own/template.ts'
import type { Change, ChangeResponse, MutantRequest, MutantResponse } from './mutant.ts'

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
      sent.headers.delete('content-length')
      return new Response(sent.text, { status: sent.status, headers: sent.headers })
    },
  })

/** Selects responses: by status, by operation and status, or by a condition. */
type Where =
  | number
  | `${OperationId} ${number}`
  | ((response: MutantResponse, request: MutantRequest) => boolean)

const matches = (where: Where, response: MutantResponse, request: MutantRequest): boolean => {
  if (typeof where === 'function') return where(response, request)
  return [`${response.status}`, `${request.operation} ${response.status}`].includes(`${where}`)
}

/** Changes the selected responses, or only those whose body contains a text. */
export const at = (where: Where, change: ChangeResponse, text = ''): Change => ({
  change: () => (response, request) =>
    matches(where, response, request) && response.text.includes(text)
      ? change(response, request)
      : response,
})

/** Sets headers. A header set to null is removed. */
export const headers =
  (values: Record<string, string | number | null>): ChangeResponse =>
  (response) => {
    const changed = new Headers(response.headers)
    for (const [name, value] of Object.entries(values))
      if (value === null) changed.delete(name)
      else changed.set(name, String(value))
    return { ...response, headers: changed }
  }

export const status =
  (value: number): ChangeResponse =>
  (response) => ({ ...response, status: value })

/** Sends another status code and body. */
export const send =
  (value: number, text: string, type: string): ChangeResponse =>
  (response, request) => ({
    ...headers({ 'content-type': type })(response, request),
    status: value,
    text,
  })

/** Sends another status code and JSON body. */
export const json = (value: number, body: unknown): ChangeResponse =>
  send(value, JSON.stringify(body), 'application/json')

/** Replaces a text in the response body. */
export const replacing =
  (pattern: string | RegExp, by: string): ChangeResponse =>
  (response) => ({ ...response, text: response.text.replaceAll(pattern, by) })
