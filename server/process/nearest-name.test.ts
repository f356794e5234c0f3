import { expect, test } from 'vitest'
import { nearestName } from './nearest-name.ts'

const names = ['listOrders', 'cancelOrder', 'createOrder', 'getOrder']

test.each([
  ['createOrdr', 'createOrder'],
  ['creaateOrder', 'createOrder'],
  ['cencelOrder', 'cancelOrder'],
  ['getOrders', 'getOrder'],
  ['', 'getOrder'],
])('"%s" is nearest to %s', (given, nearest) => {
  expect(nearestName(given, names)).toBe(nearest)
})
