import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Env } from './env.ts'
import { FinalHandlerRouter, markFinal, matchedRoute, rememberPath } from './router.ts'

const reply = (text: string) => () => new Response(text)
const final = (text: string) => markFinal(reply(text))

const newApp = () => new Hono<Env>({ router: new FinalHandlerRouter(), getPath: rememberPath })

const withOrders = (app = newApp()) =>
  app
    .get('/orders/list', final('list'))
    .all('/orders/list', final('not allowed'))
    .get('/orders/:id', final('get'))
    .all('/orders/:id', final('not allowed'))

/** The handlers that a request matches. */
const matched = (app: Hono<Env>, method: string, path: string) =>
  app.router.match(method, path)[0].map(([[, route]]) => `${route.method} ${route.path}`)

test.each([
  ['GET', '/orders/list', ['GET /orders/list']],
  ['POST', '/orders/list', ['ALL /orders/list']],
  ['GET', '/orders/x', ['GET /orders/:id']],
  ['PUT', '/orders/x', ['ALL /orders/:id']],
  ['GET', '/orders/x/y', []],
])('%s %s matches %j alone: a single handler needs no chain', (method, path, route) => {
  const app = withOrders()
  for (let again = 0; again < 2; again++) expect(matched(app, method, path)).toEqual(route)
})

test('a match of a literal path is cached until a route is added', () => {
  const app = withOrders()
  const match = (path: string) => app.router.match('GET', path)
  const first = match('/orders/list')
  expect(match('/orders/list')).toBe(first)
  expect(match('/orders/x')).not.toBe(match('/orders/x'))
  app.use(async (_, next) => next())
  expect(match('/orders/list')).not.toBe(first)
})

const app = newApp()
app.use(async (_, next) => next())
app.use('/orders/:id', async (_, next) => next())
app.get('/orders/:id', reply('order'))
app.get('/files/*', async (_, next) => next())
app.route('/sub', new Hono<Env>().onError(reply('failed')).all('/:id', reply('sub')))

test.each([
  ['GET', '/orders/1', '/orders/:id'],
  ['HEAD', '/orders/1', '/orders/:id'],
  ['POST', '/orders/1', undefined],
  ['GET', '/nothing', undefined],
  ['GET', '/files/a', '/files/*'],
  ['GET', '/sub/1', '/sub/:id'],
])('the route of %s %s is %s, whatever middleware it passed', async (method, path, route) => {
  const incoming = new IncomingMessage(new Socket())
  incoming.method = method
  expect(matchedRoute(app.router)(incoming)).toBeUndefined()
  await app.fetch(new Request(`http://localhost${path}`, { method }), { incoming })
  expect(matchedRoute(app.router)(incoming)).toBe(route)
})
