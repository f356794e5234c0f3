import { describe, expect, test } from 'vitest'
import { toId } from './ids.ts'
import { allocate, demandOf } from './inventory.ts'

describe('allocating', () => {
  const warehouse = (id: string, units: Record<string, number>) => {
    const map = new Map(Object.entries(units))
    return { warehouse: toId('whs', id), available: map, onHand: map }
  }
  const want = (units: Record<string, number>) =>
    demandOf(Object.entries(units).map(([sku, quantity]) => ({ sku, quantity })))

  test('selects the first warehouse with all units', () => {
    const both = [warehouse('a', { T: 5 }), warehouse('b', { T: 5, M: 5 })]
    expect(allocate(want({ T: 5 }), both, false)).toEqual({ warehouse: 'a', status: 'ALLOCATED' })
    expect(allocate(want({ T: 5, M: 1 }), both, false)).toEqual({
      warehouse: 'b',
      status: 'ALLOCATED',
    })
  })

  test('names a SKU that is short', () => {
    expect(allocate(want({ T: 1, M: 1 }), [warehouse('a', { T: 1 })], false)).toEqual({
      rejected: 'not-enough-stock',
      sku: 'M',
    })
    expect(allocate(want({ T: 1 }), [], false)).toEqual({ rejected: 'not-enough-stock', sku: 'T' })
  })

  test('backorders at the warehouse that carries most SKUs, or at none if there is no warehouse', () => {
    const both = [warehouse('a', { T: 0 }), warehouse('b', { T: 0, M: 0 })]
    expect(allocate(want({ T: 1, M: 1 }), both, true)).toEqual({
      warehouse: 'b',
      status: 'BACKORDERED',
    })
    expect(allocate(want({ T: 1 }), both, true)).toEqual({ warehouse: 'a', status: 'BACKORDERED' })
    expect(allocate(want({ T: 1 }), [], true)).toEqual({ warehouse: null, status: 'BACKORDERED' })
  })
})
