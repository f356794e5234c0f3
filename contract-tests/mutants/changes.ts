import type { Input, OperationId, Reply } from '../../generated/operations.ts'
import { operationOf } from '../../testkit/contract.ts'
import type { Received, Sent } from '../../testkit/http.ts'
import { type Forward, startProxy } from '../support/proxy.ts'
import type { Delivered, Running, Target } from '../support/target.ts'

/** A violation of the contract, planted in front of a server that keeps it. */
export type Change = {
  /** Handles a request in place of the server. */
  handle?: (sent: Sent, forward: Forward, target: Target) => Promise<Received>
  /** Changes what subscribers receive. */
  deliveries?: (deliveries: Delivered[]) => Delivered[]
}

/** Changes a response before it is sent. */
type ChangeResponse = (received: Received, sent: Sent) => Received

/** Selects exchanges: by status, by operation and status, or by a condition. */
type Where =
  | number
  | `${OperationId} ${number}`
  | ((sent: Sent, received: Received, target: Target) => boolean)

/** Changes the selected responses, or only those whose body contains a text. */
export const at = (where: Where, change: ChangeResponse, text = ''): Change => ({
  handle: async (sent, forward, target) => {
    const received = await forward(sent)
    const names = [`${received.status}`, `${operationOf(sent)?.id} ${received.status}`]
    const isSelected =
      typeof where === 'function' ? where(sent, received, target) : names.includes(`${where}`)
    return isSelected && received.text.includes(text) ? change(received, sent) : received
  },
})

export const headers =
  (values: Record<string, string>): ChangeResponse =>
  (received) => ({ ...received, headers: { ...received.headers, ...values } })

export const status =
  (value: number): ChangeResponse =>
  (received) => ({ ...received, status: value })

/** Sends another status code and body. */
export const respond =
  (value: number, text: string, type: string): ChangeResponse =>
  (received) => ({
    status: value,
    headers: { ...received.headers, 'content-type': type },
    text,
  })

export const json = (value: number, body: unknown): ChangeResponse =>
  respond(value, JSON.stringify(body), 'application/json')

/** Replaces a text in the response body. */
export const replacing =
  (pattern: string | RegExp, by: string): ChangeResponse =>
  (received) => ({ ...received, text: received.text.replaceAll(pattern, by) })

/** Handles the requests of an operation. */
const operation = (id: OperationId, handle: NonNullable<Change['handle']>): Change => ({
  handle: (sent, forward, target) =>
    operationOf(sent)?.id === id ? handle(sent, forward, target) : forward(sent),
})

/** Changes the query of an operation. */
export const query = (id: OperationId, change: (query: URLSearchParams) => void): Change =>
  operation(id, (sent, forward) => {
    const [path = '', search] = sent.path.split('?')
    const parameters = new URLSearchParams(search)
    change(parameters)
    return forward({ ...sent, path: `${path}?${parameters}` })
  })

type RequestBody<Id extends OperationId> = Input<Id> extends { body: infer Body } ? Body : never

/** Changes the request body of an operation. */
export const input = <Id extends OperationId>(
  id: Id,
  change: (body: RequestBody<Id>) => RequestBody<Id>,
): Change =>
  operation(id, (sent, forward) => {
    const given: RequestBody<Id> = JSON.parse(String(sent.body))
    return forward({ ...sent, body: JSON.stringify(change(given)) })
  })

type Success<Id extends OperationId> = Extract<Reply<Id>, { status: 200 | 201 }>

/** Changes the body of the successful responses of an operation. */
export const body = <Id extends OperationId>(
  id: Id,
  change: (body: Success<Id>['body']) => Success<Id>['body'],
): Change =>
  at(
    (sent, received) => operationOf(sent)?.id === id && received.status < 300,
    (received) => {
      const given: Success<Id>['body'] = JSON.parse(received.text)
      return { ...received, text: JSON.stringify(change(given)) }
    },
  )

/** Sends another request before each request of an operation. */
export const sendingBefore = (
  id: OperationId,
  before: (sent: Sent) => Pick<Sent, 'method' | 'path'>,
): Change =>
  operation(id, async (sent, forward) => {
    const { authorization } = { authorization: undefined, ...sent.headers }
    await forward({ ...before(sent), headers: { authorization } })
    return forward(sent)
  })

/** Runs an operation as the target's account, whatever the key. */
export const asOwner = (id: OperationId): Change =>
  operation(id, (sent, forward, { key }) =>
    forward({ ...sent, headers: { ...sent.headers, authorization: `Bearer ${key}` } }),
  )

/** Plants a violation in front of a server. Stopping it stops the server. */
export const startMutant = async (server: Running, change: Change): Promise<Running> => {
  const { handle = (sent, forward) => forward(sent), deliveries = (given) => given } = change
  const proxy = await startProxy(server.url, (sent, forward) => handle(sent, forward, server))
  const { deliveries: received, fresh } = server.controls
  return {
    ...server,
    url: proxy.url,
    controls: {
      ...server.controls,
      ...(received && { deliveries: async () => deliveries(await received()) }),
      ...(fresh && { fresh: async (budget) => startMutant(await fresh(budget), change) }),
    },
    stop: async () => {
      await proxy.stop()
      await server.stop()
    },
  }
}
