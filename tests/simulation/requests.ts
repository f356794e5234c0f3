import {
  type ApiRequest,
  jsonOrText,
  type Received,
  type Sent,
  withKey,
} from '../../contract-tests/support/http.ts'
import { EventName } from '../../generated/zod/schemas.ts'
import { newContact, newOrder } from '../kit/request-bodies.ts'
import type { Row } from './database.ts'
import { endpoints, type OperationName } from './steps.ts'
import type { Account } from './template.ts'

/** When something happened: in milliseconds, and a number that orders all that happens. */
export type Instant = { at: number; moment: number }

/** A request of a client, while it waits and after its response. */
export type Exchange = {
  /** Also a text in what the request creates, so that it can be found again. */
  marker: string
  operation: OperationName
  account: Account
  key: string
  address: string
  sent: Sent
  /** The id of the order or subscription that the request is about. */
  target: string | undefined
  started: Instant
  ended: Instant | undefined
  /** How many faults had met a statement before it. */
  faultsBefore: number
  /** Undefined while it waits; null if the connection closed before the response. */
  received: Received | null | undefined
}

export const bodyOf = ({ received }: Exchange): unknown => received && jsonOrText(received.text)

/** What a request is about. The numbers select among what exists. */
type Choice = { account: Account; key: string; n: number; m: number; marker: string }

/** An order or a subscription, or the ids of none. */
type Target = { id: string; marker: string }

export const hostOfEndpoint = (account: string, endpoint: number): string =>
  `${account}-e${endpoint % endpoints}.example`

/** Returns the URL of a subscription. Its path is the marker of the request that creates the subscription. */
const endpointUrl = ({ name }: Account, endpoint: number, marker: string): string =>
  `https://${hostOfEndpoint(name, endpoint)}/${marker}`

export const pick = <T>(list: readonly T[], n: number): T | undefined =>
  list[n % Math.max(list.length, 1)]

const eventsOf = (n: number) => [
  'order.created' as const,
  ...[...EventName.values].filter((name, i) => (n >> i) % 2 === 1 && name !== 'order.created'),
]

const post = (path: string, json?: unknown): ApiRequest => ({ method: 'POST', path, json })

const orderBody = ({ account, n, m, marker }: Choice) => {
  const { skus, campaigns, warehouses, name } = account
  const campaign = pick(campaigns, m) ?? ''
  const order = newOrder(campaign, pick(skus, n) ?? '', 1 + (n % 7), { notes: marker })
  const second = n % 5 === 0 ? [{ sku: pick(skus, m) ?? '', quantity: 1 + (m % 3) }] : []
  const place = m % 3 === 0 ? { warehouse: pick(warehouses, m) ?? '' } : {}
  const shipTo = { ...order.shipTo, email: `${name}-p${n % 3}@example.com` }
  return { ...order, ...place, shipTo, products: [...order.products, ...second] }
}

const builders: Record<OperationName, (choice: Choice, target: Target) => ApiRequest> = {
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
  createWebhook: ({ account, n, m, marker }) =>
    post('/v1/webhooks', { url: endpointUrl(account, n, marker), events: eventsOf(m) }),
  updateWebhook: ({ account, n, m }, { id, marker }) => {
    const changes = {
      ...(n % 2 === 0 ? { active: m % 3 > 0 } : {}),
      ...(n % 3 === 0 ? { events: eventsOf(m) } : {}),
      ...(n % 4 === 1 ? { url: endpointUrl(account, m, marker) } : {}),
    }
    return { ...post(`/v1/webhooks/${id}`, changes), method: 'PUT' }
  },
  deleteWebhook: (_, { id }) => ({ method: 'DELETE', path: `/v1/webhooks/${id}` }),
  testWebhook: (_, { id }) => post(`/v1/webhooks/${id}/test`),
  rotateWebhookSecret: (_, { id }) => post(`/v1/webhooks/${id}/rotate-secret`),
  listOrders: () => ({ path: '/v1/orders/list?limit=1000' }),
  getOrder: (_, { id }) => ({ path: `/v1/orders/${id}` }),
  createOrder: (choice) => post('/v1/orders/create', orderBody(choice)),
  cancelOrder: (_, { id: orderId }) => post('/v1/orders/cancel', { orderId }),
  listInventory: ({ n }) => ({ path: `/v1/inventory/list?page_size=${n % 3 === 0 ? 1 : 50}` }),
}

/** The operations that are about an order or a subscription. */
const targets: Partial<Record<OperationName, Row['kind']>> = {
  getOrder: 'order',
  cancelOrder: 'order',
  updateWebhook: 'webhook',
  deleteWebhook: 'webhook',
  testWebhook: 'webhook',
  rotateWebhookSecret: 'webhook',
}

/**
 * Builds a request, and names the order or subscription that it is about. Some ids do not exist.
 * @param known returns the records that the request may be about.
 */
export const buildRequest = (
  operation: OperationName,
  choice: Choice,
  known: (kind: Row['kind']) => readonly Target[],
): { sent: Sent; target: string | undefined } => {
  const kind = targets[operation]
  const target = kind && choice.m % 10 > 0 ? pick(known(kind), choice.n) : undefined
  const request = builders[operation](choice, target ?? { id: 'none', marker: 'none' })
  return { sent: withKey(choice.key, request), target: target?.id }
}
