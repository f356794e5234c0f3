import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cart, unitsOf, withUnits } from './cart.ts'

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
