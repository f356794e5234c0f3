import { expect, test } from 'vitest'
import { operationOfRoute } from './mount-operations.ts'

test.each([
  ['GET', '/v1/orders/:orderId', 'getOrder'],
  ['HEAD', '/v1/orders/:orderId', 'getOrder'],
  ['PROPFIND', '/v1/auth', 'checkAuth'],
  ['PATCH', '/v1/orders/list', undefined],
  ['GET', '/healthz', undefined],
])('%s %s is %s', (method, route, id) => {
  expect(operationOfRoute(method, route)).toBe(id)
})
