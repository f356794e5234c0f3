import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { fill, shipStation, upTo } from '../../testing/shipstation-reader.ts'
import { ProviderError } from './sync.ts'

test('keeps to the API’s rate limit', async () => {
  const { api, waits, ids } = await shipStation()
  fill(api, 3)
  api.options.pageSize = 2
  Object.assign(api.options, { remaining: 0, reset: 17 })
  expect(await ids()).toEqual(upTo(3))
  expect(waits).toEqual([17_000])
})

test('retries after a 429 at the time in its header', async () => {
  const { api, waits, ids } = await shipStation()
  fill(api, 1)
  const full = (headers: Record<string, string>) => (response: ServerResponse) =>
    response.writeHead(429, headers).end('{"message":"Too Many Requests"}')
  api.next(
    ...['23', '0'].map((seconds) => full({ 'X-Rate-Limit-Reset': seconds })),
    ...[full({ 'Retry-After': '3' }), full({})],
  )
  expect(await ids()).toEqual(['1'])
  expect(waits).toEqual([23_000, 1000, 3000, 60_000])
  api.next(...Array.from({ length: 5 }, () => full({ 'X-Rate-Limit-Reset': '99999' })))
  await expect(ids()).rejects.toThrow('the provider responds with 429')
  expect(waits.slice(4)).toEqual([300_000, 300_000, 300_000, 300_000])
  expect(api.requests).toHaveLength(10)
})

test.each<[string, (response: ServerResponse) => void, string]>([
  ['500', (response) => response.writeHead(500).end('{}'), 'the provider responds with 500'],
  [
    '401',
    (response) => response.writeHead(401).end(),
    'the provider rejects PROVIDER_KEY and PROVIDER_SECRET (401)',
  ],
  [
    '403',
    (response) => response.writeHead(403).end(),
    'the provider rejects PROVIDER_KEY and PROVIDER_SECRET (403)',
  ],
  [
    'a redirect',
    (response) => response.writeHead(302, { Location: '/v1/orders' }).end(),
    'the provider responds with 302',
  ],
  ['HTML', (response) => response.end('<html>'), 'the provider’s response is not JSON'],
  ['half of it', (response) => response.end('{"orders":['), 'the provider’s response is not JSON'],
  [
    'something else',
    (response) => response.end('[]'),
    'the provider’s response is not a page of orders',
  ],
  [
    'no pages',
    (response) => response.end('{"orders":{},"pages":1}'),
    'the provider’s response is not a page of orders',
  ],
  [
    'half, and closes the connection',
    (response) => {
      response.writeHead(200, { 'Content-Length': '1000' })
      response.write('{"orders":', () => response.destroy())
    },
    'the request to the provider failed: Connection reset',
  ],
])('a response of %s fails with a reason and without the secret', async (_, answer, message) => {
  const { api, ids } = await shipStation()
  api.next(answer)
  const error = await ids().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ProviderError)
  expect(String(error)).toBe(`ProviderError: ${message}`)
  expect(JSON.stringify(error) + String(error)).not.toMatch(/the-secret|dGhlLWtle/)
  expect(api.requests).toHaveLength(1)
})
