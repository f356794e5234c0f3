import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordedOrder } from '../../testing/fake-shipstation.ts'
import { fromPacific, readOrder, toPacific } from './mapping.ts'

const order = (more: Record<string, unknown> = {}) =>
  recordedOrder(11, '2026-11-20T09:21:59.4430000', more)

const read = (more?: Record<string, unknown>) => {
  const found = readOrder(order(more))
  if (!found || 'reason' in found) throw new Error(found?.reason)
  return found
}

test('an order is read with all its fields', () => {
  expect(read()).toEqual({
    id: '11',
    changedAt: Date.parse('2026-11-20T17:21:59.443Z'),
    order: {
      sourceOrderNumber: 'SS-11',
      campaignId: undefined,
      status: 'AWAITING_SHIPMENT',
      orderDate: '2026-11-01T16:46:27.000Z',
      recipient: {
        ...{ firstName: 'Maya Sofia', lastName: 'Lindqvist', email: 'maya@example.com' },
        ...{ phone: '+1 503 555 0137', street1: '418 Alder Street', street2: 'Apt 5' },
        ...{ city: 'Portland', state: 'OR', zip: '97205', country: 'US' },
      },
      companyName: 'Harbor & Pine',
      notes: 'Leave at the front desk',
      products: [{ sku: 'T', quantity: 2 }],
    },
    parcel: {
      ...{ trackingNumber: undefined, carrierCode: 'fedex' },
      ...{ shipDate: undefined, deliveredAt: undefined },
    },
  })
})

test('an order on hold waits, and an unpaid order is not imported yet', () => {
  expect(read({ orderStatus: 'on_hold' }).order.status).toBe('AWAITING_SHIPMENT')
  expect(read({ orderStatus: 'cancelled' }).order.status).toBe('CANCELLED')
  expect(readOrder(order({ orderStatus: 'awaiting_payment' }))).toBeUndefined()
})

const { shipTo } = order()

test('missing fields are empty, and street3 joins street2', () => {
  const nothing = { company: null, state: null, postalCode: null, phone: null, street2: null }
  const found = read({
    shipTo: { ...shipTo, ...nothing, name: null, street3: 'Building 2' },
    ...{ customerEmail: null, customerNotes: null, advancedOptions: null, carrierCode: null },
  })
  expect(found.order).toMatchObject({
    ...{ campaignId: undefined, companyName: '', notes: '' },
    recipient: {
      ...{ firstName: '', lastName: '', email: '', phone: '', state: '', zip: '' },
      street2: 'Building 2',
    },
  })
  expect(read({ advancedOptions: { customField1: 'cmp_2' } }).order.campaignId).toBe('cmp_2')
})

test.each([
  [' Cher ', 'Cher', ''],
  ['Ada Byron', 'Ada', 'Byron'],
])('the name %j is split', (name, firstName, lastName) => {
  expect(read({ shipTo: { ...shipTo, name } }).order.recipient).toMatchObject({
    firstName,
    lastName,
  })
})

const item = { sku: 'T', quantity: 1 }

test.each<[Record<string, unknown>, RegExp]>([
  [{ orderStatus: 'lost' }, /^SS-11 orderStatus: "lost" is unknown$/],
  [{ items: [{ ...item, sku: null }] }, /^SS-11 items\[0\]\.sku: is required$/],
  [{ items: [] }, /^SS-11 items: must not be empty$/],
  [{ items: [{ ...item, quantity: 1.5 }] }, /^SS-11 items\[0\]\.quantity: must be an integer$/],
  [{ shipTo: null }, /^SS-11 shipTo: /],
  [{ orderDate: 'yesterday' }, /^SS-11 orderDate: must be a time, not "yesterday"$/],
  [
    { customerNotes: 'x'.repeat(2001) },
    /^SS-11 customerNotes: must have at most 2,000 characters$/,
  ],
  [{ customerNotes: 'a lone \ud800' }, /^SS-11 notes: must not contain a lone surrogate$/],
  [{ customerEmail: 'x'.repeat(255) }, /^SS-11 customerEmail: must have at most 254 characters$/],
  [{ orderNumber: null }, /^without a number orderNumber: /],
  [{ orderNumber: '' }, /^without a number orderNumber: .*>=1 char/],
  [{ orderNumber: 'x'.repeat(101) }, /^x{101} orderNumber: .*<=100 char/],
  [
    { shipTo: { ...shipTo, street2: 'x'.repeat(150), street3: 'y'.repeat(150) } },
    /^SS-11 recipient\.street2: must have at most 200 characters$/,
  ],
])('%j is unreadable', (more, reason) => {
  const found = readOrder(order(more))
  expect(found && 'reason' in found && `${found.number} ${found.reason}`).toMatch(reason)
})

test.each([
  ['2015-06-29T08:46:27.0000000', '2015-06-29T15:46:27.000Z'],
  ['2015-08-17T09:21:59.4430000', '2015-08-17T16:21:59.443Z'],
  ['2016-01-12T16:03:06', '2016-01-13T00:03:06.000Z'],
  ['2016-01-12 16:03:06', '2016-01-13T00:03:06.000Z'],
  ['2015-06-29', '2015-06-29T07:00:00.000Z'],
  // An hour that is repeated, and one that is missing.
  ['2026-11-01T01:30:00', '2026-11-01T08:30:00.000Z'],
  ['2026-03-08T02:30:00', '2026-03-08T10:30:00.000Z'],
])('the Pacific time %s is %s', (text, expected) => {
  expect(new Date(fromPacific(text)).toISOString()).toBe(expected)
})

test.each(['', 'soon', '2015-13-01T00:00:00', '2015-06-29T08:46', '2015-06-29T08:46:27Z'])(
  '%j is no Pacific time',
  (text) => {
    expect(fromPacific(text)).toBeNaN()
  },
)

test('every formatted time parses to itself, or to the first of a repeated hour', () => {
  const second = fc.integer({ min: 1_262_304_000, max: 2_051_222_400 }).map((s) => s * 1000)
  fc.assert(
    fc.property(second, (time) => {
      const parsed = fromPacific(toPacific(time))
      expect([time, time - 3_600_000]).toContain(parsed)
      expect(toPacific(parsed)).toBe(toPacific(time))
    }),
  )
})
