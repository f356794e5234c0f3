import { expect, test } from 'vitest'
import { toId } from './ids.ts'
import { allocate, demandOf } from './inventory.ts'

test('an order is backordered at the warehouse that carries most SKUs, or at none if there is no warehouse', () => {
  const warehouse = (id: string, ...skus: string[]) => {
    const units = new Map(skus.map((sku) => [sku, 0]))
    return { warehouse: toId('whs', id), available: units, onHand: units }
  }
  const both = [warehouse('a', 'T'), warehouse('b', 'T', 'M')]
  const allocated = (warehouses: typeof both, ...skus: string[]) =>
    allocate(demandOf(skus.map((sku) => ({ sku, quantity: 1 }))), warehouses, true)
  expect(allocated(both, 'T', 'M')).toEqual({ warehouse: 'b', status: 'BACKORDERED' })
  expect(allocated(both, 'T')).toEqual({ warehouse: 'a', status: 'BACKORDERED' })
  expect(allocated([], 'T')).toEqual({ warehouse: null, status: 'BACKORDERED' })
})
