import fc from 'fast-check'
import { type LinkSource, linkSource, type ReplyLink } from '../../codegen/model/links.ts'
import { at } from '../../codegen/model/pointer.ts'
import { operations } from '../../testkit/contract.ts'
import { newContact } from '../../testkit/request-bodies.ts'
import {
  type ApiRequest,
  type ApiResponse,
  must,
  mustBe,
  mustReject,
  same,
} from '../support/api.ts'
import { cancel, newOrder } from '../support/fixtures.ts'
import type { LawContext, Laws } from '../support/law.ts'
import { allOperations, requestFor, withPath, withQuery } from '../support/requests.ts'

/** Ids that no object has, some of them hard to route. */
const ids = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    fc.constantFrom('x'.repeat(500), '%00', '../list', "' or 1=1 --", '0', 'null', '😀'),
  )
  .filter((id) => !/^(list|create|cancel|events|\.{1,2})$|\0/.test(id))

/** @param link makes the URL unique, as an account can subscribe a URL only once. */
const subscribe = ({ api }: LawContext, link: string): Promise<ApiResponse> =>
  api.post('/v1/webhooks', { url: `https://192.0.2.1/${link}`, events: ['order.created'] })

const order = async ({ api, fixtures }: LawContext): Promise<ApiResponse> =>
  api.post('/v1/orders/create', newOrder(await fixtures.offer()))

const idOf = (response: ApiResponse): string => String(at(response.body, '/id'))

/** Sends a successful request to each operation whose response has links. */
const sources: Record<string, (context: LawContext, link: string) => Promise<ApiResponse>> = {
  listProducts: ({ api }) => api.get('/v1/products/list'),
  listCampaigns: ({ api }) => api.get('/v1/campaigns/list'),
  createContact: async ({ api, fixtures }) =>
    api.post('/v1/contacts/create', newContact((await fixtures.campaign()).id)),
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
  const valuesOf = (declared: object) =>
    Object.fromEntries(
      Object.entries(parameters)
        .filter(([name]) => name in declared)
        .map(([name, value]) => [name, String(resolved(value, response))]),
    )
  const path = valuesOf(operation.pathParameters)
  const query = valuesOf(operation.queryParameters)
  return requestFor(operation, { path, query, body: resolved(requestBody, response) })
}

export const routing: Laws = {
  'An unknown id returns 404 from getOrder, and 400 from every other operation': {
    source: '§4 GET /v1/orders/{orderId}, §7, design decisions 2 and 3',
    needs: ['memory'],
    run: (context) =>
      context.forAll(ids, async (id) => {
        const { api } = context
        const part = encodeURIComponent(id)
        const response = mustBe(404, await api.get(`/v1/orders/${part}`))
        must(/"[^"]*not found/i.test(response.text), 'the message must say "not found"', response)
        mustReject(await cancel(context, id), 'cancelling an unknown order')
        for (const { path, method, body } of allOperations)
          if (path.startsWith('/v1/webhooks/{id}')) {
            const json = body && { active: true }
            const request = { method, path: withPath(path, { id }), json }
            mustReject(await api.send(request), 'the request for an unknown webhook')
          }
      }),
  },
  'An unsupported method returns 405 with Allow; a literal path is not a path parameter': {
    source: 'design decisions 8 and 25',
    async run({ api }) {
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
  'HEAD is supported wherever GET is, without a body': {
    source: 'design decision 25',
    async run({ api, fixtures }) {
      const { order } = await fixtures.order()
      const { id: campaignId } = await fixtures.campaign()
      for (const { method, path, queryParameters } of allOperations) {
        if (method !== 'GET') continue
        const query = queryParameters.campaignId?.required ? { campaignId } : {}
        const there = withQuery(withPath(path, { orderId: order.id }), query)
        const response = await api.send({ method: 'HEAD', path: there })
        same([response.status, response.text], [200, ''], 'the status and the body', response)
      }
    },
  },
  'An unknown path returns 404 with a message': {
    source: 'design decision 8',
    async run({ api }) {
      for (const path of ['/v1', '/v1/', '/v1/nothing', '/v1/orders', '/v1/orders/list/'])
        mustBe(404, await api.get(path))
    },
  },
  'Every declared link leads to a request that succeeds': {
    source: 'OpenAPI 3.1, Link Object',
    needs: ['memory'],
    async run(context) {
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
}
