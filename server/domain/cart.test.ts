import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cart, cartEventOf, isWithinBounds, unitsOf, withUnits } from './cart.ts'

test('other units of a SKU change its line alone, and the order of the lines stays', () => {
  const sku = fc.constantFrom('T', 'M', 'S')
  const change = fc.record({ sku, quantity: fc.integer({ min: 0, max: 3 }) })
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const expected = new Map<string, number>()
      let cart: Cart = []
      for (const { sku, quantity } of changes) {
        cart = withUnits(cart, sku, quantity)
        if (quantity > 0) expected.set(sku, quantity)
        else expected.delete(sku)
        expect(unitsOf(cart, sku)).toBe(quantity)
      }
      expect(cart.map(({ sku, quantity }) => [sku, quantity])).toEqual([...expected])
    }),
  )
})

test.each([
  [0, 0, undefined],
  [2, 2, undefined],
  [0, 1, 'CART_ADD'],
  [1, 0, 'CART_REMOVE'],
  [1, 2, 'CART_UPDATE'],
])('a change from %i to %i units is %s', (before, after, type) => {
  expect(cartEventOf(before, after)).toBe(type)
})

test('a cart has 1 to 10 units of a SKU', () => {
  expect([0, 1, 1.5, 10, 11, Number.NaN].map(isWithinBounds)).toEqual([
    ...[false, true, false, true, false, false],
  ])
})
