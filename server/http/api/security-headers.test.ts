import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedTestServer, type TestRequest, type TestServer } from '../../testing/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await sharedTestServer({ demo: false })
})
afterAll(() => server.stop())

const requests: [string, number, TestRequest][] = [
  ['a success', 200, { path: '/v1/auth' }],
  ['an invalid query', 400, { path: '/v1/products/list?limit=x' }],
  ['an unknown path', 404, { path: '/nowhere' }],
  ['a method that is not supported', 405, { method: 'DELETE', path: '/v1/orders/list' }],
  ['a probe', 200, { path: '/healthz' }],
  ['the document', 200, { path: '/openapi.json' }],
  ['the root', 302, { path: '/' }],
]

test.each(requests)('%s has X-Content-Type-Options: nosniff', async (_, status, request) => {
  const response = await server.request({ ...request, unchecked: true })
  expect(response.status).toBe(status)
  expect(response.headers['x-content-type-options']).toBe('nosniff')
})
