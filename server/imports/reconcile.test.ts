import { expect, test } from 'vitest'
import { importedOrder } from '../../tests/kit/server/imported-order.ts'
import { toId } from '../domain/ids.ts'
import {
  type ImportedOrder,
  type KnownOrder,
  type Person,
  personOf,
} from '../domain/imported-order.ts'
import { noRecipient, type Order, unsetFields } from '../domain/order.ts'
import { type Known, noFacts, reconcile, type SourceFacts } from './reconcile.ts'

const campaign = toId('cmp', 'cmp_1')

const { recipient } = importedOrder('1')

const ours = (id: string, more: Partial<KnownOrder> = {}): KnownOrder => ({
  ...unsetFields,
  id: toId('ord', `ord_${id}`),
  orderNumber: `MF-${id}`,
  sourceOrderNumber: id,
  status: 'AWAITING_SHIPMENT',
  paymentStatus: 'PAID',
  allocationStatus: 'ALLOCATED',
  orderSource: 'IMPORT',
  orderDate: '2026-11-01T00:00:00.000Z',
  shipDate: null,
  deliveredAt: null,
  trackingNumber: null,
  carrierCode: null,
  campaignId: campaign,
  warehouse: null,
  recipient,
  products: [{ sku: 'T', quantity: 1 }],
  changedAt: 1,
  erasedAt: null,
  cameBack: null,
  ...more,
})

const says = (id: string, more: Partial<ImportedOrder> = {}): ImportedOrder => ({
  ...importedOrder(id),
  changedAt: 2,
  ...more,
})

const lines = (...skus: string[]) => ({ products: skus.map((sku) => ({ sku, quantity: 1 })) })
const twoT = { products: [{ sku: 'T', quantity: 2 }] }
const merged = (...mergedIds: string[]) => ({ mergedIds, originIds: mergedIds })
const zoe = { ...recipient, firstName: 'Zoë', lastName: 'Grey', email: 'zoe@example.com' }
const ofZoe = { recipient: zoe, person: personOf({ ...zoe, street1: '1 Elm Street' }) }
const shipped = { status: 'SHIPPED', trackingNumber: '1Z' } as const
const erased = { recipient: noRecipient, erasedAt: '2026-11-10T00:00:00.000Z' }

/** Returns each plan in words: its steps, the orders that it cancels, whether nobody is named, and its problems. */
const planned = (
  page: readonly ImportedOrder[],
  known: Record<string, Partial<KnownOrder>>,
  facts: Partial<SourceFacts> = {},
  more: Partial<Known> = {},
) => {
  const { plans } = reconcile(page, {
    orders: new Map(Object.entries(known).map(([id, fields]) => [id, ours(id, fields)])),
    ownNumbers: new Map([['MF-9', toId('ord', 'ord_9')]]),
    missingSkus: new Map([[campaign, new Set(['NONE'])]]),
    campaign,
    source: { ...noFacts, ...facts },
    ...more,
  })
  return plans.map((plan) =>
    [
      `${plan.theirs.sourceId}:`,
      ...plan.steps.map((step) => step.do),
      ...plan.absorbed.map(({ sourceOrderNumber }) => `-${sourceOrderNumber}`),
      ...(plan.erasedAt === null ? [] : ['nobody']),
      ...plan.problems.map((problem) => `(${problem})`),
      ...plan.remarks.map((remark) => `[${remark}]`),
    ].join(' '),
  )
}

type Case = [
  what: string,
  page: ImportedOrder[],
  known: Record<string, Partial<KnownOrder>>,
  plans: string[],
  facts?: Partial<SourceFacts>,
  more?: Partial<Known>,
]

const stays = (id: string) =>
  `(Order ord_${id} was merged into this one, which does not have its lines. Cancel it with merch orders cancel if it is not shipped by itself)`

const identity: Case[] = [
  ['an older change', [says('1', { status: 'CANCELLED', changedAt: 0 })], { 1: {} }, ['1:']],
  [
    'two orders with one number',
    [says('1', { sourceOrderNumber: 'A' }), says('2', { sourceOrderNumber: 'A', ...shipped })],
    { 1: {}, 2: {} },
    ['1:', '2: ship'],
  ],
  [
    'another person, and nothing else of it',
    [
      says('1', {
        ...ofZoe,
        ...shipped,
        products: undefined,
        unread: [{ part: 'others', reason: 'X' }],
      }),
    ],
    { 1: {} },
    ['1: (Order ord_1 is of another person than 1 in file. Compare both and correct one of them.)'],
  ],
]

const parts: Case[] = [
  [
    'a status although nothing else can be read',
    [
      says('1', {
        status: 'CANCELLED',
        recipient: undefined,
        products: undefined,
        unread: [
          { part: 'recipient', reason: 'shipTo' },
          { part: 'order date', reason: 'orderDate' },
        ],
      }),
    ],
    { 1: {} },
    ['1: cancel (shipTo)'],
  ],
  [
    'a new order that cannot be read',
    [says('1', { unread: [{ part: 'order date', reason: 'orderDate' }] })],
    {},
    ['1: (orderDate)'],
  ],
  [
    'another campaign and an unreadable field',
    [says('1', { campaignId: toId('cmp', 'cmp_2'), unread: [{ part: 'others', reason: 'X' }] })],
    { 1: {} },
    ['1: (X) (Order is of another campaign: cmp_1)'],
  ],
  [
    'no lines of a cancelled order',
    [says('1', { ...lines(), status: 'CANCELLED' })],
    { 1: {} },
    ['1: cancel'],
  ],
  ['no lines', [says('1', lines())], { 1: {} }, ['1: (The order has no lines to ship)']],
  ['the same lines in another order', [says('1', lines('M', 'T'))], { 1: lines('T', 'M') }, ['1:']],
  ['a line that was divided', [says('1', lines('T', 'T'))], { 1: twoT }, ['1:']],
  [
    'an unknown SKU and another unreadable field',
    [says('1', { ...lines('T', 'NONE'), unread: [{ part: 'others', reason: 'X' }] })],
    { 1: {} },
    ['1: (X) (SKU is not part of the campaign: NONE)'],
  ],
  [
    'an unknown SKU that is skipped',
    [says('1', lines('M', 'NONE'))],
    { 1: {} },
    ['1: change-lines (SKU is not part of the campaign: NONE)'],
    {},
    { unknownSku: 'skip' },
  ],
]

const graph: Case[] = [
  [
    'a split, the order that frees stock first',
    [says('2', { ...lines('M'), originIds: ['1'] }), says('1')],
    { 1: lines('T', 'M') },
    ['1: change-lines', '2: create'],
  ],
  ['a merged order that is still listed', [says('1', merged('2')), says('2')], {}, ['1: create']],
  ['one that an earlier page has named', [says('2')], {}, [], { merged: new Set(['2']) }],
  ['two that name each other', [says('1', merged('2')), says('2', merged('1'))], {}, ['1: create']],
  [
    'two that name each other, of which the first is cancelled',
    [says('1', { ...merged('2'), status: 'CANCELLED' }), says('2', merged('1'))],
    {},
    ['2: create'],
  ],
  [
    'four that name each other in a circle',
    [
      says('1', merged('2')),
      says('2', merged('3')),
      says('3', merged('4')),
      says('4', merged('1')),
    ],
    {},
    ['1: create'],
  ],
  [
    'an order that was merged into a merged one',
    [
      says('1', { ...merged('2'), status: 'CANCELLED' }),
      says('3', { ...merged('1'), ...lines('T', 'M') }),
    ],
    { 1: {}, 2: {}, 3: {} },
    ['3: change-lines -1 -2'],
  ],
  [
    'the same on a later page',
    [says('1', { ...merged('2'), status: 'CANCELLED' })],
    { 1: {}, 2: {}, 3: { ...lines('T', 'M'), changedAt: 2 } },
    ['3: -1 -2'],
    {
      named: new Map([['3', says('3', { ...merged('1'), ...lines('T', 'M') })]]),
      merged: new Set(['1']),
    },
  ],
  [
    'a merge whose lines are not in the campaign',
    [says('1', { ...merged('2'), ...lines('T', 'NONE') })],
    { 1: {}, 2: {} },
    [`1: (SKU is not part of the campaign: NONE) ${stays('2')}`],
  ],
  [
    'a merge whose lines are skipped',
    [says('1', { ...merged('2'), ...lines('M', 'NONE') })],
    { 1: {}, 2: lines('NONE') },
    [`1: change-lines (SKU is not part of the campaign: NONE) ${stays('2')}`],
    {},
    { unknownSku: 'skip' },
  ],
  [
    'a merge into an order that is cancelled here',
    [says('1', merged('2'))],
    { 1: { status: 'CANCELLED' }, 2: {} },
    [`1: ${stays('2')} (Order is already cancelled)`],
  ],
  [
    'a merge into an order that has shipped',
    [says('1', { ...merged('2'), ...shipped, ...lines('T', 'M') })],
    { 1: shipped, 2: {} },
    [`1: ${stays('2')} [Lines changed after the order was SHIPPED: they stay as they were]`],
  ],
  [
    'a merge of an order that has shipped',
    [says('1', merged('2'))],
    { 1: {}, 2: shipped },
    ['1: [Order ord_2 was merged into this one, but has shipped here]'],
  ],
  [
    'a cancelled order with one that was merged into it',
    [says('1', { ...merged('2'), status: 'CANCELLED' })],
    { 1: {}, 2: {} },
    ['1: cancel -2'],
  ],
  [
    'a cancelled order after the merge was undone',
    [says('1', { ...merged('2'), status: 'CANCELLED' })],
    { 1: {}, 2: {} },
    ['1: cancel'],
    { listed: new Set(['2']) },
  ],
]

const people: Case[] = [
  [
    'a split of a split of a split, of which the source was asked',
    [says('4', { originIds: ['3'] })],
    { 1: erased },
    ['4: create nobody'],
    {
      origins: new Map([
        ['3', ['2']],
        ['2', ['1']],
      ]),
    },
  ],
  [
    'a split of a split of a split on one page',
    [
      says('4', { originIds: ['3'] }),
      says('3', { originIds: ['2'] }),
      says('2', { originIds: ['1'] }),
    ],
    { 1: erased },
    ['2: create nobody', '3: create nobody', '4: create nobody'],
  ],
]

test.each([...identity, ...parts, ...graph, ...people])(
  '%s',
  (_, page, known, plans, facts, more) => {
    expect(planned(page, known, facts, more)).toEqual(plans)
  },
)

const parcel = { trackingNumber: '1Z', carrierCode: 'ups', shipDate: '2026-11-02T00:00:00.000Z' }
const states: Record<string, Partial<ImportedOrder & KnownOrder>> = {
  waiting: {},
  shipped: { ...parcel, status: 'SHIPPED' },
  delivered: { ...parcel, status: 'SHIPPED', deliveredAt: '2026-11-03T00:00:00.000Z' },
  cancelled: { status: 'CANCELLED' },
  returned: { ...parcel, status: 'RETURNED' },
}
const over = '(Order is already cancelled)'
const left = '(Order has already shipped)'

test.each([
  ['new', 'create', 'create ship', 'create ship deliver', 'create cancel', 'create ship return'],
  ['waiting', '', 'ship', 'ship deliver', 'cancel', 'ship return'],
  ['shipped', '', '', 'deliver', left, 'return'],
  ['delivered', '', '', '', left, 'return'],
  ['cancelled', '', over, over, '', over],
  ['returned', '', '', '', '', ''],
])('an order that is %s, and each state in a file', (state, ...steps) => {
  const known = state === 'new' ? {} : { 1: states[state] ?? {} }
  const plans = Object.values(states).map((theirs) =>
    planned([says('1', { ...theirs, changedAt: undefined })], known).join(),
  )
  expect(plans).toEqual(steps.map((words) => `1: ${words}`.trim()))
})

const elsewhere = { campaignId: toId('cmp', 'cmp_2'), products: undefined, recipient: undefined }
const isElsewhere = '(Order is of another campaign: cmp_1)'
const moved = { recipient: { ...recipient, zip: 'E1 6AN' } }
const isBack = '[The shipment was voided, so the order has not shipped: its stock is back]'

const back = { ...shipped, cameBack: { T: 1 } }
const stands = '(Units of the order came back, so its shipment stays as it is)'
const arrived = { ...shipped, deliveredAt: '2026-11-03T00:00:00.000Z' }
const isThere = '(Order has already been delivered)'
const relabelled = { ...twoT, status: 'SHIPPED', trackingNumber: '2Z', replaced: ['1Z'] } as const
const staysShipped = '[Lines changed after the order was SHIPPED: they stay as they were]'

test.each<[what: string, ours: Partial<KnownOrder>, theirs: Partial<ImportedOrder>, plan: string]>([
  ['a new address', {}, moved, 'correct'],
  ['removed notes', { notes: 'Ring' }, { notes: '' }, 'correct'],
  ['unknown notes', { notes: 'Ring' }, {}, ''],
  ['another tracking number', shipped, { status: 'SHIPPED', trackingNumber: '2Z' }, 'correct'],
  ['a tracking number before our order shipped', {}, { trackingNumber: '2Z' }, ''],
  ['a tracking number in old data', shipped, { trackingNumber: '2Z' }, ''],
  ['news of an erased person', erased, { ...moved, notes: 'Ring', changedAt: 2 }, 'nobody'],
  ['a cancellation elsewhere', {}, { ...elsewhere, status: 'CANCELLED' }, `cancel ${isElsewhere}`],
  ['a shipment elsewhere', {}, { ...elsewhere, status: 'SHIPPED' }, `ship ${isElsewhere}`],
  ['a voided label', shipped, { voided: ['1Z'] }, `void ${isBack}`],
  ['a void of a shipment', shipped, { status: 'SHIPPED', voided: ['1Z'] }, `void ${isBack}`],
  ['a void, cancelled', shipped, { status: 'CANCELLED', voided: ['1Z'] }, `void cancel ${isBack}`],
  ['a voided label of a parcel that came back', back, { voided: ['1Z'] }, stands],
  ['a new label of a parcel that came back', back, relabelled, `correct ${staysShipped}`],
  ['a voided label of a parcel that arrived', arrived, { voided: ['1Z'] }, isThere],
  ['a new label of a parcel that arrived', arrived, relabelled, `correct ${staysShipped}`],
  ['a parcel that arrived waits again', arrived, { replaced: ['1Z'] }, isThere],
  ['a void of another label', shipped, { voided: ['2Z'] }, ''],
  ['a void of the only label of a waiting order', {}, { status: 'SHIPPED', voided: ['1Z'] }, ''],
])('%s', (_, known, theirs, plan) => {
  const words = planned([says('1', { changedAt: undefined, ...theirs })], { 1: known })
  expect(words).toEqual([`1: ${plan}`.trim()])
})

const ada = personOf(recipient)
const other = {
  name: 'Zoë Byron',
  email: 'zoe@example.com',
  address: '1 Main Street E1 6AN London',
}

test.each<[string, Partial<Order['recipient']>, Person, boolean]>([
  ['another name and email', {}, { ...other, address: ada.address }, true],
  ['another name', {}, { ...ada, name: 'Zoë Byron' }, false],
  ['another email', {}, { ...ada, email: 'a.byron@example.com' }, false],
  ['the name in another case', {}, { ...other, name: 'ADA BYRON' }, false],
  [
    'another Unicode form',
    { firstName: 'Jos\u00e9' },
    { ...other, name: 'Jose\u0301 Byron' },
    false,
  ],
  ['another name and address', {}, { ...other, email: ada.email }, false],
  ['another name and address, no email', {}, { ...other, email: '' }, true],
  ['another name and address, never an email', { email: '' }, other, true],
  ['another name, no email', {}, { ...ada, name: 'Zoë Byron', email: '' }, false],
  ['an unreadable name and another email', {}, { ...other, name: '' }, true],
  ['nothing of a person', {}, { name: '', email: '', address: '' }, false],
  ['the first name', { firstName: '', lastName: '', email: '' }, other, false],
])('%s with the id of an order is a conflict or not', (_, known, person, isConflict) => {
  const theirs = says('1', { ...shipped, person, recipient: undefined })
  const [plan] = planned([theirs], { 1: { recipient: { ...recipient, ...known } } })
  expect(plan).toMatch(isConflict ? / is of another person than 1 in file\./ : /^1: ship$/)
})
