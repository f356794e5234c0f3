import { expect, test } from 'vitest'
import { rejectionText } from './redemption-page.ts'

test('a line that is no longer offered has sold out', () => {
  const shop = { products: [], cart: [{ sku: 'T', quantity: 2 }], lines: [] }
  expect(rejectionText(shop, { rejected: 'not-enough-stock', sku: 'T' })).toBe(
    'Item T has sold out. Remove it from your cart to continue.',
  )
})
