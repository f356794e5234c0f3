import { expect, test } from 'vitest'
import { FirstMatchRouter } from './router.ts'

const router = () => {
  const routes = new FirstMatchRouter<string>()
  routes.add('GET', '/orders/list', 'list')
  routes.add('ALL', '/orders/list', 'not allowed')
  routes.add('GET', '/orders/:id', 'get')
  routes.add('ALL', '/orders/:id', 'not allowed there')
  return routes
}

test.each([
  ['GET', '/orders/list', 'list'],
  ['POST', '/orders/list', 'not allowed'],
  ['GET', '/orders/x', 'get'],
  ['PUT', '/orders/x', 'not allowed there'],
])('%s %s is handled by one: %s', (method, path, handler) => {
  const routes = router()
  for (let again = 0; again < 2; again++)
    expect(routes.match(method, path)[0].map(([each]) => each)).toEqual([handler])
})

test('what nobody handles has no handler', () => {
  expect(router().match('GET', '/orders/x/y')[0]).toEqual([])
})
