import { expect, test } from 'vitest'
import { stockText } from './shop.ts'

test.each([
  [10, false, 'In stock'],
  [9, false, 'Only 9 left'],
  [1, true, 'Only 1 left, more to order'],
  [0, false, 'Sold out'],
  [0, true, 'Made to order, 9 days'],
])('%i units, backorders %s: %s', (units, backorders, text) => {
  expect(stockText(units, backorders, 9).text).toBe(text)
})
