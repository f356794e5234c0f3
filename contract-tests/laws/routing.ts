import fc from 'fast-check'
import { type LinkSource, linkSource } from '../../packages/openapi-hono/model/document.ts'
import type { ReplyLink } from '../../packages/openapi-hono/model/model.ts'
import { at } from '../../packages/openapi-hono/model/pointer.ts'
import {
  type ApiRequest,
  type ApiResponse,
  must,
  mustBe,
  mustReject,
  same,
} from '../support/api.ts'
import { operations } from '../support/contract.ts'
import { cancel, newOrder, place, requestNaming } from '../support/fixtures.ts'
import type { Laws } from '../support/law.ts'
import { allOperations, operationNamed, requestFor, withPath } from '../support/requests.ts'
import { hookLaw, hookUrl } from '../support/subscriptions.ts'

/** Some servers have short numbers as ids. */
const number = /^[1-9]\d{0,8}$/

/** Ids that no object has, some of them hard to route. */
const ids = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    fc.constantFrom('x'.repeat(500), '%00', '../list', "' or 1=1 --", '0', 'null', '😀'),
  )
  .filter((id) => !/^(list|create|cancel|events|\.{1,2})$|\0/.test(id) && !number.test(id))

const valueAt = ({ of, pointer }: LinkSource, { body, exchange }: ApiResponse): unknown =>
  at(of === 'response' ? body : JSON.parse(String(exchange.sent.body)), pointer)

/** Returns the request that a link leads to: with its parameters, and with a body that names the data. */
const linked = (
  { operationId, parameters }: ReplyLink,
  response: ApiResponse,
  body: unknown,
): ApiRequest => {
  const operation = operationNamed(operationId)
  const valuesOf = (declared: object) =>
    Object.fromEntries(
      Object.entries(parameters)
        .filter(([name]) => name in declared)
        .map(([name, value]) => {
          const source = linkSource(value)
          return [name, String(source ? valueAt(source, response) : value)]
        }),
    )
  const path = valuesOf(operation.pathParameters)
  const query = valuesOf(operation.queryParameters)
  return requestFor(operation, { path, query, body })
}

export const routing: Laws = {
  'An unknown id returns 404 from getOrder, and 400 from every other operation': {
    source: '§4 GET /v1/orders/{orderId}, §7, design decisions 2 and 3',
    needs: ['memory'],
    async run(context) {
      const { api } = context
      const check = async (id: string) => {
        const path = `/v1/orders/${encodeURIComponent(id)}`
        const response = mustBe(404, await api.get(path))
        mustBe(404, await api.send({ method: 'HEAD', path }))
        must(/"[^"]*not found/i.test(response.text), 'the message must say "not found"', response)
        mustReject(await cancel(context, id), 'cancelling an unknown order')
        for (const { path, method, body } of allOperations)
          if (path.startsWith('/v1/webhooks/{id}')) {
            const json = body && { active: true }
            const request = { method, path: withPath(path, { id }), json }
            mustReject(await api.send(request), 'the request for an unknown webhook')
          }
      }
      await context.forAll(ids, check)
      const { order } = await context.fixtures.order()
      const { id } = order
      const similar = [id.toUpperCase(), id.toLowerCase(), id.slice(0, -1)]
      similar.push(order.orderNumber, ...[' ', 'x', '.json'].map((end) => `${id}${end}`))
      // Numbers that no id has. 32 bits of the first are 1.
      similar.push(`${2 ** 32 + 1}`, '9'.repeat(30))
      for (const each of similar) if (each !== id && !number.test(each)) await check(each)
    },
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
      const { order, offer } = await fixtures.order()
      for (const operation of allOperations) {
        if (operation.method !== 'GET') continue
        const request = requestNaming(operation, { ...offer, orderId: order.id, hookId: '' })
        const response = await api.send({ ...request, method: 'HEAD' })
        same([response.status, response.text], [200, ''], 'the status and the body', response)
      }
    },
  },
  'An unknown path returns 404 with a message, also one in another spelling': {
    source: 'design decision 8',
    async run({ api }) {
      const other = ['/v1/AUTH', '/v1/Products/list', '/v1/orders/list/', '/v1/auth/', '/v1//auth']
      const loose = ['/v1/auth.json', '/v1/auth;x=1', '/v1/orders%2Flist']
      for (const path of ['/v1', '/v1/', '/v1/nothing', '/v1/orders', ...other, ...loose])
        mustBe(404, await api.get(path))
    },
  },
  'Every declared link leads to a request that succeeds': hookLaw(
    'OpenAPI 3.1, Link Object',
    async ({ api, fixtures }, subscriptions) => {
      const offer = await fixtures.offer()
      for (const { id, replies } of operations)
        for (const { status, links } of replies)
          for (const link of links) {
            const { order } = await place({ api }, newOrder(offer))
            const { id: hookId } = await subscriptions.create(
              hookUrl('linked', `/${id}/${link.name}`),
            )
            const named = { ...offer, orderId: order.id, hookId }
            const request = requestNaming(operationNamed(id), named)
            const response = mustBe(status, await api.send(request))
            const { json } = requestNaming(operationNamed(link.operationId), named)
            const next = await api.send(linked(link, response, json))
            must(next.status < 300, `the link ${link.name} of ${id} must succeed`, next)
          }
    },
    { needs: ['memory'] },
  ),
}
