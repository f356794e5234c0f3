import type { Hono } from 'hono'
import type { Input, OperationId, Operations, Reply } from '../../generated/operations.ts'
import type { SubscribableEvent } from '../../server/domain/event.ts'
import type { Deliverer } from '../../server/events/dispatch/deliverer.ts'
import type { Call, Env } from '../../server/http/env.ts'
import { createOperations } from '../../server/operations/index.ts'
import { operationOf } from '../../testkit/contract.ts'
import { startOwnServer } from '../own/own-server.ts'
import type { Keys, Template } from '../own/template.ts'
import type { Running } from '../support/target.ts'

/** A request, as a mutant sees it. */
export type MutantRequest = {
  method: string
  path: string
  query: URLSearchParams
  /** The operationId, if the request is for one. */
  operation: string | undefined
  authorization: string
  headers: Headers
  keys: Keys
}

/** A response that a mutant can change. */
export type MutantResponse = { status: number; headers: Headers; text: string }

/** Changes responses before they are sent. It can keep state. */
export type ChangeResponse = (response: MutantResponse, request: MutantRequest) => MutantResponse

/** The changes to our server that break a promise. */
export type Change = {
  /** Called for each server, so that servers do not share state. */
  change?: () => ChangeResponse
  /** Replaces operations. */
  operations?: (real: Operations<Call>, keys: Keys) => Partial<Operations<Call>>
  deliverer?: (deliverer: Deliverer) => Deliverer
  /** Changes the rate limit. */
  budget?: (budget: number) => number
}

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

type MaybePromise<Id extends OperationId> = Reply<Id> | Promise<Reply<Id>>

/** The operations as a mapped type, so that a function can be generic over them. */
type Real = { [Id in OperationId]: (input: Input<Id>, call: Call) => MaybePromise<Id> }

type Success<Id extends OperationId> = Extract<Reply<Id>, { status: 200 | 201 }>

const isSuccess = <Id extends OperationId>(reply: Reply<Id>): reply is Success<Id> =>
  reply.status < 300

/** Replaces one operation. */
export const operation = <Id extends OperationId>(
  id: Id,
  run: (input: Input<Id>, call: Call, real: Real, keys: Keys) => MaybePromise<Id>,
): Change => ({
  operations: (real, keys) =>
    Object.assign({}, real, {
      [id]: (given: Input<Id>, call: Call) => run(given, call, real, keys),
    }),
})

/** Changes the input of an operation. */
export const input = <Id extends OperationId>(
  id: Id,
  change: (input: Input<Id>) => Input<Id>,
): Change => operation(id, (given, call, real) => real[id](change(given), call))

/** Changes the reply of an operation. */
export const reply = <Id extends OperationId>(
  id: Id,
  change: (reply: Reply<Id>, input: Input<Id>, call: Call, real: Real) => MaybePromise<Id>,
): Change =>
  operation(id, async (given, call, real) => change(await real[id](given, call), given, call, real))

/** Changes the body of the successful replies of an operation. */
export const body = <Id extends OperationId>(
  id: Id,
  change: (body: Success<Id>['body'], input: Input<Id>) => Success<Id>['body'],
): Change =>
  reply(id, (given, sent) =>
    isSuccess(given) ? { ...given, body: change(given.body, sent) } : given,
  )

/** Publishes other events in place of each event. */
export const publishing = (
  replace: (event: SubscribableEvent) => readonly SubscribableEvent[],
): Change => ({
  deliverer: (real) => ({
    ...real,
    enqueue: (transaction, account, event) => {
      const starts = replace(event).map((each) => real.enqueue(transaction, account, each))
      return () => {
        for (const start of starts) start()
      }
    },
    publish: (account, event) => {
      for (const each of replace(event)) real.publish(account, each)
    },
  }),
})

/** Sends test deliveries with another secret. */
export const testingWith = (secret: string): Change => ({
  deliverer: (real) => ({
    ...real,
    test: (account, subscription, read) =>
      real.test(account, { ...subscription, secret }, async () => {
        const current = await read()
        return current && { ...current, secret }
      }),
  }),
})

/** Starts our own server with a violation. */
export const startMutant = (template: Template, mutant: Change): Promise<Running> => {
  const { change, operations, deliverer = (given) => given, budget = (given) => given } = mutant
  const { keys } = template
  return startOwnServer({
    template,
    deliverer,
    budgeted: budget,
    operations: (given) => {
      const real = createOperations(given)
      return operations ? { ...real, ...operations(real, keys) } : real
    },
    around: (app) => (change ? wrapApp(change(), keys)(app) : app),
  })
}
