import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from '../../contract-tests/support/http.ts'
import {
  sharedTestServer,
  type TestServer,
  testServer,
} from '../../tests/kit/server/test-server.ts'
import type { Env } from './call.ts'
import { textHandlers } from './static-text.ts'

let server: TestServer

beforeAll(async () => {
  server = await sharedTestServer({ demo: false })
})
afterAll(() => server.stop())

const open = (path: string) => ({ path, unchecked: true, key: null })

test.each([
  ['/openapi.json', 'application/json', /^\{\s*"openapi":\s*"3.1.0"/],
  ['/docs.md', 'text/markdown; charset=utf-8', /^# Merchandise fulfillment\n/],
  ['/llms.txt', 'text/plain; charset=utf-8', /^# Merchandise fulfillment\n\n> /],
  ['/changelog.xml', 'application/atom+xml; charset=utf-8', /^<\?xml .*<entry>\n<title>1\.1\.0</s],
  ['/collection.json', 'application/json', /^\{/],
  ['/shop.schema.json', 'application/schema+json', /^\{/],
  ['/favicon.ico', 'image/svg+xml', /^<svg /],
  ['/robots.txt', 'text/plain; charset=utf-8', /^User-agent: \*\nDisallow: \/i\/\n/],
])('%s is served without a key and without rate limit headers', async (path, type, start) => {
  const response = await server.request(open(path))
  expect([response.status, response.headers['content-type']]).toEqual([200, type])
  expect(response.text).toMatch(start)
  expect(response.headers).not.toHaveProperty('ratelimit-remaining')
})

test('the texts name the URL where clients reach the service', async () => {
  const environment = { BASE_URL: "https://api.example.com/a'b&<c>" }
  const { request } = await testServer({ demo: false, environment })
  for (const path of ['/openapi.json', '/docs.md', '/changelog.xml', '/collection.json']) {
    const { text } = await request(open(path))
    expect(text).not.toContain('127.0.0.1:8080')
    expect(text).toContain('https://api.example.com/a%27b%26%3Cc%3E')
  }
})

test('every link of llms.txt works', async () => {
  const { text } = await server.request(open('/llms.txt'))
  // The page is not built for this test. docs/site/main.long.test.ts follows every link of what is built.
  const links = [...text.matchAll(/\]\(([^)#]+(?<!\.html))(?:#([^)]+))?\)/g)]
  expect(links.length).toBeGreaterThan(30)
  const reference = (await server.request(open('/docs.md'))).text
  for (const [, path = '', place] of links) {
    if (place === undefined) expect((await server.request(open(`/${path}`))).status, path).toBe(200)
    else expect([path, reference.includes(`<a id="${place}">`)]).toEqual(['docs.md', true])
  }
})

test('/docs is 404 before the docs are built', async () => {
  const { '/docs': docs } = textHandlers({})
  const response = await (docs && new Hono<Env>().get('/', docs).request('/'))
  expect([response?.status, await response?.text()]).toEqual([
    404,
    'The docs have not been built. Build them with: npm run docs\n',
  ])
})

const raw = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  send(url, { path: '', headers, method })

test.each([
  { accepts: undefined, sent: undefined },
  { accepts: 'gzip, deflate, br', sent: 'br' },
  { accepts: 'gzip;q=0.5', sent: 'gzip' },
  { accepts: 'BR;q=0, GZIP', sent: 'gzip' },
  { accepts: 'br;q=0.000, gzip;q=0', sent: undefined },
  { accepts: 'brotli, x-gzip', sent: undefined },
])('a text is encoded as $sent for Accept-Encoding $accepts', async ({ accepts, sent }) => {
  const url = `${server.url}/openapi.json`
  const plain = await raw(url)
  const headers = accepts ? { 'accept-encoding': accepts } : {}
  const response = await raw(url, headers)
  expect(response.headers['content-encoding']).toBe(sent)
  expect(response.headers.vary).toBe('Accept-Encoding')
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[sent ?? '']
  expect(String(unpack ? unpack(response.bytes) : response.bytes)).toBe(plain.text)
  const head = await raw(url, headers, 'HEAD')
  expect([head.headers['content-encoding'], head.text]).toEqual([sent, ''])
})

test('a text is a 304 for a matching If-None-Match, in any encoding', async () => {
  const url = `${server.url}/openapi.json`
  const { headers } = await raw(url, { 'accept-encoding': 'br' })
  const tag = String(headers.etag)
  for (const given of [tag, `"other", ${tag}`, tag.replace('W/', ''), '*']) {
    const again = await raw(url, { 'if-none-match': given, 'accept-encoding': 'gzip' })
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, tag])
  }
  expect((await raw(url, { 'if-none-match': '"other"' })).status).toBe(200)
})
