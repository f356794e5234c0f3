import { once } from 'node:events'
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { servedMock } from '../testing/served-mock.ts'
import { isOwnHost } from './control-api.ts'

const statusOf = async (
  { ask }: Awaited<ReturnType<typeof servedMock>>,
  headers: Record<string, string>,
  method = 'GET',
) => (await ask('/__mock/state', { key: null, headers, method })).status

describe('the Host header', () => {
  test.each([
    'localhost',
    'LOCALHOST:4010',
    'localhost.',
    'mock.localhost:4010',
    '127.0.0.1:4010',
    '127.8.9.10',
    '[::1]:4010',
  ])('%s is accepted', async (host) => {
    expect(await statusOf(await servedMock(), { host })).toBe(200)
  })

  test.each([
    'rebound.example:4010',
    'localhost.rebound.example',
    'notlocalhost',
    '127.0.0.1.rebound.example',
    '10.0.0.7:4010',
    '[::2]',
    'rebound.example/@localhost',
  ])('"%s" is rejected for reads and changes', async (host) => {
    const mock = await servedMock()
    for (const path of ['', 'state', 'requests', 'requests/stream'])
      expect((await mock.ask(`/__mock/${path}`, { key: null, headers: { host } })).status).toBe(403)
    const reset = { method: 'POST', key: null, headers: { host } }
    expect((await mock.ask('/__mock/reset', reset)).status).toBe(403)
  })

  test('is rejected with what to do', async () => {
    const { address, ask } = await servedMock()
    const { body } = await ask('/__mock/', { key: null, headers: { host: 'mock:4010' } })
    expect(body).toEqual({
      message: `The control API rejects the host mock:4010. Use ${address}/__mock/, or start the mock with BASE_URL=http://mock:4010.`,
    })
  })

  test.each([
    [{ BASE_URL: 'http://mock:4010' }, 'mock:4010', 'other:4010'],
    [{ HOST: '10.0.0.7' }, '10.0.0.7:4010', '10.0.0.8:4010'],
    [{ HOST: '::2' }, '[::2]:4010', '[::3]:4010'],
    [{ HOST: '0.0.0.0' }, '10.0.0.7:4010', 'rebound.example'],
    [{ HOST: '::' }, '[fe80::1]:4010', 'rebound.example'],
  ])('may be what the settings %j name', (settings, accepted, rejected) => {
    const isOwn = isOwnHost(readConfig(settings))
    expect([accepted, 'localhost', rejected].map(isOwn)).toEqual([true, true, false])
  })

  test('is not checked outside the control API', async () => {
    const { ask } = await servedMock()
    expect((await ask('/v1/auth', { headers: { host: 'mock:4010' } })).status).toBe(200)
  })
})

test('a change from a page of another origin is rejected', async () => {
  const mock = await servedMock()
  for (const origin of ['https://shop.example', 'http://10.0.0.7', 'null']) {
    const headers = { origin }
    const reset = await mock.ask('/__mock/reset', { method: 'POST', key: null, headers })
    expect([origin, reset.status]).toEqual([origin, 403])
    expect(await statusOf(mock, headers)).toBe(200)
  }
  const headers = { origin: mock.address }
  const own = await mock.ask('/__mock/reset', { method: 'POST', key: null, headers })
  expect(own.status).toBe(200)
})

describe('a body over 256 KiB', () => {
  test.each(['clock', 'operations/listProducts', 'receivers', 'subscribers'])(
    'is a 413: %s',
    async (path) => {
      const { ask } = await servedMock()
      const post = { method: 'POST', key: null, body: ' '.repeat(262_145) }
      const { status, body } = await ask(`/__mock/${path}`, post)
      expect([status, body]).toEqual([413, { message: 'The body must be at most 256 KiB' }])
      expect((await ask(`/__mock/${path}`, { ...post, body: ' '.repeat(262_144) })).status).toBe(
        400,
      )
    },
  )

  test('gets its response before the whole body has arrived', async () => {
    const { address } = await servedMock()
    const outgoing = request(`${address}/__mock/receivers`, { method: 'POST' })
    outgoing.on('error', () => {})
    outgoing.write(' '.repeat(262_145))
    const [response] = await once(outgoing, 'response')
    expect(response.statusCode).toBe(413)
    outgoing.destroy()
  })
})

describe('deliveries to a mock', () => {
  const register = ({ ask }: Awaited<ReturnType<typeof servedMock>>, url: string) =>
    ask('/__mock/receivers', { method: 'POST', key: null, json: { url } })
  const rejected = { status: 508, error: null, headers: { 'Mock-Delivery-Depth': '1' } }

  test('cause no further deliveries', async () => {
    const mock = await servedMock()
    for (const receiver of ['one', 'two'])
      await register(mock, `${mock.address}/__mock/events/order.shipped?${receiver}`)
    const { body } = await mock.ask('/__mock/events/order.shipped', { method: 'POST', key: null })
    expect(body).toMatchObject([rejected, rejected])
    expect(mock.mock.receivers.deliveries).toHaveLength(2)
  })

  test('end a ring of two mocks', async () => {
    const [first, second] = [await servedMock(), await servedMock()]
    await register(first, `${second.address}/__mock/events/order.shipped`)
    await register(second, `${first.address}/__mock/events/order.shipped`)
    const { body } = await first.ask('/__mock/events/order.shipped', { method: 'POST', key: null })
    expect(body).toMatchObject([rejected])
    const counts = [first, second].map(({ mock }) => mock.receivers.deliveries.length)
    expect(counts).toEqual([1, 0])
  })

  test('are rejected with what to do', async () => {
    const { ask } = await servedMock()
    const headers = { 'mock-delivery-depth': '1' }
    const { status, body } = await ask('/__mock/reset', { method: 'POST', key: null, headers })
    expect([status, body]).toEqual([
      508,
      {
        message:
          'This request is a delivery of a mock: it has the header Mock-Delivery-Depth. Register a receiver that is not a mock.',
      },
    ])
  })
})
