import { beforeAll, expect, test } from 'vitest'
import { compileTexts } from '../../../tests/kit/compile.ts'

/** Registers handlers in the style of @hono/zod-openapi. */
const withHandlers = (...handlers: string[]) => `
import { OpenAPIHono } from '@hono/zod-openapi'
import * as routes from './zod/routes.ts'
import type { components } from './types.ts'
declare const order: components['schemas']['Order']
const message = { message: 'Order not found' }
export const app = new OpenAPIHono()
${handlers.map((handler) => `app.openapi(${handler})`).join('\n')}
export { order, message }
`

const declared = withHandlers(
  `routes.createOrder, (c) => c.json(order, 201)`,
  `routes.createOrder, (c) => c.json(message, 400)`,
  `routes.cancelOrder, async (c) => {
    const { orderId } = c.req.valid('json')
    if (orderId === '') return c.json(message, 400)
    return c.json({ ...order, status: 'CANCELLED' as const }, 201)
  }`,
  `routes.getOrder, (c) => c.json(message, 404)`,
)

const undeclared: [handler: string, says: RegExp][] = [
  [`routes.createOrder, (c) => c.json(message, 404)`, /404/],
  [`routes.cancelOrder, (c) => c.json(order, 200)`, /200/],
  [`routes.createOrder, (c) => c.json({ ...order, status: 'LOST' }, 201)`, /"LOST"/],
  [`routes.createOrder, (c) => c.json(message, 201)`, /message/],
  [`routes.createOrder, (c) => c.json({ orderId: 'ord_1' }, 201)`, /orderId/],
  [`routes.createOrder, (c) => c.text('Unauthorized', 401)`, /401/],
  [`routes.createOrder, () => new Response('{}')`, /Response/],
]

let messages: string[] = []

beforeAll(() => {
  messages = compileTexts([declared, ...undeclared.map(([handler]) => withHandlers(handler))])
})

test('Hono accepts the replies that the contract declares', () => {
  expect(messages[0]).toBe('')
})

test.each(undeclared.map(([handler, says], i) => [handler, says, i + 1] as const))(
  'Hono rejects %s',
  (_, says, i) => {
    expect(messages[i]).toMatch(says)
  },
)
