import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { servedMock } from '../../tests/kit/mock/served-mock.ts'
import { newOrder } from '../../tests/kit/request-bodies.ts'
import { demoKeys } from '../demo-keys.ts'

test('the log has the length of a compressed body, not its bytes', async () => {
  const { ask, mock } = await servedMock()
  const headers = { 'accept-encoding': 'br' }
  const { bytes } = await ask('/openapi.json', { key: null, unchecked: true, headers })
  expect(brotliDecompressSync(bytes).toString()).toMatch(/^\{/)
  const logged = { responseBody: '', responseBytes: bytes.length }
  expect(mock.requests.entries).toMatchObject([logged])
})

test('the log has the first 256 KiB of a body', async () => {
  const { call, mock } = await servedMock()
  const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
  // The limit is within a character.
  const body = `x${'ä'.repeat(4 * 262_144)}`
  await call('/orders/create', { method: 'POST', headers, body })
  const requestBody = `x${'ä'.repeat(262_144 / 2 - 1)}`
  expect(mock.requests.entries).toMatchObject([{ status: 400, requestBody }])
})

test('the log has the body of every request, read or not', async () => {
  const { call, mock } = await servedMock({ stateful: true })
  const json = { 'content-type': 'application/json' }
  for (const [path, headers, body] of [
    ['/orders/create', json, JSON.stringify(newOrder('cmp_1', 'T'))],
    ['/orders/create', json, '{"campaignId":'],
    ['/orders/create', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=b'],
    ['/orders/create', { ...json, authorization: undefined }, '{"a":1}'],
    ['/nothing', json, '{"a":1}'],
  ] as const) {
    const { status } = await call(path, { method: 'POST', headers, body })
    expect(mock.requests.entries.at(-1)).toMatchObject({ status, requestBody: body })
  }
})

test('the log masks API keys everywhere, but not the mock’s own', async () => {
  const { call, mock } = await servedMock()
  const { demo } = demoKeys
  const other = demo.replace('demo', 'live')
  await call(`/orders/create?key=${other}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${other}`, 'x-api-key': other, 'x-demo-key': demo },
    json: { notes: other },
  })
  const [entry] = mock.requests.entries
  expect(entry).toMatchObject({
    requestHeaders: { authorization: 'Bearer …', 'x-api-key': 'mfk_…', 'x-demo-key': demo },
    requestBody: '{"notes":"mfk_…"}',
  })
  expect(JSON.stringify(entry)).not.toContain('mfk_live')
})

test('the log has the operation and URL of rejected requests', async () => {
  const { address, call, mock } = await servedMock({}, { RATE_LIMIT_BUDGET: '3' })
  await call('/orders/ord_1', { key: null })
  await call('/orders/list', { method: 'PUT' })
  await call('/nothing')
  await call('/products/list?limit=1')
  const url = `${address}/v1/products/list?limit=1`
  expect(mock.requests.entries).toMatchObject([
    { status: 401, operation: 'getOrder' },
    { status: 405, operation: undefined },
    { status: 404, operation: undefined },
    { status: 429, operation: 'listProducts', url },
  ])
})
