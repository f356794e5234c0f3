import fc from 'fast-check'
import { Message } from '../../generated/schemas.ts'
import { same } from '../support/assertions.ts'
import { sendTidily } from '../support/hooks.ts'
import type { Law } from '../support/law.ts'
import { must } from '../support/law-context.ts'
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

export const routing: Law[] = [
  {
    area: 'routing',
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
    area: 'routing',
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
    area: 'routing',
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
    area: 'routing',
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
    area: 'routing',
    promise: 'An unknown path returns 404 with a message',
    source: 'design decision 8',
    run: async ({ api }) => {
      for (const path of ['/v1', '/v1/', '/v1/nothing', '/v1/orders', '/v1/orders/list/']) {
        const response = await api.get(path)
        same(response.status, 404, 'the status', response)
      }
    },
  },
]
