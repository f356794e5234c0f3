import { expect, test } from 'vitest'
import { newOrder } from '../../tests/kit/request-bodies.ts'
import { createOrder, testShop } from '../../tests/kit/server/test-shop.ts'
import { shipOrder } from '../actions/ship-order.ts'
import { toId } from '../domain/ids.ts'

test('an order of a SKU in another case is rejected', async () => {
  const { server, campaign } = await testShop()
  const { status, body } = await server.post('/v1/orders/create', newOrder(campaign, 't'))
  expect([status, body]).toEqual([400, { message: 'SKU is not part of the campaign: t' }])
})

test('a backorder does not ship while its warehouse lacks units, or the variant', async () => {
  const { server, account, campaign } = await testShop({ allowOutOfStockOrders: true })
  const { actions, time } = server
  const { id, warehouse } = await createOrder(server, newOrder(campaign, 'M', 6))
  const empty = await account.warehouse({})
  await createOrder(server, newOrder(campaign, 'M', 2, { warehouse: empty }))
  const shipment = { trackingNumber: '1Z', carrierCode: 'ups' }
  const result = await actions
    .as({ name: 'test' })
    .run((t) => shipOrder(t, server.account, toId('ord', id), shipment, time.now))
  expect(result).toEqual({ rejected: 'not-enough-stock', sku: 'M' })
  expect(warehouse).not.toBe(empty)
  expect((await server.get('/v1/inventory/list?sku=M')).body).toMatchObject({
    items: [
      { on_hand: 5, allocated: 6, available: 0 },
      { on_hand: 0, allocated: 2, available: 0 },
    ],
  })
  expect(await server.database.findInconsistencies()).toEqual([])
})
