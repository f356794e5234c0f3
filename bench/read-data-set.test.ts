import { describe, expect, test } from 'vitest'
import { DataSetError, readDataSet } from './read-data-set.ts'
import { campaign, contact, order, variant } from './testing/small-records.ts'

const read = (data: unknown) => readDataSet(JSON.stringify(data))

const timestamp = 'must be an ISO 8601 timestamp such as 2027-03-31T23:59:59Z'

describe('invalid values are rejected with row and field', () => {
  test.each<[string, unknown]>([
    [
      'variants[1].minimumOrderQuantity (of "prd_1") must be at least 0; it is -5',
      { variants: [variant, { ...variant, sku: 'B', minimumOrderQuantity: -5 }] },
    ],
    [
      'campaigns[0].products[0].productionTime (of "cmp_1") must be an integer; it is 1.5',
      { campaigns: [{ ...campaign, products: [{ ...variant, productionTime: 1.5 }] }] },
    ],
    [
      `campaigns[0].expiration (of "cmp_1") ${timestamp}; it is "soon"`,
      { campaigns: [{ ...campaign, expiration: 'soon' }] },
    ],
    [
      `orders[1].orderDate (of "ord_2") ${timestamp}; it is "yesterday"`,
      {
        campaigns: [campaign],
        orders: [order, { ...order, id: 'ord_2', orderNumber: 'MF-2', orderDate: 'yesterday' }],
      },
    ],
    [
      `orders[0].shipDate (of "ord_1") ${timestamp}; it is ""`,
      { campaigns: [campaign], orders: [{ ...order, shipDate: '' }] },
    ],
    [
      'orders[0].products[0].quantity (of "ord_1") must be at least 1; it is 0',
      { campaigns: [campaign], orders: [{ ...order, products: [{ sku: 'TEE', quantity: 0 }] }] },
    ],
    [
      'contacts[0].email (of "con_1") is required',
      { campaigns: [campaign], contacts: [{ ...contact, email: undefined }] },
    ],
    ['contacts[0].id must be a string; it is 1', { contacts: [{ ...contact, id: 1 }] }],
    ['orders[0] must be an object; it is 7', { orders: [7] }],
    ['orders must be an array', { orders: {} }],
    ['the file must be an object', []],
  ])('%s', (message, data) => {
    expect(() => read(data)).toThrow(new DataSetError(message))
  })
})

describe('contradicting rows are rejected with row and field', () => {
  test.each<[string, unknown]>([
    [
      'variants[1].sku (of "prd_1") must not be that of variants[0]; it is "TEE"',
      { variants: [variant, variant] },
    ],
    [
      'campaigns[1].id must not be that of campaigns[0]; it is "cmp_1"',
      { campaigns: [campaign, campaign] },
    ],
    [
      'contacts[1].id must not be that of contacts[0]; it is "con_1"',
      { campaigns: [campaign], contacts: [contact, contact] },
    ],
    [
      'orders[1].id must not be that of orders[0]; it is "ord_1"',
      { campaigns: [campaign], orders: [order, { ...order, orderNumber: 'MF-2' }] },
    ],
    [
      'orders[1].orderNumber (of "ord_2") must not be that of orders[0]; it is "MF-1"',
      { campaigns: [campaign], orders: [order, { ...order, id: 'ord_2' }] },
    ],
    [
      'orders[0].campaignId (of "ord_1") must be among the campaigns; it is "cmp_1"',
      { orders: [order] },
    ],
    [
      'contacts[0].campaignId (of "con_1") must be among the campaigns; it is "cmp_1"',
      { contacts: [contact] },
    ],
  ])('%s', (message, data) => {
    expect(() => read(data)).toThrow(new DataSetError(message))
  })
})

test('a file that is not JSON is rejected', () => {
  expect(() => readDataSet('{')).toThrow(/^the file is not JSON: /)
})

test('at most ten errors are reported', () => {
  const lines = (() => {
    try {
      return read({ orders: Array(12).fill(7) })
    } catch (error) {
      return String(error).split('\n')
    }
  })()
  expect(lines).toHaveLength(11)
  expect(lines).toContain('and 2 more')
})
