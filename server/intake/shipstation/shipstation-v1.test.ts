import { expect, test } from 'vitest'
import {
  recordedFulfillment,
  recordedOrder,
  recordedShipment,
} from '../../testing/fake-shipstation.ts'
import { fill, shipStation, upTo } from '../../testing/shipstation-reader.ts'
import { fromPacific } from './shipstation-v1.ts'

test('an order is read with all its fields', async () => {
  const { api, changes } = await shipStation()
  api.orders.push(recordedOrder(11, '2026-11-20T09:21:59.4430000'))
  expect(await changes()).toEqual([
    {
      orders: [
        {
          id: '11',
          changedAt: Date.parse('2026-11-20T17:21:59.443Z'),
          order: {
            sourceOrderNumber: 'SS-11',
            campaignId: undefined,
            status: 'AWAITING_SHIPMENT',
            orderDate: '2026-11-01T16:46:27.000Z',
            ...{ shipDate: undefined, deliveredAt: undefined },
            ...{ trackingNumber: undefined, carrierCode: undefined },
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
        },
      ],
      unreadable: [],
      changedUntil: Date.parse('2026-11-20T17:21:59.443Z'),
    },
  ])
  expect(api.requests[0]?.query).toEqual({
    // An hour before, in Pacific time, and a second.
    modifyDateStart: '2026-10-31 15:59:59',
    ...{ sortBy: 'ModifyDate', sortDir: 'ASC', page: '1', pageSize: '500' },
  })
})

test.each([
  ['awaiting_shipment', 'AWAITING_SHIPMENT'],
  ['pending_fulfillment', 'AWAITING_SHIPMENT'],
  ['rejected_fulfillment', 'AWAITING_SHIPMENT'],
  ['on_hold', 'AWAITING_SHIPMENT'],
  ['shipped', 'SHIPPED'],
  ['cancelled', 'CANCELLED'],
  ['awaiting_payment', undefined],
])('%s is %s', async (orderStatus, status) => {
  const { api, orders } = await shipStation()
  api.orders.push(recordedOrder(11, '2026-11-20T09:00:00.0000000', { orderStatus }))
  expect((await orders()).map(({ order }) => order.status)).toEqual(status ? [status] : [])
})

test('missing fields are empty; a single name is the first name; street3 joins street2', async () => {
  const { api, orders } = await shipStation()
  const { shipTo } = recordedOrder(11, '')
  const nothing = { company: null, state: null, postalCode: null, phone: null, street2: null }
  api.orders.push(
    recordedOrder(11, '2026-11-20T09:00:00.0000000', {
      shipTo: { ...shipTo, ...nothing, name: ' Cher ', street3: 'Building 2' },
      ...{ customerEmail: null, customerNotes: null, advancedOptions: null, carrierCode: null },
    }),
    recordedOrder(12, '2026-11-20T09:00:00.0000000', {
      shipTo: { ...shipTo, name: null },
      advancedOptions: { customField1: 'cmp_2' },
    }),
    recordedOrder(13, '2026-11-20T09:00:00.0000000', { shipTo: { ...shipTo, name: 'Ada Byron' } }),
  )
  const [first, second, third] = await orders()
  expect(third?.order.recipient).toMatchObject({ firstName: 'Ada', lastName: 'Byron' })
  expect(first?.order).toMatchObject({
    ...{ campaignId: undefined, companyName: '', notes: '' },
    recipient: {
      ...{ firstName: 'Cher', lastName: '', email: '', phone: '', state: '', zip: '' },
      street2: 'Building 2',
    },
  })
  expect(second?.order).toMatchObject({
    campaignId: 'cmp_2',
    recipient: { firstName: '', lastName: '' },
  })
})

test('an unreadable order is reported with the reason; the others are read', async () => {
  const { api, changes } = await shipStation()
  const { shipTo, items } = recordedOrder(1, '')
  const [item] = items
  const broken: [number, Record<string, unknown>][] = [
    [1, { orderStatus: 'lost' }],
    [2, { items: [{ ...item, sku: null }] }],
    [3, { items: [] }],
    [4, { items: [{ ...item, quantity: 1.5 }] }],
    [5, { shipTo: null }],
    [6, { orderDate: 'yesterday' }],
    [7, { customerNotes: 'x'.repeat(2001) }],
    [11, { customerNotes: 'a lone \ud800' }],
    [12, { customerEmail: 'x'.repeat(255) }],
    [8, { orderNumber: null }],
    [14, { orderNumber: '' }],
    [15, { orderNumber: 'x'.repeat(101) }],
    [9, { shipTo: { ...shipTo, street2: 'x'.repeat(150), street3: 'y'.repeat(150) } }],
  ]
  for (const [id, more] of broken)
    api.orders.push(
      recordedOrder(id, `2026-11-20T09:00:${String(id).padStart(2, '0')}.0000000`, more),
    )
  const shortest = { orderNumber: '7' }
  const longest = { orderNumber: 'x'.repeat(100), customerEmail: 'x'.repeat(254) }
  api.orders.push(
    recordedOrder(10, '2026-11-20T09:00:10.0000000', shortest),
    recordedOrder(13, '2026-11-20T09:00:13.0000000', longest),
  )
  const [page] = await changes()
  expect(page?.orders.map(({ id }) => id)).toEqual(['10', '13'])
  expect(page?.unreadable.map(({ number, reason }) => `${number} ${reason}`)).toEqual([
    'SS-1 orderStatus: "lost" is unknown',
    'SS-2 items[0].sku: is required',
    'SS-3 items: must not be empty',
    'SS-4 items[0].quantity: must be an integer',
    expect.stringMatching(/^SS-5 shipTo: /),
    'SS-6 orderDate: must be a time, not "yesterday"',
    'SS-7 customerNotes: must have at most 2,000 characters',
    expect.stringMatching(/^without a number orderNumber: /),
    'SS-9 recipient.street2: must have at most 200 characters',
    'SS-11 notes: must not contain a lone surrogate',
    'SS-12 customerEmail: must have at most 254 characters',
    expect.stringMatching(/^without a number orderNumber: .*>=1 char/),
    expect.stringMatching(/^x{101} orderNumber: .*<=100 char/),
  ])
})

test('all pages are read, each order once', async () => {
  const { api, ids, changes, waits } = await shipStation()
  expect(await changes()).toEqual([{ orders: [], unreadable: [], changedUntil: undefined }])
  fill(api, 9)
  api.options.pageSize = 2
  expect(await ids()).toEqual(upTo(9))
  expect(waits).toEqual([])
})

test('an order that changes between pages does not hide another', async () => {
  const { api, ids } = await shipStation()
  fill(api, 6)
  api.options.pageSize = 2
  // After each of the first pages, its first order is changed and moves behind all others.
  let changed = 0
  api.options.afterAnswer = () => {
    const order = api.orders[changed * 2]
    if (order && ++changed <= 2) order.modifyDate = `2026-11-20T10:0${changed}:00.0000000`
  }
  expect(new Set(await ids())).toEqual(new Set(upTo(6)))
})

test.each([
  ['included', true],
  ['excluded', false],
])('more orders than a page can change in one second, if a start is %s', async (_, isIncluded) => {
  const { api, ids } = await shipStation()
  api.options.startIsInclusive = isIncluded
  for (let id = 1; id <= 7; id++) api.orders.push(recordedOrder(id, '2026-11-20T09:00:00.0000000'))
  for (let id = 8; id <= 12; id++) api.orders.push(recordedOrder(id, '2026-11-20T09:00:01.0000000'))
  api.options.pageSize = 2
  expect(await ids()).toEqual(upTo(12))
})

test.each(['2026-11-01T08:59:59Z', '2026-11-01T09:30:00Z', '2026-11-01T09:59:59Z'])(
  'the hour that clocks show twice hides nothing from who asks since %s',
  async (time) => {
    const { api, ids } = await shipStation()
    const asked = Date.parse(time)
    // Wall clocks went back to one at nine: this is a second later than what was read before.
    const later = new Date(asked + 1000 - 8 * 3_600_000).toISOString().slice(0, 19)
    api.orders.push(recordedOrder(1, `${later}.0000000`))
    expect(await ids(asked)).toEqual(['1'])
    expect(fromPacific(later)).toBeLessThanOrEqual(asked + 1000)
  },
)

const shipped = (id: number) =>
  recordedOrder(id, `2026-11-20T09:0${id}:30.0000000`, { orderStatus: 'shipped' })

/** The lists that were requested after the orders, and of which order. */
const asked = ({ requests }: Awaited<ReturnType<typeof shipStation>>['api']) =>
  requests.slice(1).map(({ list, query }) => `${list} ${query.orderId ?? ''}`)

test('the parcel is the newest label that is not voided, else the fulfillment', async () => {
  const { api, parcels } = await shipStation()
  api.orders.push(...[1, 2, 3].map(shipped))
  api.shipments.push(
    recordedShipment(1, '2026-11-20T09:01:00.0000000', { trackingNumber: 'old' }),
    recordedShipment(1, '2026-11-20T09:01:10.0000000'),
    recordedShipment(1, '2026-11-20T09:01:20.0000000', { trackingNumber: 'void', voided: true }),
    recordedShipment(1, '2026-11-20T09:01:25.0000000', {
      isReturnLabel: true,
      trackingNumber: 'back',
    }),
    recordedShipment(1, '2026-11-20T09:01:26.0000000', { trackingNumber: 'x'.repeat(101) }),
  )
  const deliveryDate = '2026-11-20T23:00:00.0000000'
  api.fulfillments.push(recordedFulfillment(2, '2026-11-20T09:02:00.0000000', { deliveryDate }))
  expect(await parcels()).toEqual({
    1: {
      ...{ trackingNumber: '1Z1', carrierCode: 'ups' },
      ...{ shipDate: '2026-11-20T08:00:00.000Z', deliveredAt: undefined },
    },
    2: {
      ...{ trackingNumber: '782', carrierCode: 'USPS' },
      ...{ shipDate: '2026-11-20T08:00:00.000Z', deliveredAt: '2026-11-21T07:00:00.000Z' },
    },
  })
})

test('many parcels are requested in one list, missing ones one by one', async () => {
  const { api, parcels } = await shipStation()
  api.orders.push(...[1, 2, 3, 4, 5, 6].map(shipped))
  for (const id of [1, 2, 3, 4, 5])
    api.shipments.push(recordedShipment(id, `2026-11-20T09:0${id}:00.0000000`))
  // Shipped long before the order was changed last.
  api.fulfillments.push(recordedFulfillment(6, '2026-10-20T09:00:00.0000000'))
  expect(Object.keys(await parcels())).toEqual(upTo(6))
  expect(asked(api)).toEqual(['shipments ', 'shipments 6', 'fulfillments 6'])
  // From two hours before the first change to an hour after the last.
  expect(api.requests[1]?.query).toMatchObject({
    createDateStart: '2026-11-20 07:01:30',
    createDateEnd: '2026-11-20 10:06:30',
  })
})

test('up to three parcels are requested one by one', async () => {
  const { api, parcels } = await shipStation()
  api.orders.push(...[1, 2, 3].map(shipped))
  for (const id of [1, 2, 3])
    api.shipments.push(recordedShipment(id, `2026-11-20T09:0${id}:00.0000000`))
  expect(Object.keys(await parcels())).toEqual(upTo(3))
  expect(asked(api)).toEqual(['shipments 1', 'shipments 2', 'shipments 3'])
})
