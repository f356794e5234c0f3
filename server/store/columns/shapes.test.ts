import { expect, test } from 'vitest'
import { isInventoryEvents, isOrderLines, isRecipient } from './shapes.ts'

const recipient = {
  ...{ firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phone: '' },
  ...{
    street1: '12 St James Square',
    street2: '',
    city: 'London',
    state: '',
    zip: '',
    country: 'GB',
  },
}
const event = { id: 'evt_1', event_type: 'received', quantity: 5, order_id: null, created_at: '' }

const shapes: [string, (value: unknown) => boolean, Record<string, unknown>][] = [
  ['a recipient', isRecipient, recipient],
  ['an order line', (value) => isOrderLines([value]), { sku: 'T', quantity: 1 }],
  ['an inventory event', (value) => isInventoryEvents([value]), event],
  ['an event of an order', (value) => isInventoryEvents([value]), { ...event, order_id: 'ord_1' }],
]

test.each(shapes)('%s with a field of another type is rejected', (_, isShape, value) => {
  expect(isShape(value)).toBe(true)
  for (const field of Object.keys(value))
    expect(isShape({ ...value, [field]: {} }), field).toBe(false)
  for (const other of [null, undefined, 'text', 7, []]) expect(isShape(other)).toBe(false)
})

test.each([isOrderLines, isInventoryEvents])('%o rejects a value that is no array', (isList) => {
  expect(isList([])).toBe(true)
  for (const other of [null, 'text', {}]) expect(isList(other)).toBe(false)
})
