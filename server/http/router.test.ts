import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Env } from './env.ts'
import { FinalHandlerRouter, matchedRoute, rememberPath } from './router.ts'

const reply = (text: string) => () => new Response(text)

const app = new Hono<Env>({ router: new FinalHandlerRouter(), getPath: rememberPath })
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
