import { type LinkSource, linkSource, type ReplyLink } from '../../codegen/model/links.ts'
import { at } from '../../codegen/model/pointer.ts'
import { operations } from '../../testkit/contract.ts'
import type { ApiRequest, ApiResponse } from '../support/api.ts'
import { newContact, newOrder } from '../support/fixtures.ts'
import type { Law } from '../support/law.ts'
import { type LawContext, must } from '../support/law-context.ts'
import { allOperations, requestFor } from '../support/requests.ts'

/** @param link makes the URL unique, as an account can subscribe a URL only once. */
const subscribe = ({ api }: LawContext, link: string): Promise<ApiResponse> =>
  api.post('/v1/webhooks', { url: `https://192.0.2.1/${link}`, events: ['order.created'] })

const order = async ({ api, fixtures }: LawContext): Promise<ApiResponse> =>
  api.post('/v1/orders/create', newOrder(await fixtures.offer(1)))

const idOf = (response: ApiResponse): string => String(at(response.body, '/id'))

/** Sends a successful request to each operation whose response has links. */
const sources: Record<string, (context: LawContext, link: string) => Promise<ApiResponse>> = {
  listProducts: ({ api }) => api.get('/v1/products/list'),
  listCampaigns: ({ api }) => api.get('/v1/campaigns/list'),
  createContact: async ({ api, fixtures }) =>
    api.post('/v1/contacts/create', newContact(await fixtures.campaign())),
  createOrder: order,
  cancelOrder: async (context) =>
    context.api.post('/v1/orders/cancel', { orderId: idOf(await order(context)) }),
  listOrders: async (context) => {
    await order(context)
    return context.api.get('/v1/orders/list')
  },
  createWebhook: subscribe,
  updateWebhook: async (context, link) =>
    context.api.put(`/v1/webhooks/${idOf(await subscribe(context, link))}`, { active: true }),
  rotateWebhookSecret: async (context, link) =>
    context.api.post(`/v1/webhooks/${idOf(await subscribe(context, link))}/rotate-secret`),
}

const valueAt = ({ of, pointer }: LinkSource, { body, exchange }: ApiResponse): unknown =>
  at(of === 'response' ? body : JSON.parse(String(exchange.sent.body)), pointer)

/** Replaces the runtime expressions in a value of a link. */
const resolved = (value: unknown, response: ApiResponse): unknown => {
  const source = linkSource(value)
  if (source) return valueAt(source, response)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, resolved(each, response)]),
  )
}

/** Returns the request that a link describes. */
const linked = (
  { operationId, parameters, requestBody }: ReplyLink,
  response: ApiResponse,
): ApiRequest => {
  const operation = allOperations.find(({ id }) => id === operationId)
  if (!operation) throw new Error(`a link names the unknown operation ${operationId}`)
  const values: Record<string, string> = {}
  for (const [name, value] of Object.entries(parameters))
    values[name] = String(resolved(value, response))
  const path = Object.fromEntries(
    Object.entries(values).filter(([name]) => name in operation.pathParameters),
  )
  const query = Object.fromEntries(
    Object.entries(values).filter(([name]) => name in operation.queryParameters),
  )
  return requestFor(operation, { path, query, body: resolved(requestBody, response) })
}

export const links: Law[] = [
  {
    area: 'routing',
    promise: 'Every declared link leads to a request that succeeds',
    source: 'OpenAPI 3.1, Link Object',
    run: async (context) => {
      for (const { id, replies } of operations)
        for (const reply of replies)
          for (const link of reply.links) {
            const response = await sources[id]?.(context, `${id}/${link.name}`)
            must(response?.status === reply.status, `${id} must return ${reply.status}`, response)
            const next = await context.api.send(linked(link, response))
            must(next.status < 300, `the link ${link.name} of ${id} must succeed`, next)
          }
    },
  },
]
