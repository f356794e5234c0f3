import { expect, test } from 'vitest'
import { DataSetError, readDataSet } from './data-set.ts'
import { campaign, contact, order, variant } from './testing/small-records.ts'

const read = (data: unknown) => readDataSet(JSON.stringify(data))

test.each<[string, unknown]>([
  [
    'variants[1].minimumOrderQuantity (of "prd_1") must be at least 0; it is -5',
    { variants: [variant, { ...variant, sku: 'B', minimumOrderQuantity: -5 }] },
  ],
  [
    'orders[0].products[0].quantity (of "ord_1") must be at least 1; it is 0',
    { campaigns: [campaign], orders: [{ ...order, products: [{ sku: 'TEE', quantity: 0 }] }] },
  ],
  [
    'contacts[0].email (of "con_1") is required',
    { campaigns: [campaign], contacts: [{ ...contact, email: undefined }] },
  ],
  ['the file must be an object', []],
  [
    'variants[1].sku (of "prd_1") must not be that of variants[0]; it is "TEE"',
    { variants: [variant, variant] },
  ],
  [
    'orders[0].campaignId (of "ord_1") must be among the campaigns; it is "cmp_1"',
    { orders: [order] },
  ],
])('An invalid data set is rejected with row and field: %s', (message, data) => {
  expect(() => read(data)).toThrow(new DataSetError(message))
})

test('At most ten errors are reported', () => {
  expect(() => read({ orders: Array(12).fill(7) })).toThrow(
    /^(orders\[\d\] must be an object; it is 7\n){10}and 2 more$/,
  )
})
