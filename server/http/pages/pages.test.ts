import { type IncomingMessage, request } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestServer, type TestServer, testServer } from '../../testing/test-server.ts'

const open = (path: string) => ({ path, unchecked: true, key: null })

test('the document is served as it is, without a key', async () => {
  const server = await testServer({ demo: false })
  const answer = await server.request(open('/openapi.json'))
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('application/json')
  expect(answer.body).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Merchandise fulfillment' },
  })
})

test.each([
  ['/docs.md', 'text/markdown; charset=utf-8', /^# Merchandise fulfillment\n/],
  ['/llms.txt', 'text/plain; charset=utf-8', /^# Merchandise fulfillment\n\n> /],
  ['/collection.json', 'application/json', /^\{/],
])(
  '%s is served for programs that read, without a key, and is not counted',
  async (path, type, start) => {
    const server = await testServer({ demo: false })
    const answer = await server.request(open(path))
    expect([answer.status, answer.headers['content-type']]).toEqual([200, type])
    expect(answer.text).toMatch(start)
    expect(answer.headers).not.toHaveProperty('ratelimit-remaining')
  },
)

test('what llms.txt leads to is there', async () => {
  const server = await testServer({ demo: false })
  const { text } = await server.request(open('/llms.txt'))
  const links = [...text.matchAll(/\]\((\/[^)#]+)(?:#([^)]+))?\)/g)]
  expect(links.length).toBeGreaterThan(30)
  const reference = (await server.request(open('/docs.md'))).text
  for (const [, path = '', place] of links) {
    if (place === undefined) expect((await server.request(open(path))).status, path).toBe(200)
    else expect([path, reference.includes(`<a id="${place}">`)]).toEqual(['/docs.md', true])
  }
})

test('the root leads to the docs', async () => {
  const server = await testServer({ demo: false })
  const answer = await server.request(open('/'))
  expect([answer.status, answer.headers.location]).toEqual([302, '/docs'])
})

test('it is healthy while it answers, and ready while the store does', async () => {
  const server = await testServer({ demo: false })
  expect((await server.request(open('/healthz'))).body).toEqual({ status: 'ok' })
  expect((await server.request(open('/readyz'))).body).toEqual({ status: 'ready' })
  await server.store.close()
  expect((await server.request(open('/healthz'))).status).toBe(200)
  const unready = await server.request(open('/readyz'))
  expect([unready.status, unready.body]).toEqual([503, { status: 'not ready' }])
})

/** What is sent, byte for byte: `fetch` would unpack it. */
const raw = async (url: string, headers: Record<string, string> = {}, method = 'GET') => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request(url, { headers, method }, resolve).on('error', reject).end()
  const response = await promise
  return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) }
}

describe('what stays as it is', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await sharedTestServer({ demo: false })
  })
  afterAll(() => server.stop())

  test.each([
    { accepts: undefined, sent: undefined },
    { accepts: 'identity', sent: undefined },
    { accepts: 'gzip, deflate, br', sent: 'br' },
    { accepts: 'gzip;q=0.5', sent: 'gzip' },
    { accepts: 'BR;q=0, GZIP', sent: 'gzip' },
    { accepts: 'br;q=0.000, gzip;q=0', sent: undefined },
    { accepts: 'brotli, x-gzip', sent: undefined },
  ])('is sent as $sent to who accepts $accepts', async ({ accepts, sent }) => {
    const url = `${server.url}/openapi.json`
    const plain = await raw(url)
    const answer = await raw(url, accepts ? { 'accept-encoding': accepts } : {})
    expect(answer.headers['content-encoding']).toBe(sent)
    expect(answer.headers.vary).toBe('Accept-Encoding')
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[sent ?? '']
    expect(unpack ? unpack(answer.bytes) : answer.bytes).toEqual(plain.bytes)
    if (sent) expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 5)
  })

  test('is not sent again to who has it, in whatever encoding', async () => {
    const url = `${server.url}/openapi.json`
    const { headers } = await raw(url, { 'accept-encoding': 'br' })
    const tag = String(headers.etag)
    for (const given of [tag, `"other", ${tag}`, tag.replace('W/', ''), '*']) {
      const again = await raw(url, { 'if-none-match': given, 'accept-encoding': 'gzip' })
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, tag])
    }
    expect((await raw(url, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('is described to who asks for its head', async () => {
    const answer = await raw(`${server.url}/openapi.json`, { 'accept-encoding': 'br' }, 'HEAD')
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, 'br'])
    expect(answer.bytes).toHaveLength(0)
  })
})

test('it is not ready once a newer version has changed the schema', async () => {
  const server = await testServer({ demo: false })
  const database = new DatabaseSync(server.config.databaseFile)
  database.exec(`insert into kysely_migration (name, timestamp) values ('9999-later', '')`)
  database.close()
  expect((await server.request(open('/readyz'))).status).toBe(503)
})
