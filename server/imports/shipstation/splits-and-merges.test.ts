import { expect, test } from 'vitest'
import { recordedOrder, recordedShipment } from '../../../tests/kit/server/fake-shipstation.ts'
import { at, lines, none, syncingShop } from '../../../tests/kit/server/syncing-shop.ts'

test.each([
  ['orders', 500],
  ['one order', 1],
])(
  'orders that were split are orders of their own; stock and events follow, with %s on a page',
  async (_, pageSize) => {
    const { api, sync, change, find, stock, news } = await syncingShop()
    api.options.pageSize = pageSize
    await change('09:00:00', lines(['T', 6], ['M', 5]))
    expect(await stock()).toEqual(['T 10 6', 'M 5 5'])
    api.orders.splice(
      0,
      1,
      recordedOrder(2, at('10:00:00'), {
        orderNumber: 'SS-1',
        ...lines(['M', 5]),
        advancedOptions: { mergedOrSplit: true, parentId: 1 },
      }),
      recordedOrder(1, at('10:00:00'), {
        ...lines(['T', 6]),
        advancedOptions: { mergedOrSplit: true },
      }),
    )
    expect(await sync()).toMatchObject({ created: 1, updated: 1 })
    expect(await find('2')).toMatchObject({
      allocationStatus: 'ALLOCATED',
      products: [{ sku: 'M' }],
    })
    expect(await stock()).toEqual(['T 10 6', 'M 5 5'])
    for (const [i, id] of [1, 2].entries()) {
      const order = api.orders.find(({ orderId }) => orderId === id)
      Object.assign(order ?? {}, { orderStatus: 'shipped', modifyDate: at(`11:0${i}:00`) })
      api.shipments.push(recordedShipment(id, at(`11:0${i}:00`)))
    }
    await sync()
    expect(await stock()).toEqual(['T 4 0', 'M 0 0'])
    expect(news()).toEqual(['order.created', 'order.created', 'order.shipped', 'order.shipped'])
  },
)

test.each<[string, number[], number[]]>([
  ['split twice', [12, 11, 10], [1, 2, 2]],
  ['split again', [11, 10], [3, 2]],
])(
  'orders that were %s have the stock that is freed on a later page',
  async (_, ids, quantities) => {
    const { api, sync, find } = await syncingShop()
    const parentOf = (id: number) => ({ advancedOptions: { parentId: id > 10 ? id - 1 : null } })
    api.options.pageSize = 1
    api.orders.push(recordedOrder(10, at('09:00:00'), lines(['M', ids.length === 2 ? 4 : 5])))
    if (ids.length === 2)
      api.orders.push(recordedOrder(11, at('09:00:00'), { ...lines(['M', 1]), ...parentOf(11) }))
    await sync()
    const listed = ids.map((id, i) =>
      recordedOrder(id, at(`10:00:0${i}`), {
        ...lines(['M', quantities[i] ?? 0]),
        ...parentOf(id),
      }),
    )
    api.orders.splice(0, 2, ...listed)
    await sync()
    for (const id of ids)
      expect(await find(`${id}`)).toMatchObject({ allocationStatus: 'ALLOCATED' })
  },
)

test('an order that was merged into another is cancelled, and its stock serves the other', async () => {
  const { api, sync, find, stock, news } = await syncingShop()
  api.orders.push(
    recordedOrder(1, at('09:00:00'), lines(['M', 3])),
    recordedOrder(2, at('09:00:00'), lines(['M', 2])),
  )
  await sync()
  news()
  // An id may be text.
  const merged = { advancedOptions: { mergedOrSplit: true, mergedIds: [1, '2'] } }
  api.orders.splice(0, 2, recordedOrder(1, at('10:00:00'), { ...lines(['M', 5]), ...merged }))
  expect(await sync()).toEqual({ ...none, updated: 1 })
  expect(await find('1')).toMatchObject({
    products: [{ quantity: 5 }],
    allocationStatus: 'ALLOCATED',
  })
  expect(await find('2')).toMatchObject({ status: 'CANCELLED' })
  expect(await stock()).toEqual(['T 10 0', 'M 5 5'])
  expect(news()).toEqual(['order.cancelled'])
  expect(await sync()).toEqual({ ...none, unchanged: 1 })
})

test('an order goes with the cancelled one that it was merged into, once the provider has it no more', async () => {
  const { api, sync, change, find, news, problems } = await syncingShop()
  api.orders.push(recordedOrder(1, at('09:00:00')), recordedOrder(2, at('09:00:00')))
  await sync()
  news()
  const cancelled = { orderStatus: 'cancelled', advancedOptions: { mergedIds: [2] } }
  await change('10:00:00', cancelled)
  expect(await find('2')).toMatchObject({ status: 'AWAITING_SHIPMENT' })
  api.orders.splice(0, 2, recordedOrder(1, at('11:00:00'), cancelled))
  await sync()
  expect(await find('2')).toMatchObject({ status: 'CANCELLED' })
  expect(news()).toEqual(['order.cancelled', 'order.cancelled'])
  expect(await problems()).toEqual([])
})
