import { expect, test } from 'vitest'
import { importedOrder } from '../../tests/kit/server/imported-order.ts'
import { toId } from './ids.ts'
import {
  type ImportedOrder,
  type KnownOrder,
  type Person,
  personOf,
  planImport,
} from './imported-order.ts'
import { type Order, unsetFields } from './order.ts'
import { rejectionText } from './rejection.ts'

const [day1, day2, day3] = [1, 2, 3].map((day) => `2026-11-0${day}T00:00:00.000Z`)

const { recipient } = importedOrder('SO-1')

const waiting: KnownOrder = {
  ...unsetFields,
  changedAt: null,
  erasedAt: null,
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
const shipped: KnownOrder = { ...waiting, ...parcel, status: 'SHIPPED' }
const ours: Record<string, KnownOrder | undefined> = {
  none: undefined,
  waiting,
  shipped,
  delivered: { ...shipped, deliveredAt: String(day3) },
  cancelled: { ...waiting, status: 'CANCELLED' },
  returned: { ...shipped, status: 'RETURNED' },
}

const says = (more: Partial<ImportedOrder> = {}): ImportedOrder => ({
  ...importedOrder('SO-1', { products: waiting.products }),
  ...more,
})

const theirs: Record<string, ImportedOrder> = {
  waiting: says(),
  shipped: says({ status: 'SHIPPED', ...parcel }),
  delivered: says({ status: 'SHIPPED', ...parcel, deliveredAt: String(day3) }),
  cancelled: says({ status: 'CANCELLED' }),
  returned: says({ status: 'RETURNED', ...parcel }),
}

const inWords = (order: KnownOrder | undefined, word: ImportedOrder): string => {
  const { steps, problems } = planImport(order, word)
  return [...steps.map((step) => step.do), ...problems.map(({ rejected }) => rejected)].join(' ')
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

test.each<[string, KnownOrder, Partial<ImportedOrder>, Partial<Order> | undefined]>([
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
  [
    'what is said of an erased person',
    { ...waiting, erasedAt: String(day2) },
    { recipient: { ...recipient, zip: 'E1 6AN' }, notes: 'Ring' },
    undefined,
  ],
])('%s is a correction or no step', (_, order, said, details) => {
  expect(planImport(order, says(said)).steps).toEqual(details ? [{ do: 'correct', details }] : [])
})

test('a status is applied although other parts cannot be', () => {
  const elsewhere = { campaignId: toId('cmp', 'cmp_2'), products: undefined, recipient: undefined }
  expect(inWords(waiting, says({ ...elsewhere, status: 'CANCELLED' }))).toBe(
    'cancel order-of-another-campaign',
  )
  expect(inWords(waiting, says({ ...elsewhere, status: 'SHIPPED' }))).toBe(
    'ship order-of-another-campaign',
  )
})

const other = {
  name: 'Zoë Byron',
  email: 'zoe@example.com',
  address: '1 Main Street E1 6AN London',
}
const ada = personOf(recipient)
const withoutEmail: KnownOrder = { ...waiting, recipient: { ...recipient, email: '' } }
const jose: KnownOrder = { ...waiting, recipient: { ...recipient, firstName: 'Jos\u00e9' } }
const nameless: KnownOrder = {
  ...waiting,
  recipient: { ...recipient, firstName: '', lastName: '', email: '' },
}

test.each<[string, KnownOrder, Person, boolean]>([
  ['another name and email', waiting, { ...other, address: ada.address }, true],
  ['another name', waiting, { ...ada, name: 'Zoë Byron' }, false],
  ['another email', waiting, { ...ada, email: 'a.byron@example.com' }, false],
  ['the name in another case', waiting, { ...other, name: 'ADA BYRON' }, false],
  ['the name in another Unicode form', jose, { ...other, name: 'Jose\u0301 Byron' }, false],
  ['another name and address', waiting, { ...other, email: ada.email }, false],
  ['another name and address, no email', waiting, { ...other, email: '' }, true],
  ['another name and address, never an email', withoutEmail, other, true],
  ['another name, no email', waiting, { ...ada, name: 'Zoë Byron', email: '' }, false],
  ['an unreadable name and another email', waiting, { ...other, name: '' }, true],
  ['nothing of a person', waiting, { name: '', email: '', address: '' }, false],
  ['the first name', nameless, other, false],
])('%s with the id of an order is a conflict or not', (_, order, person, isConflict) => {
  const said = says({ person, recipient: undefined, status: 'SHIPPED', ...parcel })
  const plan = planImport(order, said)
  if (isConflict) {
    expect(plan.steps).toEqual([])
    expect(plan.problems.map(rejectionText)).toEqual([
      'Order ord_1 is of another person than SO-1 in file. Compare both and correct one of them.',
    ])
  } else expect(plan.problems).toEqual([])
})

test.each<[string, KnownOrder, Partial<ImportedOrder>, string]>([
  ['its label', shipped, { status: 'AWAITING_SHIPMENT', voided: ['1Z'] }, 'void'],
  ['its label, and shipped it', shipped, { status: 'SHIPPED', voided: ['1Z'] }, 'void'],
  ['its label, and cancelled it', shipped, { status: 'CANCELLED', voided: ['1Z'] }, 'void cancel'],
  ['another label', shipped, { status: 'AWAITING_SHIPMENT', voided: ['2Z'] }, ''],
  ['the only label of a new order', waiting, { status: 'SHIPPED', voided: ['1Z'] }, ''],
])('the steps if a provider voided %s', (_, order, said, steps) => {
  expect(inWords(order, says(said))).toBe(steps)
})
