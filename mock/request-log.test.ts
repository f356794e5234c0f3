import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { newOrder } from '../testkit/request-bodies.ts'
import { demoKeys } from './demo-keys.ts'
import { recordBody } from './request-log.ts'
import { servedMock } from './testing/served-mock.ts'

const page = { key: null, unchecked: true }

test('a page is the same in every encoding, and the log has its length, not its compressed bytes', async () => {
  const { ask, mock } = await servedMock()
  const plain = await ask('/openapi.json', page)
  const headers = { 'accept-encoding': 'br' }
  const { bytes } = await ask('/openapi.json', { ...page, headers })
  expect(brotliDecompressSync(bytes)).toEqual(plain.bytes)
  expect(mock.requests.entries.at(-1)).toMatchObject({
    responseBody: '',
    responseBytes: bytes.length,
  })
  const cached = { 'if-none-match': plain.headers.etag?.toString() }
  expect(await ask('/openapi.json', { ...page, headers: cached })).toMatchObject({
    status: 304,
    text: '',
  })
})

const most = 262_144

test('the log has the first 256 KiB of a body', async () => {
  const { ask, call, mock } = await servedMock()
  const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
  // The limit is within a character.
  const body = `x${'ä'.repeat(4 * most)}`
  await call('/orders/create', { method: 'POST', headers, body })
  expect(mock.requests.entries).toMatchObject([
    { status: 400, requestBody: `x${'ä'.repeat(most / 2 - 1)}` },
  ])
  const { bytes } = await ask('/openapi.json', page)
  const [, document] = mock.requests.entries
  expect(bytes.length).toBeGreaterThan(most)
  expect(document?.responseBytes).toBe(bytes.length)
  expect(Buffer.byteLength(document?.responseBody ?? '')).toBeGreaterThan(most - 4)
  expect(Buffer.byteLength(document?.responseBody ?? '')).toBeLessThanOrEqual(most)
})

test('no more of a body is kept in memory', () => {
  const incoming = new IncomingMessage(new Socket())
  const recorded = recordBody(incoming)
  incoming.on('data', () => {})
  for (let i = 0; i < 20; i++) incoming.emit('data', Buffer.alloc(65_536, 'a'))
  expect(recorded().length).toBeLessThanOrEqual(most + 65_536)
})

test.each([false, true])(
  'the log has the body of every request (stateful: %s)',
  async (stateful) => {
    const { call, mock } = await servedMock({ stateful })
    const json = { 'content-type': 'application/json' }
    for (const [path, headers, body] of [
      ['/orders/create', {}, JSON.stringify({ ...newOrder('cmp_1', 'T'), a: 1 })],
      ['/orders/create', {}, '{}'],
      ['/orders/create', {}, '{"campaignId":'],
      ['/orders/create', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=b'],
      ['/orders/create', { authorization: undefined }, '{"a":1}'],
      ['/nothing', {}, '{"a":1}'],
    ] as const) {
      const { status } = await call(path, {
        method: 'POST',
        headers: { ...json, ...headers },
        body,
      })
      expect(mock.requests.entries.at(-1)).toMatchObject({ status, requestBody: body })
    }
  },
)

test('the log masks API keys everywhere', async () => {
  const { call, mock } = await servedMock()
  const { demo } = demoKeys
  await call(`/orders/create?key=${demo}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${demo} x`, 'x-api-key': demo },
    json: { notes: demo },
  })
  const [entry] = mock.requests.entries
  expect(entry).toMatchObject({
    requestHeaders: { authorization: 'Bearer …', 'x-api-key': 'mfk_…' },
    requestBody: '{"notes":"mfk_…"}',
  })
  expect(JSON.stringify(entry)).not.toContain(demo.slice(0, 40))
})

test.each([false, true])(
  'the log has the operation and URL of rejected requests (stateful: %s)',
  async (stateful) => {
    const { address, call, mock } = await servedMock({ stateful }, { RATE_LIMIT_BUDGET: '5' })
    await call('/orders/create', { method: 'POST', json: {} })
    await call('/orders/ord_1', { key: null })
    await call('/auth', { method: 'PATCH' })
    await call('/orders/list', { method: 'PUT' })
    await call('/nothing')
    await call('/products/list?limit=1')
    expect(mock.requests.entries.map(({ status, operation }) => [status, operation])).toEqual([
      [400, 'createOrder'],
      [401, 'getOrder'],
      [200, 'checkAuthPatch'],
      [405, undefined],
      [404, undefined],
      [429, 'listProducts'],
    ])
    expect(mock.requests.entries.at(-1)?.url).toBe(`${address}/v1/products/list?limit=1`)
  },
)
