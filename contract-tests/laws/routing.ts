import fc from 'fast-check'
import { type LinkSource, linkSource, type ReplyLink } from '../../codegen/model/links.ts'
import { at } from '../../codegen/model/pointer.ts'
import { Message } from '../../generated/schemas.ts'
import { operations } from '../../testkit/contract.ts'
import type { ApiRequest, ApiResponse } from '../support/api.ts'
import { must, same } from '../support/assertions.ts'
import { newContact, newOrder } from '../support/fixtures.ts'
import { sendTidily } from '../support/hooks.ts'
import type { AreaLaw } from '../support/law.ts'
import type { LawContext } from '../support/law-context.ts'
import { allOperations, partsOf, requestFor } from '../support/requests.ts'

const ids = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.constantFrom(
    'list',
    'create',
    'x'.repeat(500),
    '%00',
    '../list',
    "' or 1=1 --",
    '0',
    'null',
    '😀',
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

export const routing: AreaLaw[] = [
  {
    promise: 'Only getOrder returns 404 for unknown ids',
    source: '§7',
    run: async (context) => {
      for (const operation of allOperations) {
        if (operation.id === 'getOrder') continue
        const named = fc.tuple(partsOf(operation), ids).map(([parts, id]) => {
          const path = Object.fromEntries(Object.keys(parts.path).map((name) => [name, id]))
          const body = parts.body && typeof parts.body === 'object' && 'orderId' in parts.body
          return requestFor(operation, {
            ...parts,
            path,
            ...(body ? { body: { orderId: id } } : {}),
          })
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
        ids.filter(
          (id) =>
            !['list', 'create', 'cancel'].includes(id) &&
            !id.includes('\u0000') &&
            !/^\.{1,2}$/.test(id),
        ),
        async (id) => {
          const response = await context.api.get(`/v1/orders/${encodeURIComponent(id)}`)
          same(response.status, 404, 'the status', response)
          const { message } = Message.parse(response.body)
          must(
            /not found/i.test(message),
            `the message must contain "not found": ${message}`,
            response,
          )
        },
      ),
  },
  {
    promise: 'An unsupported method returns 405 with Allow; a literal path is not a path parameter',
    source: 'design decisions 8 and 25',
    run: async ({ api }) => {
      const paths = new Map<string, string[]>()
      for (const { path, method } of allOperations)
        paths.set(path, [...(paths.get(path) ?? []), method])
      for (const [template, declared] of paths) {
        if (template === '/v1/auth') continue
        const allowed = declared.includes('GET') ? [...declared, 'HEAD'] : declared
        const path = template.replaceAll(/\{[^}]+\}/g, 'some-id')
        for (const method of [
          'GET',
          'HEAD',
          'POST',
          'PUT',
          'PATCH',
          'DELETE',
          'OPTIONS',
          'TRACE',
        ]) {
          if (allowed.includes(method)) continue
          const response = await api.send({ method, path })
          same(response.status, 405, 'the status', response)
          const listed = String(response.headers.allow)
            .split(/\s*,\s*/)
            .toSorted()
          same(listed, allowed.toSorted(), 'Allow', response)
        }
      }
    },
  },
  {
    promise: 'HEAD is supported wherever GET is, without a body',
    source: 'design decision 25',
    run: async ({ api, fixtures }) => {
      const { order } = await fixtures.order()
      const campaign = await fixtures.campaign()
      for (const { method, path } of allOperations) {
        if (method !== 'GET') continue
        const query = path === '/v1/contacts/list' ? `?campaignId=${campaign}` : ''
        const there = path.replace('{orderId}', order.id) + query
        const response = await api.send({ method: 'HEAD', path: there })
        same([response.status, response.text], [200, ''], 'the status and the body', response)
      }
    },
  },
  {
    promise: 'An unknown path returns 404 with a message',
    source: 'design decision 8',
    run: async ({ api }) => {
      for (const path of ['/v1', '/v1/', '/v1/nothing', '/v1/orders', '/v1/orders/list/']) {
        const response = await api.get(path)
        same(response.status, 404, 'the status', response)
      }
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
