import { beforeAll, expect, test } from 'vitest'
import { compileTexts } from '../../../tests/kit/compile.ts'

const head = `
import { implement, type Operations, type Reply } from './operations.ts'
import { stubs } from './stubs.ts'
import type { components } from './types.ts'
declare const order: components['schemas']['Order']
declare const invite: components['schemas']['InviteCreated']
declare const maybe: boolean
export { maybe, order, invite, type Reply, type Operations }
`

/** Implements some methods; the others are stubs, which compile. */
const implementing = (methods: string) =>
  `${head}export const operations = implement<unknown>()({ ...stubs, ${methods} })`

const valid = implementing(`
  async getOrder({ path: { orderId } }) {
    if (orderId === '') return { status: 404, body: { message: 'Order not found' } }
    return { status: 200, body: order }
  },
  cancelOrder: () => ({ status: 201, body: { ...order, status: 'CANCELLED' } }),
`)

const invalid: [what: string, methods: string, says: RegExp][] = [
  [
    '404 from an operation that must not',
    `deleteWebhook: () => ({ status: 404, body: { message: 'Webhook not found' } })`,
    /404/,
  ],
  [
    '200 from cancelOrder',
    `cancelOrder: () => ({ status: 200, body: order })`,
    /"cancelOrder may return 201 \| 400"/,
  ],
  [
    'the body of another status',
    `createOrder: () => ({ status: 201, body: { message: 'Done' } })`,
    /missing the following properties/,
  ],
  ['a raw Response', `getOrder: () => new Response('{}')`, /Response/],
  [
    'an extra operation',
    `shipOrder: () => ({ status: 200, body: order })`,
    /notAnOperation: "shipOrder"/,
  ],
  [
    'a misspelt field',
    `deleteWebhook: () => ({ status: 200, body: { mesage: 'Webhook deleted' } })`,
    /mesage/,
  ],
  [
    'a field that is not declared',
    `async createContact() { return { status: 200, body: { contactId: 'con_1', secret: 's' } } }`,
    /undeclared: "secret"/,
  ],
  [
    'a field that is not declared, deep in a reply',
    `createInvite: () => ({ status: 200, body: { ...invite, invite: { ...invite.invite, token: 't' } } })`,
    /undeclared: "token"/,
  ],
  [
    'null where null is not declared',
    `getOrder: () => ({ status: 200, body: { ...order, notes: null } })`,
    /'null' is not assignable to type 'string'/,
  ],
  [
    'text where a field is always null',
    `checkAuth() { throw '' satisfies components['schemas']['InviteViewedData']['campaignTitle'] }`,
    /does not satisfy the expected type 'null'/,
  ],
  [
    'one bad branch of an async operation',
    `async getOrder() {
      if (maybe) return { status: 200, body: order }
      await Promise.resolve()
      if (maybe) return { status: 404, body: { message: 'Order not found' } }
      return { status: 500, body: { message: 'Broken' } }
    }`,
    /"getOrder may return 200 \| 400 \| 404"/,
  ],
  [
    'a field that is not declared, of an operation that reads its input',
    `async getOrder({ path: { orderId } }) {
      const body = { ...order, id: orderId, secret: 's' }
      return { status: 200, body }
    }`,
    /undeclared: "secret"/,
  ],
]

const undeclaredStatus = implementing(
  `createOrder: async () => ({ status: 404, body: { message: 'Lost' } })`,
)

const missing = `${head}
  const { getOrder: _, ...rest } = stubs
  export const operations = implement<unknown>()(rest)`

const ofEdge = `${head}
  export const reply: Reply<'getOrder'> = { status: 401, body: 'Unauthorized' }`

/** Registers handlers in the style of @hono/zod-openapi. */
const withHandlers = (...handlers: string[]) => `
import { OpenAPIHono } from '@hono/zod-openapi'
import * as routes from './zod/routes.ts'
import type { components } from './types.ts'
declare const order: components['schemas']['Order']
const message = { message: 'Order not found' }
const app = new OpenAPIHono()
${handlers.map((handler) => `app.openapi(${handler})`).join('\n')}
export { order, message }
`

const declaredReplies = withHandlers(
  `routes.createOrder, (c) => c.json(order, 201)`,
  `routes.createOrder, (c) => c.json(message, 400)`,
  `routes.cancelOrder, async (c) => {
    const { orderId } = c.req.valid('json')
    if (orderId === '') return c.json(message, 400)
    return c.json({ ...order, status: 'CANCELLED' as const }, 201)
  }`,
  `routes.getOrder, (c) => c.json(message, 404)`,
)

const undeclaredReplies: [handler: string, says: RegExp][] = [
  [`routes.createOrder, (c) => c.json(message, 404)`, /404/],
  [`routes.cancelOrder, (c) => c.json(order, 200)`, /200/],
  [`routes.createOrder, (c) => c.json({ ...order, status: 'LOST' }, 201)`, /"LOST"/],
  [`routes.createOrder, (c) => c.json(message, 201)`, /message/],
  [`routes.createOrder, (c) => c.json({ orderId: 'ord_1' }, 201)`, /orderId/],
  [`routes.createOrder, (c) => c.text('Unauthorized', 401)`, /401/],
  [`routes.createOrder, () => new Response('{}')`, /Response/],
]

const messages = new Map<string, string>()

beforeAll(() => {
  const implementations = invalid.map(([, methods]) => implementing(methods))
  const handlers = undeclaredReplies.map(([handler]) => withHandlers(handler))
  const operations = [valid, undeclaredStatus, missing, ofEdge, ...implementations]
  const texts = [...operations, declaredReplies, ...handlers]
  for (const [i, message] of compileTexts(texts).entries()) messages.set(texts[i] ?? '', message)
})

test('an implementation of the contract compiles', () => {
  expect(messages.get(valid)).toBe('')
})

test.each(invalid)('%s does not compile', (_, methods, says) => {
  expect(messages.get(implementing(methods))).toMatch(says)
})

test('the error for an undeclared status names the statuses, not their fields', () => {
  expect(messages.get(undeclaredStatus)).toBe(`\
Type 'Promise<{ status: 404; body: { message: string; }; }>' is not assignable to type 'AnyAnswer<"createOrder"> & "createOrder may return 201 | 400"'.
  Type 'Promise<{ status: 404; body: { message: string; }; }>' is not assignable to type 'Promise<AnyReply<"createOrder">> & "createOrder may return 201 | 400"'.
    Type 'Promise<{ status: 404; body: { message: string; }; }>' is not assignable to type '"createOrder may return 201 | 400"'.
`)
})

test('a missing operation does not compile', () => {
  expect(messages.get(missing)).toMatch(/Property 'getOrder' is missing/)
})

test('an operation cannot return the edge’s responses', () => {
  expect(messages.get(ofEdge)).toMatch(/401/)
})

test('Hono accepts the replies that the contract declares', () => {
  expect(messages.get(declaredReplies)).toBe('')
})

test.each(undeclaredReplies)('Hono rejects %s', (handler, says) => {
  expect(messages.get(withHandlers(handler))).toMatch(says)
})
