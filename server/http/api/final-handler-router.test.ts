import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Env } from '../kit/env.ts'
import { FinalHandlerRouter, markFinal } from '../kit/router.ts'

const reply = (text: string) => () => new Response(text)
const final = (text: string) => markFinal(reply(text))

const newApp = () => new Hono<Env>({ router: new FinalHandlerRouter() })

/** The paths of the handlers that a request matches. */
const matched = (app: Hono<Env>, method: string, path: string) =>
  app.router.match(method, path)[0].map(([[, route]]) => `${route.method} ${route.path}`)

const withOrders = (app = newApp()) =>
  app
    .get('/orders/list', final('list'))
    .all('/orders/list', final('not allowed'))
    .get('/orders/:id', final('get'))
    .all('/orders/:id', final('not allowed'))

test.each([
  ['GET', '/orders/list', 'GET /orders/list'],
  ['POST', '/orders/list', 'ALL /orders/list'],
  ['GET', '/orders/x', 'GET /orders/:id'],
  ['PUT', '/orders/x', 'ALL /orders/:id'],
])('%s %s matches %s alone: a single handler needs no chain', (method, path, route) => {
  const app = withOrders()
  for (let again = 0; again < 2; again++) expect(matched(app, method, path)).toEqual([route])
})

test('an unknown path matches nothing', () => {
  expect(matched(withOrders(), 'GET', '/orders/x/y')).toEqual([])
})

test('middleware runs before a final handler, in the order of registration', async () => {
  const calls: string[] = []
  const app = newApp()
  app.use(async (_, next) => {
    calls.push('first')
    await next()
  })
  app.use('/orders/:id', async ({ req }, next) => {
    calls.push(req.param('id'))
    await next()
  })
  const response = await withOrders(app).request('/orders/x')
  expect([await response.text(), calls]).toEqual(['get', ['first', 'x']])
})

test('handlers that are not final run as in Hono’s default router', async () => {
  const app = newApp()
  app.get(
    '/a/:id',
    async (_, next) => next(),
    ({ req }) => new Response(req.param('id')),
  )
  app.get('/a/:other', reply('never'))
  expect(matched(app, 'GET', '/a/1')).toHaveLength(3)
  expect(await (await app.request('/a/1')).text()).toBe('1')
})

test('middleware that is added after a request runs for the next one', async () => {
  const app = newApp()
  app.get('/orders/list', reply('list'))
  expect(await (await app.request('/orders/list')).text()).toBe('list')
  app.get('/orders/list', reply('never'))
  app.use(async (_, next) => next())
  expect(matched(app, 'GET', '/orders/list')).toHaveLength(3)
})

test('a match of a literal path is cached until a route is added', () => {
  const app = withOrders()
  const match = (method: string, path: string) => app.router.match(method, path)
  const first = match('GET', '/orders/list')
  expect(match('GET', '/orders/list')).toBe(first)
  expect(match('POST', '/orders/list')).not.toBe(first)
  expect(match('GET', '/orders/x')).not.toBe(match('GET', '/orders/x'))
  app.get('/orders/other', reply('other'))
  expect(match('GET', '/orders/list')).not.toBe(first)
})
