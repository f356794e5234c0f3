import { createServer } from 'node:http'
import { expect, onTestFinished, type TestContext, test } from 'vitest'
import { openBrowser } from '../../testkit/browser.ts'
import { listen } from '../../testkit/listen.ts'
import { testServer } from '../testing/test-server.ts'

/** Opens an empty page of an origin of its own. */
const emptyPage = async (context: TestContext) => {
  const browser = await openBrowser(context)
  const pages = createServer((_, response) =>
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Page</title>'),
  )
  const origin = `http://127.0.0.1:${await listen(pages)}`
  onTestFinished(() => void pages.close())
  const page = await browser.newPage()
  await page.goto(origin)
  return { page, origin }
}

test('A page of an allowed origin can use every method and read the rate limit; others can do nothing', async (context) => {
  const { page, origin } = await emptyPage(context)
  const open = await testServer({ environment: { CORS_ORIGINS: origin, RATE_LIMIT_BUDGET: '50' } })
  const closed = await testServer({ environment: { CORS_ORIGINS: 'https://shop.example.com' } })
  const ask = (server: typeof open) =>
    page.evaluate(
      async ({ url, key }) => {
        const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
        const send = async (method: string, path: string, init: RequestInit = {}) => {
          const response = await fetch(url + path, { method, headers, ...init }).catch(() => null)
          return response && [response.status, response.headers.get('RateLimit-Remaining')]
        }
        const webhook = JSON.stringify({ url: 'https://hooks.example.com/a', events: [] })
        return [
          await send('GET', '/v1/auth'),
          await send('OPTIONS', '/v1/auth'),
          await send('PATCH', '/v1/auth', { body: '{}' }),
          await send('GET', '/v1/auth', { headers: {} }),
          await send('POST', '/v1/webhooks', { body: webhook }),
          await send('PUT', '/v1/webhooks/whk_1', { body: '{}' }),
          await send('DELETE', '/v1/webhooks/whk_1'),
          await send('GET', '/v1/auth', { credentials: 'include' }),
        ]
      },
      { url: server.url, key: server.key },
    )
  expect(await ask(open)).toEqual([
    [200, '49'],
    [200, '48'],
    [200, '47'],
    [401, '46'],
    [400, '45'],
    [400, '44'],
    [400, '43'],
    null,
  ])
  expect(await ask(closed)).toEqual(Array.from({ length: 8 }, () => null))
})
