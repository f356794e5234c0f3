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

test('the log has the first 256 KiB of the body of every request, read or not', async () => {
  const { call, mock } = await servedMock({ stateful: true })
  const json = { 'content-type': 'application/json' }
  for (const [path, headers, body] of [
    ['/orders/create', json, JSON.stringify(newOrder('cmp_1', 'T'))],
    ['/orders/create', json, '{"campaignId":'],
    ['/orders/create', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=b'],
    ['/orders/create', { ...json, authorization: undefined }, '{"a":1}'],
    ['/nothing', json, '{"a":1}'],
    // The limit is within a character.
    ['/orders/create', { ...json, 'transfer-encoding': 'chunked' }, `x${'ä'.repeat(4 * 262_144)}`],
  ] as const) {
    const { status } = await call(path, { method: 'POST', headers, body })
    const requestBody = body.slice(0, 262_144 / 2)
    expect(mock.requests.entries.at(-1)).toMatchObject({ status, requestBody })
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

test.each([true, false])('each 400, 401 and 429 says why (stateful: %s)', async (stateful) => {
  const lines: string[] = []
  const { call, turn, mock } = await servedMock(
    { stateful, onLine: (line) => lines.push(line) },
    { RATE_LIMIT_BUDGET: '109' },
  )
  const { revoked, deactivated, unissued } = demoKeys
  for (const key of [null, 'short', 'x'.repeat(95), unissued, revoked, deactivated])
    await call('/auth', { key })
  await call('/auth', { headers: { authorization: 'Basic abc' } })
  await call('/contacts/create', { method: 'POST', json: { campaignId: 'cmp_1', email: 'nobody' } })
  await call('/auth', { headers: { prefer: 'code=401' } })
  await turn('rate-limit/exhaust')
  await call('/auth')
  const mask = (key: string) => `mfk_…${key.slice(-4)}`
  expect(lines).toEqual([
    'GET /v1/auth 401: the Authorization header is missing',
    'GET /v1/auth 401: the key … has 5 characters, not 96',
    'GET /v1/auth 401: the key xxxx…xxxx has 95 characters, not 96',
    `GET /v1/auth 401: the key ${mask(unissued)} is unknown`,
    `GET /v1/auth 401: the key ${mask(revoked)} is revoked`,
    `GET /v1/auth 401: the account of the key ${mask(deactivated)} is deactivated`,
    'GET /v1/auth 401: the Authorization header must begin with Bearer',
    expect.stringMatching(
      /^POST \/v1\/contacts\/create 400: Invalid request body; firstName: .*; email: /,
    ),
    'GET /v1/auth 401: the Prefer header asked for it',
    expect.stringMatching(
      /^GET \/v1\/auth 429: all 109 requests are used, and .* in 86,\d+ s\. Reset/,
    ),
  ])
  expect(mock.requests.entries.at(-1)?.reason).toMatch(/^all 109 requests are used/)
  await turn('rate-limit/reset')
  expect((await call('/auth')).headers['ratelimit-remaining']).toBe('108')
})
