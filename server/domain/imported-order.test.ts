import { expect, test } from 'vitest'
import { importedOrder } from '../testing/imported-order.ts'
import { toId } from './ids.ts'
import { type ImportedOrder, planImport } from './imported-order.ts'
import { type Order, unsetFields } from './order.ts'

const [day1, day2, day3] = [1, 2, 3].map((day) => `2026-11-0${day}T00:00:00.000Z`)

const { recipient } = importedOrder('SO-1')

const waiting: Order = {
  ...unsetFields,
  id: toId('ord', 'ord_1'),
  orderNumber: 'MF-1',
  sourceOrderNumber: 'SO-1',
  status: 'AWAITING_SHIPMENT',
  paymentStatus: 'PAID',
  allocationStatus: 'ALLOCATED',
  orderSource: 'IMPORT',
  orderDate: String(day1),
  shipDate: null,
  deliveredAt: null,
  trackingNumber: null,
  carrierCode: null,
  campaignId: toId('cmp', 'cmp_1'),
  warehouse: toId('whs', 'whs_1'),
  recipient,
  products: [
    { sku: 'T', quantity: 2 },
    { sku: 'M', quantity: 1 },
  ],
}

const parcel = { trackingNumber: '1Z', carrierCode: 'ups', shipDate: String(day2) }
const shipped: Order = { ...waiting, ...parcel, status: 'SHIPPED' }
const ours: Record<string, Order | undefined> = {
  none: undefined,
  waiting,
  shipped,
  delivered: { ...shipped, deliveredAt: String(day3) },
  cancelled: { ...waiting, status: 'CANCELLED' },
  returned: { ...shipped, status: 'RETURNED' },
}

const says = (more: Partial<ImportedOrder> = {}): ImportedOrder =>
  importedOrder('SO-1', { products: waiting.products, ...more })

const theirs: Record<string, ImportedOrder> = {
  waiting: says(),
  shipped: says({ status: 'SHIPPED', ...parcel }),
  delivered: says({ status: 'SHIPPED', ...parcel, deliveredAt: String(day3) }),
  cancelled: says({ status: 'CANCELLED' }),
  returned: says({ status: 'RETURNED', ...parcel }),
}

const inWords = (order: Order | undefined, word: ImportedOrder): string => {
  const plan = planImport(order, word)
  return 'rejected' in plan ? plan.rejected : plan.map((step) => step.do).join(' ')
}

const isOver = 'order-already-cancelled'

test.each([
  ['none', 'create', 'create ship', 'create ship deliver', 'create cancel', 'create ship return'],
  ['waiting', '', 'ship', 'ship deliver', 'cancel', 'ship return'],
  ['shipped', '', '', 'deliver', 'order-already-shipped', 'return'],
  ['delivered', '', '', '', 'order-already-shipped', 'return'],
  ['cancelled', '', isOver, isOver, '', isOver],
  ['returned', '', '', '', 'order-returned', ''],
])('the steps of an order that is %s, for each state at the provider', (state, ...steps) => {
  expect(Object.values(theirs).map((word) => inWords(ours[state], word))).toEqual(steps)
})

test('a shipment step has the parcel’s known data and the ship date', () => {
  expect(planImport(undefined, says({ status: 'SHIPPED', ...parcel }))).toEqual([
    { do: 'create' },
    { do: 'ship', shipment: { trackingNumber: '1Z', carrierCode: 'ups' }, at: day2 },
  ])
  expect(planImport(waiting, says({ status: 'SHIPPED' }))).toEqual([
    { do: 'ship', shipment: { trackingNumber: '', carrierCode: '' }, at: undefined },
  ])
})

test.each<[string, Order, Partial<ImportedOrder>, Partial<Order> | undefined]>([
  [
    'a new address',
    waiting,
    { recipient: { ...recipient, zip: 'E1 6AN' } },
    { recipient: { ...recipient, zip: 'E1 6AN' } },
  ],
  ['notes', waiting, { notes: 'Ring' }, { notes: 'Ring' }],
  ['removed notes', { ...waiting, notes: 'Ring' }, { notes: '' }, { notes: '' }],
  ['unknown notes', { ...waiting, notes: 'Ring' }, {}, undefined],
  [
    'another tracking number',
    shipped,
    { status: 'SHIPPED', trackingNumber: '2Z' },
    { trackingNumber: '2Z' },
  ],
  ['a tracking number before our order shipped', waiting, { trackingNumber: '2Z' }, undefined],
  [
    'a tracking number in old data',
    shipped,
    { status: 'AWAITING_SHIPMENT', trackingNumber: '2Z' },
    undefined,
  ],
])('%s is a correction or no step', (_, order, said, corrected) => {
  const { recipient, companyName, notes, shipDate, deliveredAt, trackingNumber, carrierCode } =
    order
  const before = { recipient, companyName, notes, shipDate, deliveredAt }
  const details = { ...before, trackingNumber, carrierCode, ...corrected }
  expect(planImport(order, says(said))).toEqual(corrected ? [{ do: 'correct', details }] : [])
})

test('products cannot change, but lines may be reordered or summed', () => {
  expect(inWords(waiting, says({ products: [{ sku: 'T', quantity: 2 }] }))).toBe(
    'order-lines-differ',
  )
  expect(inWords(waiting, says({ campaignId: toId('cmp', 'cmp_2') }))).toBe(
    'order-of-another-campaign',
  )
  const split = [
    { sku: 'M', quantity: 1 },
    { sku: 'T', quantity: 1 },
    { sku: 'T', quantity: 1 },
  ]
  expect(inWords(waiting, says({ campaignId: toId('cmp', 'cmp_1'), products: split }))).toBe('')
})
