import { once } from 'node:events'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Env } from '../kit/env.ts'
import { readBytes } from './input.ts'

const limit = 8

const app = new Hono<Env>().post('/', async (context) => {
  const bytes = await readBytes(context, limit)
  return context.text(typeof bytes === 'string' ? bytes : `${Buffer.from(bytes)}`)
})

/** Reads a body of these chunks as in a browser, where there is no stream of Node. */
const read = async (chunks: readonly string[], { headers = {}, isRead = false } = {}) => {
  const reading = new Hono<Env>().use(async ({ req }, next) => {
    if (isRead) await req.arrayBuffer()
    await next()
  })
  const body = new Blob([...chunks]).stream()
  const request = new Request('http://localhost/', {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  })
  return (await reading.route('/', app).request(request)).text()
}

test.each([
  [[], ''],
  [['1234', '5678'], '12345678'],
  [['1234', '5678', '9'], 'too large'],
  [['123456789'], 'too large'],
])('a stream of %j is read as %j', async (chunks, text) => {
  expect(await read(chunks)).toBe(text)
  expect(await read(chunks, { isRead: true })).toBe(text)
})

test('a body whose Content-Length exceeds the limit is not read', async () => {
  expect(await read(['1'], { headers: { 'content-length': '9' } })).toBe('too large')
  expect(await read(['1'], { headers: { 'content-length': '8' } })).toBe('1')
})

test('a body whose connection was closed before it is read is cut off', async () => {
  const incoming = new IncomingMessage(new Socket())
  const closed = once(incoming, 'close')
  incoming.destroy()
  await closed
  const response = await app.request('/', { method: 'POST' }, { incoming })
  expect(await response.text()).toBe('cut off')
})

test('nothing listens to the rest of a body that is too large', async () => {
  const incoming = new IncomingMessage(new Socket())
  const reading = app.request('/', { method: 'POST' }, { incoming })
  await expect.poll(() => incoming.listenerCount('data')).toBe(1)
  incoming.push('123456789')
  expect(await (await reading).text()).toBe('too large')
  const counts = ['data', 'end', 'close', 'error'].map((name) => incoming.listenerCount(name))
  expect(counts).toEqual([0, 0, 0, 0])
})
