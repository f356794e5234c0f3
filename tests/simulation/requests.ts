import { EventName } from '../../generated/schemas.ts'
import { jsonOrText, type Received, type Sent } from '../../testkit/http.ts'
import { newContact, newOrder } from '../../testkit/request-bodies.ts'
import { endpoints, type OperationName } from './steps.ts'
import type { Account } from './template.ts'

/** A request of a client, while it waits and after its response. */
export type Exchange = {
  /** Also a text in what the request creates, so that it can be found again. */
  marker: string
  operation: OperationName
  account: Account
  key: string
  address: string
  sent: Sent
  /** The order or subscription that the request is about. */
  target: string | undefined
  startedAt: number
  startedTurn: number
  /** How many faults had met a statement before it. */
  faultsBefore: number
  /** Undefined while it waits; null if the connection closed before the response. */
  received: Received | null | undefined
}

/** Returns the parsed body of a response. */
export const bodyOf = ({ received }: Exchange): unknown => received && jsonOrText(received.text)

/** What exists, as far as clients know. */
export type Known = { orders: readonly string[]; subscriptions: readonly string[] }

/** The numbers of a step, which select among what exists. */
type Choice = {
  operation: OperationName
  account: Account
  key: string
  n: number
  m: number
  marker: string
}

export const endpointUrl = (account: string, endpoint: number): string =>
  `https://${account}-e${endpoint % endpoints}.example/`

export const pick = <T>(list: readonly T[], n: number): T | undefined =>
  list[n % Math.max(list.length, 1)]

const eventsOf = (n: number) => [
  'order.created' as const,
  ...[...EventName.values].filter((name, i) => (n >> i) % 2 === 1 && name !== 'order.created'),
]

const post = (path: string, json?: unknown): Sent => ({
  method: 'POST',
  path,
  body: JSON.stringify(json),
})

const orderBody = ({ account, n, m, marker }: Choice) => {
  const { skus, campaigns, warehouses, name } = account
  const campaign = pick(campaigns, m) ?? ''
  const order = newOrder(campaign, pick(skus, n) ?? '', 1 + (n % 7), { notes: marker })
  const second = n % 5 === 0 ? [{ sku: pick(skus, m) ?? '', quantity: 1 + (m % 3) }] : []
  const place = m % 3 === 0 ? { warehouse: pick(warehouses, m) ?? '' } : {}
  const shipTo = { ...order.shipTo, email: `${name}-p${n % 3}@example.com` }
  return { ...order, ...place, shipTo, products: [...order.products, ...second] }
}

/** Returns the order or subscription that a request is about; sometimes one that does not exist. */
const targetOf = ({ operation, n, m }: Choice, { orders, subscriptions }: Known) => {
  if (operation === 'getOrder' || operation === 'cancelOrder')
    return m % 10 === 0 ? 'ord_unknown' : pick(orders, n)
  if (/^(update|delete|test|rotate)Webhook/.test(operation))
    return m % 10 === 0 ? 'whk_unknown' : pick(subscriptions, n)
  return undefined
}

const updateOf = ({ account, n, m }: Choice) => ({
  ...(n % 2 === 0 ? { active: m % 3 > 0 } : {}),
  ...(n % 3 === 0 ? { events: eventsOf(m) } : {}),
  ...(n % 4 === 1 ? { url: endpointUrl(account.name, m) } : {}),
})

const builders: Record<OperationName, (choice: Choice, target: string) => Sent> = {
  checkAuth: ({ n }) => ({ method: n % 2 === 0 ? 'GET' : 'OPTIONS', path: '/v1/auth' }),
  listProducts: ({ n }) => ({ path: `/v1/products/list?limit=${1 + (n % 5)}` }),
  listCampaigns: () => ({ path: '/v1/campaigns/list' }),
  listContacts: ({ account, m }) => ({
    path: `/v1/contacts/list?limit=1000&campaignId=${pick(account.campaigns, m)}`,
  }),
  createContact: ({ account, m, n, marker }) => {
    const email = n % 4 === 0 ? `${account.name}-p${m % 3}@example.com` : `${marker}@example.com`
    const body = newContact(pick(account.campaigns, m) ?? '', { email, companyName: marker })
    return post('/v1/contacts/create', n % 9 === 0 ? { ...body, email: 'no email' } : body)
  },
  createInvite: ({ account, m, n, marker }) =>
    post('/v1/invites/create', {
      campaignId: pick(account.campaigns, m),
      companyName: marker,
      email: `${account.name}-p${n % 3}@example.com`,
      sendEmailNotification: n % 2 === 0,
    }),
  listWebhookEvents: () => ({ path: '/v1/webhooks/events' }),
  listWebhooks: () => ({ path: '/v1/webhooks' }),
  createWebhook: ({ account, n, m }) =>
    post('/v1/webhooks', { url: endpointUrl(account.name, n), events: eventsOf(m) }),
  updateWebhook: (choice, id) => ({
    ...post('', updateOf(choice)),
    method: 'PUT',
    path: `/v1/webhooks/${id}`,
  }),
  deleteWebhook: (_, id) => ({ method: 'DELETE', path: `/v1/webhooks/${id}` }),
  testWebhook: (_, id) => post(`/v1/webhooks/${id}/test`),
  rotateWebhookSecret: (_, id) => post(`/v1/webhooks/${id}/rotate-secret`),
  listOrders: () => ({ path: '/v1/orders/list?limit=1000' }),
  getOrder: (_, id) => ({ path: `/v1/orders/${id}` }),
  createOrder: (choice) => post('/v1/orders/create', orderBody(choice)),
  cancelOrder: (_, orderId) => post('/v1/orders/cancel', { orderId }),
  listInventory: ({ n }) => ({ path: `/v1/inventory/list?page_size=${n % 3 === 0 ? 1 : 50}` }),
}

/** Builds a request, and names the order or subscription that it is about. */
export const buildRequest = (
  choice: Choice,
  known: Known,
): { sent: Sent; target: string | undefined } => {
  const target = targetOf(choice, known)
  const sent = builders[choice.operation](choice, target ?? 'none')
  const type = sent.body === undefined ? undefined : 'application/json'
  return {
    sent: { ...sent, headers: { authorization: `Bearer ${choice.key}`, 'content-type': type } },
    target,
  }
}
