import type { Input, OperationId, Reply } from '../../generated/operations.ts'
import type { components } from '../../generated/types.ts'
import { operationOf } from '../support/contract.ts'
import type { Received, Sent } from '../support/http.ts'
import { type Forward, startProxy } from '../support/proxy.ts'
import type { Delivered, Running, Server } from '../support/server.ts'

/** A violation of the contract, planted in front of a server that keeps it. */
export type Change = {
  handle?: (sent: Sent, forward: Forward, server: Server) => Promise<Received>
  deliveries?: (deliveries: Delivered[]) => Delivered[]
}

type ChangeResponse = (received: Received) => Received

/** Selects exchanges: by status, by operation and status, by a pattern of both, or by a condition. */
type Where =
  | number
  | `${OperationId} ${number}`
  | RegExp
  | ((sent: Sent, received: Received, server: Server) => boolean)

/** Changes the selected responses, or only those whose body contains a text. */
export const at = (where: Where, change: ChangeResponse, text = ''): Change => ({
  handle: async (sent, forward, server) => {
    const received = await forward(sent)
    const isMeant = isSelected(where, sent, received, server) && received.text.includes(text)
    return isMeant ? change(received) : received
  },
})

function isSelected(where: Where, sent: Sent, received: Received, server: Server): boolean {
  if (typeof where === 'function') return where(sent, received, server)
  const name = `${operationOf(sent)?.id} ${received.status}`
  if (where instanceof RegExp) return where.test(name)
  return typeof where === 'number' ? received.status === where : name === where
}

export const headerOf = ({ headers: given }: Sent): string => given?.authorization ?? ''

export const isFor =
  (method: string, path: RegExp) =>
  (sent: Sent): boolean =>
    sent.method === method && path.test(sent.path)

/** Selects the requests of an operation whose body has a text. */
export const hasBody =
  (id: OperationId, text: string | RegExp) =>
  (sent: Sent): boolean =>
    operationOf(sent)?.id === id && String(sent.body).search(text) >= 0

export function headers(value: string, ...names: string[]): ChangeResponse {
  const changed = Object.fromEntries(names.map((name) => [name, value]))
  return (received) => ({ ...received, headers: { ...received.headers, ...changed } })
}

export const status =
  (value: number): ChangeResponse =>
  (received) => ({ ...received, status: value })

export const respond =
  (value: number, text: string, type: string): ChangeResponse =>
  (received) => ({ status: value, headers: { ...received.headers, 'content-type': type }, text })

export const json = (value: number, body: unknown): ChangeResponse =>
  respond(value, JSON.stringify(body), 'application/json')

export const error = (value: number, message: string): ChangeResponse => json(value, { message })

export const swap =
  (pattern: string | RegExp, by: string): ChangeResponse =>
  (received) => ({ ...received, text: received.text.replaceAll(pattern, by) })

/** Accepts a credential by mistake: an Authorization header, or the key of a control. */
export const accepted = (credential: RegExp | 'revokedKey' | 'deactivatedKey'): Change =>
  at(
    (sent, _, { controls = {} }) => {
      const given = headerOf(sent)
      if (credential instanceof RegExp) return credential.test(given)
      return given.endsWith(` ${controls[credential]}`)
    },
    json(200, []),
  )

export const query = (id: OperationId, change: (query: URLSearchParams) => unknown): Change =>
  request(id, (sent) => {
    const [path = '', search] = sent.path.split('?')
    const parameters = new URLSearchParams(search)
    change(parameters)
    return { ...sent, path: `${path}?${parameters}` }
  })

/** Handles the requests of an operation in place of the server. */
export function on(id: OperationId, handle: NonNullable<Change['handle']>): Change {
  return {
    handle: (sent, forward, server) =>
      operationOf(sent)?.id === id ? handle(sent, forward, server) : forward(sent),
  }
}

function request(id: OperationId, change: (sent: Sent, server: Server) => Sent): Change {
  return on(id, (sent, forward, server) => forward(change(sent, server)))
}

export const requestText = (id: OperationId, pattern: string | RegExp, by: string): Change =>
  request(id, (sent) => ({ ...sent, body: String(sent.body).replace(pattern, by) }))

type RequestBody<Id extends OperationId> = Input<Id> extends { body: infer Body } ? Body : never

export const input = <Id extends OperationId>(
  id: Id,
  change: (body: RequestBody<Id>) => RequestBody<Id>,
): Change =>
  request(id, (sent) => {
    const given: RequestBody<Id> = JSON.parse(String(sent.body))
    return { ...sent, body: JSON.stringify(change(given)) }
  })

/** Runs an operation as the server's account, with any key. */
export const asOwner = (id: OperationId): Change =>
  request(id, (sent, { key }) => ({
    ...sent,
    headers: { ...sent.headers, authorization: `Bearer ${key}` },
  }))

type Success<Id extends OperationId> = Extract<Reply<Id>, { status: 200 | 201 }>

/** Changes the body of the successful responses of an operation. */
export function body<Id extends OperationId>(
  id: Id,
  change: (body: Success<Id>['body']) => Success<Id>['body'],
): Change {
  return at(new RegExp(`^${id} 20[01]$`), (received) => {
    const given: Success<Id>['body'] = JSON.parse(received.text)
    return { ...received, text: JSON.stringify(change(given)) }
  })
}

export const set = <Id extends OperationId>(id: Id, fields: Partial<Success<Id>['body']>): Change =>
  body(id, (given) => ({ ...given, ...fields }))

type Item = components['schemas']['InventoryItem']

export const items = (change: (item: Item) => Item): Change =>
  body('listInventory', (page) => ({ ...page, items: page.items.map(change) }))

export const sends = (change: (delivered: Delivered) => Delivered | Delivered[]): Change => ({
  deliveries: (all) => all.flatMap(change),
})

/** Plants a violation in front of a server. Stopping it stops the server. */
export const startMutant = async (server: Running, change: Change): Promise<Running> => {
  const { handle = (sent, forward) => forward(sent), deliveries = (given) => given } = change
  const proxy = await startProxy(server.url, (sent, forward) => handle(sent, forward, server))
  const { deliveries: received, fresh } = server.controls ?? {}
  return {
    ...server,
    url: proxy.url,
    controls: {
      ...server.controls,
      ...(received && { deliveries: async () => deliveries(await received()) }),
      ...(fresh && { fresh: async (rateLimit) => startMutant(await fresh(rateLimit), change) }),
    },
    stop: async () => {
      await proxy.stop()
      await server.stop()
    },
  }
}
