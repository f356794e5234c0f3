import { once } from 'node:events'
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { type ServedMock, servedMock, startReceiver } from '../../tests/kit/mock/served-mock.ts'
import { isOwnHost } from './control-api.ts'

const remaining = async ({ call }: ServedMock) =>
  Number((await call('/auth')).headers['ratelimit-remaining'])

test('the control API needs no key and is not counted', async () => {
  const mock = await servedMock({ stateful: true }, { RATE_LIMIT_BUDGET: '10' })
  const before = await remaining(mock)
  for (const path of ['', 'page/page.js', 'state', 'requests', 'receivers', 'deliveries'])
    expect((await mock.look(path)).status).toBe(200)
  await mock.turn('clock', { seconds: 1 })
  await mock.turn('events/order.shipped')
  await mock.turn('orders/nobody/ship')
  expect(await remaining(mock)).toBe(before - 1)
})

test('the clock advances by the given seconds until a reset; orders ship at its time', async () => {
  const { call, mock, turn } = await servedMock({ stateful: true })
  await turn('clock', { seconds: 201 * 86_400 })
  const { body } = await turn('clock', { seconds: 60 })
  expect(body).toMatchObject({ aheadSeconds: 201 * 86_400 + 60 })
  const orders = await call('/orders/list?orderStatus=AWAITING_SHIPMENT')
  const [{ id }] = JSON.parse(orders.text)
  const shipDate = expect.stringContaining(mock.state().clock.slice(0, 10))
  expect((await turn(`orders/${id}/ship`)).body).toMatchObject({ shipDate })
  expect((await turn('reset')).body).toMatchObject({ aheadSeconds: 0 })
})

const rejected: [path: string, body: object, message: RegExp][] = [
  ['scenarios/toString', {}, /^Unknown scenario toString\. Did you mean .*\? Use one of demo, /],
  ['scenarios/empty', {}, /^Scenarios need a stateful mock\. Start it with --stateful\.$/],
  [
    'operations/createOrdr',
    {},
    /^Unknown operation .* Did you mean createOrder\? Use one of check/,
  ],
  ['operations/createOrder', { status: 402 }, /^Unknown createOrder status 402\. .* 201, 400, 401/],
  [
    'operations/createOrder',
    { example: 'notEnough' },
    / notEnough\. Did you mean notEnoughStock\?/,
  ],
  ['operations/createOrder', { status: 201, example: 'notEnoughStock' }, /Use one of created\.$/],
  [
    'operations/createOrder',
    {},
    /^Nothing to queue\. Give a status, an example, a latency or a drop\.$/,
  ],
  ['operations/listProducts', { status: 500, calls: 0 }, />=1\s+→ at calls/],
  ['operations/listProducts', { status: 101, unchecked: true }, />=200\s+→ at status/],
  ['operations/listProducts', { headers: { 'x y': '' } }, /→ at headers\["x y"\]/],
  ['operations/listProducts', { headers: { x: '→' } }, /value of a header\s+→ at headers\.x/],
  ['operations/listProducts', { latencyMilliseconds: 60_001 }, /<=60000\s+→ at latency/],
  ['clock', { seconds: -1 }, />=0\s+→ at seconds/],
  ['orders/nobody/ship', {}, /^Orders need a stateful mock\. Start it with --stateful\.$/],
  ['events/order.shiped', {}, /^Unknown event order\.shiped\. Did you mean order\.shipped\? /],
  ['events/order.shipped', {}, /^No receiver is registered\. POST .* to \/__mock\/receivers first/],
  ['receivers', { url: 'ftp://localhost/' }, /must be an http or https URL/],
  ['subscribers', { status: 99 }, />=100\s+→ at status/],
]

test('a call that cannot be made is a 400 that says what to do, and changes nothing', async () => {
  const { look, turn } = await servedMock()
  for (const [path, body, message] of rejected)
    expect(await turn(path, body), path).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(message) },
    })
  expect((await look('state')).body).toMatchObject({ queued: [], receivers: [], aheadSeconds: 0 })
})

test('a queued response has a body and headers of its own, for the calls that match', async () => {
  const { call, look, turn } = await servedMock({ stateful: true })
  const own = { body: [], headers: { 'x-cache': 'HIT' }, match: { query: { limit: 7 } } }
  expect((await turn('operations/listOrders', own)).status).toBe(200)
  expect(JSON.parse((await call('/orders/list')).text)).not.toEqual([])
  const matched = await call('/orders/list?limit=7')
  expect([matched.body, matched.headers['x-cache']]).toEqual([[], 'HIT'])

  const wrong = { status: 200, body: [{ id: 1 }] }
  expect(await turn('operations/listOrders', wrong)).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^listOrders 200: .*"unchecked": true\.$/) },
  })
  await turn('operations/any', { status: 502, body: '<h1>Bad gateway</h1>', unchecked: true })
  const gateway = await call('/orders/list', { unchecked: true })
  expect([gateway.status, gateway.text]).toEqual([502, '<h1>Bad gateway</h1>'])
  expect(gateway.headers['content-type']).toBe('text/html; charset=utf-8')
  for (const status of [204, 304]) {
    await turn('operations/listOrders', { status, unchecked: true })
    const empty = await call('/orders/list', { unchecked: true })
    expect([empty.status, empty.text]).toEqual([status, ''])
  }
  expect((await look('responses')).body).toEqual([])
})

test('the clock is set to a time; the log is filtered and cleared, and has no requests for readiness', async () => {
  const { ask, call, look, turn, whole } = await servedMock()
  const { clock } = await whole.control.setTime('2030-01-31T09:00:00Z')
  expect(clock).toMatch(/^2030-01-31T09:00:0/)
  await expect(whole.control.setTime('soon')).rejects.toThrow(/rejected the call: .*time/)
  expect((await turn('clock', {})).body).toMatchObject({
    message: expect.stringMatching(/Give seconds or a time/),
  })
  await ask('/readyz', { key: null, unchecked: true })
  await call('/orders/list')
  await call('/products/list?limit=0')
  const shown = await whole.control.requests({ operation: 'listProducts', status: 400 })
  expect(shown).toMatchObject([{ operation: 'listProducts', method: 'GET' }])
  expect(await whole.control.requests()).toHaveLength(2)
  expect(await look('requests?operation=listOrder')).toMatchObject({ status: 400 })
  await whole.control.clearRequests()
  expect(await whole.control.requests()).toEqual([])
})

test('a body of any kind is never a 500; over 256 KiB it is a 413, before all of it has arrived', async () => {
  const { address, ask } = await servedMock({ stateful: true })
  const post = async (path: string, body: string) =>
    (await ask(`/__mock/${path}`, { method: 'POST', key: null, body })).status
  const bodies = ['', '{', 'null', '[]', '"text"', '{"__proto__":1}', '['.repeat(100_000), '\0']
  for (const path of ['clock', 'operations/listProducts', 'receivers', 'subscribers'])
    for (const body of bodies)
      expect([path, body, await post(path, body)]).toEqual([path, body, 400])
  expect(await post('clock', ' '.repeat(262_144))).toBe(400)
  const outgoing = request(`${address}/__mock/receivers`, { method: 'POST' })
  outgoing.on('error', () => {})
  outgoing.write(' '.repeat(262_145))
  const [response] = await once(outgoing, 'response')
  expect(response.statusCode).toBe(413)
  outgoing.destroy()
})

test('an unknown path names the page, to which /__mock redirects; another method is a 405', async () => {
  const { ask, look } = await servedMock()
  expect(await look('clock')).toMatchObject({
    status: 405,
    headers: { allow: 'POST' },
    body: { message: 'GET is not allowed here. Use POST.' },
  })
  const put = await ask('/__mock/requests', { method: 'PUT', key: null })
  expect([put.status, put.headers.allow]).toEqual([405, 'GET, HEAD, DELETE'])
  const nothing = { status: 404, body: { message: 'Not found. The mock’s page is at /__mock/.' } }
  for (const path of ['nowhere', '%ZZ', 'page/..%2fcontrol-page.ts'])
    expect(await look(path)).toMatchObject(nothing)
  const moved = await ask('/__mock', { key: null })
  expect([moved.status, moved.headers.location]).toEqual([302, '/__mock/'])
})

test('the page and its assets can only call this mock and are not cached', async () => {
  const { ask, look } = await servedMock()
  const { text } = await look('')
  const assets = [...text.matchAll(/"(page\/[^"]+)"/g)].map(([, path]) => `/__mock/${path}`)
  expect(assets).toHaveLength(5)
  for (const path of ['/__mock/', ...assets]) {
    const { status, headers } = await ask(path, { key: null })
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self';/,
    )
  }
})

describe('requests from other sites', () => {
  test.each<[Record<string, string>, string[], string[]]>([
    [{}, ['LOCALHOST:4010', 'localhost.', 'mock.localhost', '127.8.9.10'], ['10.0.0.7', '[::2]']],
    [{}, ['[::1]:1'], ['a.example', 'localhost.a.example', 'notlocalhost', 'a.example/@localhost']],
    [{ BASE_URL: 'http://mock:4010' }, ['mock:4010', 'localhost'], ['other:4010']],
    [{ HOST: '10.0.0.7' }, ['10.0.0.7:4010', 'localhost'], ['10.0.0.8:4010']],
    [{ HOST: '::2' }, ['[::2]:4010', 'localhost'], ['[::3]:4010']],
    [{ HOST: '0.0.0.0' }, ['10.0.0.7:4010', 'localhost'], ['rebound.example']],
    [{ HOST: '::' }, ['[fe80::1]:4010', 'localhost'], ['rebound.example']],
  ])('have another host than the settings %j name', (settings, own, other) => {
    const isOwn = isOwnHost(readConfig(settings))
    expect(own.filter((host) => !isOwn(host))).toEqual([])
    expect(other.filter(isOwn)).toEqual([])
  })

  test('are rejected by their Host header and, if they change something, by their origin', async () => {
    const { address, ask } = await servedMock()
    const statuses = async (headers: Record<string, string>) => {
      const sent = { key: null, headers }
      const read = await ask('/__mock/requests', sent)
      const changed = await ask('/__mock/reset', { ...sent, method: 'POST' })
      return [read.status, changed.status, (await ask('/v1/auth', { headers })).status]
    }
    expect(await statuses({ host: 'mock:4010' })).toEqual([403, 403, 200])
    for (const headers of [
      { origin: 'https://shop.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ])
      expect(await statuses(headers)).toEqual([200, 403, 200])
    expect(await statuses({ origin: address })).toEqual([200, 200, 200])
    const { body } = await ask('/__mock/', { key: null, headers: { host: 'mock:4010' } })
    expect(body).toEqual({
      message: `The control API rejects the host mock:4010. Use ${address}/__mock/, or start the mock with BASE_URL=http://mock:4010.`,
    })
  })
})

test('pages of this machine can call the control API (CORS), others not', async () => {
  const { ask } = await servedMock()
  const preflight = (origin: string) =>
    ask('/__mock/reset', {
      method: 'OPTIONS',
      key: null,
      headers: { origin, 'access-control-request-method': 'POST' },
    })
  for (const origin of ['http://localhost:6006', 'http://127.0.0.1:6006', 'https://app.localhost'])
    for (const path of ['/__mock/state', '/__mock/reset']) {
      const method = path === '/__mock/reset' ? 'POST' : 'GET'
      const headers = { origin, 'sec-fetch-site': 'cross-site' }
      const allowed = { 'access-control-allow-origin': origin }
      expect(await ask(path, { method, key: null, headers })).toMatchObject({
        status: 200,
        headers: allowed,
      })
      expect(await preflight(origin)).toMatchObject({ status: 204, headers: allowed })
    }
  const { headers } = await preflight('https://localhost.example')
  expect(headers['access-control-allow-origin']).toBeUndefined()
})

describe('receivers', () => {
  test('have a secret, and the results of their deliveries logged until a reset, which can keep them; redirects are not followed', async () => {
    const { look, turn } = await servedMock()
    const { url, received } = await startReceiver(302)
    const { body } = await turn('receivers', { url })
    expect(body).toEqual({ url, secret: expect.stringMatching(/^whsec_/) })
    // Registering it again replaces it.
    await turn('receivers', { url, secret: 'mine' })
    await turn('receivers', { url: 'http://localhost:9/nobody' })
    const { body: delivered } = await turn('events/invite.viewed')
    const failed = { status: null, error: expect.stringMatching(/./) }
    expect(delivered).toMatchObject([{ url, status: 302, error: null }, failed])
    expect(received.map(({ body }) => JSON.parse(body).event)).toEqual(['invite.viewed'])
    expect((await look('deliveries')).body).toHaveLength(2)
    await turn('reset', { receivers: true })
    expect((await look('receivers')).body).toHaveLength(2)
    await turn('reset')
    for (const log of ['deliveries', 'receivers']) expect((await look(log)).body).toEqual([])
  })

  test('that are mocks cause no further deliveries', async () => {
    const [first, second] = [await servedMock(), await servedMock()]
    const event = '__mock/events/order.shipped'
    await first.turn('receivers', { url: `${second.address}/${event}` })
    await second.turn('receivers', { url: `${first.address}/${event}` })
    const { body } = await first.turn('events/order.shipped')
    expect(body).toMatchObject([{ status: 508, headers: { 'Mock-Delivery-Depth': '1' } }])
    const counts = [first, second].map(({ mock }) => mock.receivers.deliveries.length)
    expect(counts).toEqual([1, 0])
  })
})

test('requests are streamed, and the last 100 are listed until a reset, oldest first', async () => {
  const { address, call, look, turn } = await servedMock()
  const ending = new AbortController()
  const stream = await fetch(`${address}/__mock/requests/stream`, { signal: ending.signal })
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toMatch(/^event: ready\n/)
  await call('/products/list')
  expect((await reader?.read())?.value).toMatch(/^data: .*"operation":"listProducts".*\n\n$/)
  await turn('clock', { seconds: 1 })
  expect((await reader?.read())?.value).toMatch(/^event: change\n/)
  ending.abort()
  for (let count = 0; count < 102; count++) await call('/auth')
  const entries = JSON.parse((await look('requests')).text)
  expect([entries.length, entries[0].number, entries[99].number]).toEqual([100, 4, 103])
  await turn('reset')
  expect((await look('requests')).body).toEqual([])
})
