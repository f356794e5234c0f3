import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Env } from '../kit/env.ts'
import { matchedRoute, pathWithoutQuery, rememberPath } from '../kit/router.ts'

const subApp = new Hono<Env>()
  .onError(() => new Response('failed'))
  .all('/:id', () => new Response('sub'))

const app = new Hono<Env>({ getPath: rememberPath })
app.use(async (_, next) => next())
app.use('/orders/:id', async (_, next) => next())
app.get('/orders/:id', () => new Response('order'))
app.get('/files/*', async (_, next) => next())
app.route('/sub', subApp)

const routeOf = async (method: string, path: string) => {
  const incoming = new IncomingMessage(new Socket())
  incoming.method = method
  await app.fetch(new Request(`http://localhost${path}`, { method }), { incoming })
  return matchedRoute(app.router)(incoming)
}

test.each([
  ['GET', '/orders/1', '/orders/:id'],
  ['HEAD', '/orders/1', '/orders/:id'],
  ['POST', '/orders/1', undefined],
  ['GET', '/nothing', undefined],
  ['GET', '/files/a', '/files/*'],
  ['GET', '/sub/1', '/sub/:id'],
])('the route of %s %s is %s, whatever middleware it passed', async (method, path, route) => {
  expect(await routeOf(method, path)).toBe(route)
})

test('the path of a server without secrets is what was requested, without its query', () => {
  const incoming = new IncomingMessage(new Socket())
  incoming.url = '/v1/orders/ord_1?a=b?c'
  expect(pathWithoutQuery(incoming)).toBe('/v1/orders/ord_1')
})

test('a request that the app never saw has no route', () => {
  expect(matchedRoute(app.router)(new IncomingMessage(new Socket()))).toBeUndefined()
})
