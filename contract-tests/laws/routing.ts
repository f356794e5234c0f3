import fc from 'fast-check'
import { type LinkSource, linkSource, type ReplyLink } from '../../codegen/model/links.ts'
import { at } from '../../codegen/model/pointer.ts'
import { operations } from '../../testkit/contract.ts'
import { type ApiRequest, type ApiResponse, must, mustBe, same } from '../support/api.ts'
import { cancel, newContact, newOrder } from '../support/fixtures.ts'
import { sendTidily } from '../support/hooks.ts'
import type { AreaLaw, LawContext } from '../support/law.ts'
import {
  allOperations,
  type OperationProperties,
  partsOf,
  requestFor,
  withPath,
  withQuery,
} from '../support/requests.ts'

const ids = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.constantFrom(
    ...['list', 'create', 'x'.repeat(500), '%00', '../list', "' or 1=1 --", '0', 'null', '😀'],
  ),
)

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
  cancelOrder: async (context) => cancel(context, idOf(await order(context))),
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
  const valuesOf = (declared: OperationProperties['queryParameters']) =>
    Object.fromEntries(
      Object.entries(parameters)
        .filter(([name]) => name in declared)
        .map(([name, value]) => [name, String(resolved(value, response))]),
    )
  const path = valuesOf(operation.pathParameters)
  const query = valuesOf(operation.queryParameters)
  return requestFor(operation, { path, query, body: resolved(requestBody, response) })
}

export const routing: AreaLaw[] = [
  {
    promise: 'Only getOrder returns 404 for unknown ids',
    source: '§7',
    run: async (context) => {
      for (const operation of allOperations) {
        if (operation.id === 'getOrder') continue
        const named = fc.tuple(partsOf(operation), ids).map(([parts, id]) => {
          const path = Object.fromEntries(Object.keys(parts.path).map((name) => [name, id]))
          const body = operation.id === 'cancelOrder' ? { orderId: id } : parts.body
          return requestFor(operation, { ...parts, path, body })
        })
        await context.forAll(
          named.filter(({ path }) => !/\/(\.|%2E){1,2}(\/|\?|$)/i.test(path)),
          async (request) => {
            const response = await sendTidily(context.api, request)
            must(response.status !== 404, `${operation.id} must not return 404`, response)
          },
          5,
        )
      }
    },
  },
  {
    promise: 'An unknown order returns 404 with a message',
    source: '§4 GET /v1/orders/{orderId}',
    needs: ['memory'],
    run: (context) =>
      context.forAll(
        ids.filter((id) => !/^(list|create|cancel|\.{1,2})$/.test(id) && !id.includes('\u0000')),
        async (id) => {
          const path = `/v1/orders/${encodeURIComponent(id)}`
          const response = mustBe(404, await context.api.get(path))
          must(/"[^"]*not found/i.test(response.text), 'the message must say "not found"', response)
        },
      ),
  },
  {
    promise: 'An unsupported method returns 405 with Allow; a literal path is not a path parameter',
    source: 'design decisions 8 and 25',
    run: async ({ api }) => {
      const known = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']
      for (const path of new Set(allOperations.map((each) => each.path))) {
        if (path === '/v1/auth') continue
        const allowed = allOperations
          .filter((each) => each.path === path)
          .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
        for (const method of known) {
          if (allowed.includes(method)) continue
          const response = mustBe(405, await api.send({ method, path: withPath(path) }))
          const listed = String(response.headers.allow).split(/\s*,\s*/)
          same(listed.toSorted(), allowed.toSorted(), 'Allow', response)
        }
      }
    },
  },
  {
    promise: 'HEAD is supported wherever GET is, without a body',
    source: 'design decision 25',
    run: async ({ api, fixtures }) => {
      const { order } = await fixtures.order()
      const campaignId = await fixtures.campaign()
      for (const { method, path, requiredMessages } of allOperations) {
        if (method !== 'GET') continue
        const query = 'campaignId' in requiredMessages ? { campaignId } : {}
        const there = withQuery(withPath(path, { orderId: order.id }), query)
        const response = await api.send({ method: 'HEAD', path: there })
        same([response.status, response.text], [200, ''], 'the status and the body', response)
      }
    },
  },
  {
    promise: 'An unknown path returns 404 with a message',
    source: 'design decision 8',
    run: async ({ api }) => {
      for (const path of ['/v1', '/v1/', '/v1/nothing', '/v1/orders', '/v1/orders/list/'])
        mustBe(404, await api.get(path))
    },
  },
  {
    promise: 'Every declared link leads to a request that succeeds',
    source: 'OpenAPI 3.1, Link Object',
    needs: ['memory'],
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
