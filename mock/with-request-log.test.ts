import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { listCampaigns200 } from '../generated/schemas.ts'
import { newOrder } from '../testkit/request-bodies.ts'
import { demoKeys } from './demo-keys.ts'
import { servedMock } from './testing/served-mock.ts'

const json = { 'content-type': 'application/json' }

describe.each([{ stateful: false }, { stateful: true }])('pages of the mock %j', (options) => {
  const page = { key: null, unchecked: true }

  test.each(['/openapi.json', '/docs.md', '/collection.json'])(
    '%s is the same in every encoding',
    async (path) => {
      const { ask } = await servedMock(options)
      const plain = await ask(path, page)
      expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined])
      for (const [encoding, unpack] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const headers = { 'accept-encoding': encoding }
        const packed = await ask(path, { ...page, headers })
        expect([packed.status, packed.headers['content-encoding']]).toEqual([200, encoding])
        expect(unpack(packed.bytes)).toEqual(plain.bytes)
        const head = await ask(path, { ...page, headers, method: 'HEAD' })
        expect([head.status, head.headers['content-encoding']]).toEqual([200, encoding])
        expect(head.bytes).toHaveLength(0)
      }
    },
  )

  test('a page that has not changed is a 304', async () => {
    const { ask } = await servedMock(options)
    const { headers } = await ask('/openapi.json', page)
    const again = await ask('/openapi.json', {
      ...page,
      headers: {
        'if-none-match': headers.etag?.toString(),
        'accept-encoding': 'br',
        origin: 'http://localhost:3000',
      },
    })
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, headers.etag])
  })
})

test('the request log has the length of a compressed body, not its bytes', async () => {
  const { ask, mock } = await servedMock()
  const headers = { 'accept-encoding': 'br' }
  const { bytes } = await ask('/openapi.json', { key: null, unchecked: true, headers })
  expect(mock.requests.entries.at(-1)).toMatchObject({
    responseBody: '',
    responseBytes: bytes.length,
  })
})

test('the request log has the first 256 KiB of a body', async () => {
  const { ask, mock } = await servedMock({ stateful: true, scenario: 'large' })
  const most = 262_144
  const campaigns = listCampaigns200.parse((await ask('/v1/campaigns/list')).body)
  const id = campaigns.find(({ status }) => status === 'Active')?.id
  const { text, bytes } = await ask(`/v1/contacts/list?campaignId=${id}&limit=1000`)
  expect(bytes.length).toBeGreaterThan(most)
  await ask('/v1/orders/create', {
    method: 'POST',
    headers: { ...json, 'transfer-encoding': 'chunked' },
    // The limit is within a character.
    body: `x${'ä'.repeat(most)}`,
  })
  const [contacts, order] = mock.requests.entries.slice(-2)
  expect(contacts?.responseBytes).toBe(bytes.length)
  expect(Buffer.byteLength(contacts?.responseBody ?? '')).toBeGreaterThan(most - 4)
  expect(Buffer.byteLength(contacts?.responseBody ?? '')).toBeLessThanOrEqual(most)
  expect(text.startsWith(contacts?.responseBody ?? '-')).toBe(true)
  expect(order).toMatchObject({ status: 400, requestBody: `x${'ä'.repeat(most / 2 - 1)}` })
})

describe('the request log has the body of', () => {
  test.each([
    ['an order that does not validate', '/v1/orders/create', {}, '{}'],
    ['malformed JSON', '/v1/orders/create', {}, '{"campaignId":'],
    ['a form', '/v1/orders/create', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=b'],
    ['a request without a key', '/v1/orders/create', { authorization: undefined }, '{"a":1}'],
    ['an unknown path', '/v1/nothing', {}, '{"a":1}'],
  ])('%s', async (_, path, headers, body) => {
    for (const stateful of [false, true]) {
      const { ask, mock } = await servedMock({ stateful })
      const { status } = await ask(path, { method: 'POST', headers: { ...json, ...headers }, body })
      expect(status).toBeGreaterThanOrEqual(400)
      expect(mock.requests.entries).toMatchObject([{ status, requestBody: body }])
    }
  })

  test('a valid request, as it was sent', async () => {
    const { ask, mock } = await servedMock()
    const order = { ...newOrder('cmp_1', 'TEE'), undeclared: true }
    await ask('/v1/orders/create', { method: 'POST', json: order })
    expect(mock.requests.entries).toMatchObject([
      { status: 201, requestBody: JSON.stringify(order) },
    ])
  })
})

test('the request log masks API keys in bodies', async () => {
  const { ask, mock } = await servedMock()
  await ask('/v1/orders/create', { method: 'POST', json: { notes: demoKeys.demo } })
  expect(mock.requests.entries).toMatchObject([{ requestBody: '{"notes":"mfk_…"}' }])
})

test('the request log has the operation of rejected requests', async () => {
  for (const stateful of [false, true]) {
    const { ask, mock } = await servedMock({ stateful }, { RATE_LIMIT_BUDGET: '5' })
    await ask('/v1/orders/create', { method: 'POST', json: {} })
    await ask('/v1/orders/ord_1', { key: null })
    await ask('/v1/auth', { method: 'PATCH' })
    await ask('/v1/orders/list', { method: 'PUT' })
    await ask('/v1/nothing')
    await ask('/v1/products/list')
    expect(mock.requests.entries.map(({ status, operation }) => [status, operation])).toEqual([
      [400, 'createOrder'],
      [401, 'getOrder'],
      [200, 'checkAuthPatch'],
      [405, undefined],
      [404, undefined],
      [429, 'listProducts'],
    ])
  }
})
