import { expect, test } from 'vitest'
import { z } from 'zod'
import { Order } from '../../generated/schemas.ts'
import { newOrder } from '../../testkit/shapes.ts'
import { createOrder, testShop } from '../testing/test-shop.ts'

const orders = z.array(Order)

test('is newest first, and pages never overlap though many have one time', async () => {
  const { server, campaign } = await testShop()
  const made: string[] = []
  for (let i = 0; i < 7; i++) {
    if (i > 3) server.time.now += 1000
    made.push((await createOrder(server, newOrder(campaign, 'T'))).id)
  }
  const pages: string[] = []
  for (let offset = 0; offset < 9; offset += 2) {
    const { body } = await server.get(`/v1/orders/list?limit=2&offset=${offset}`)
    pages.push(...orders.parse(body).map(({ id }) => id))
  }
  expect(pages).toEqual(made.toReversed())
})

test('filters combine; e-mail is compared without case; what matches nothing is empty', async () => {
  const { server, account, campaign } = await testShop()
  const other = await account.campaign(['T'])
  const first = await createOrder(server, newOrder(campaign, 'T'))
  const second = await createOrder(server, newOrder(other, 'T'))
  await server.post('/v1/orders/cancel', { orderId: second.id })
  const list = async (query: string) =>
    orders.parse((await server.get(`/v1/orders/list?${query}`)).body).map(({ id }) => id)
  expect(await list(`campaignId=${campaign}`)).toEqual([first.id])
  expect(await list('email=ADA%40Example.com')).toEqual([second.id, first.id])
  expect(await list(`email=ada@example.com&campaignId=${other}`)).toEqual([second.id])
  expect(await list('orderStatus=CANCELLED')).toEqual([second.id])
  expect(await list(`orderStatus=SHIPPED&campaignId=${campaign}`)).toEqual([])
  expect(await list('campaignId=cmp_none')).toEqual([])
})

test('an unknown status and an empty filter are refused', async () => {
  const { server } = await testShop()
  expect((await server.get('/v1/orders/list?orderStatus=LOST')).body).toEqual({
    message: 'orderStatus: must be one of AWAITING_SHIPMENT, SHIPPED, CANCELLED, RETURNED',
  })
  expect((await server.get('/v1/orders/list?campaignId=')).body).toEqual({
    message: 'campaignId: must not be empty',
  })
})

test('is newest first on deep pages, too', async () => {
  const { server, campaign } = await testShop({ allowOutOfStockOrders: true })
  const made: string[] = []
  for (let i = 0; i < 130; i++) {
    if (i % 3 === 0) server.time.now += 1000
    made.push((await createOrder(server, newOrder(campaign, 'T'))).id)
  }
  for (const offset of [99, 100, 101, 115]) {
    const { body } = await server.get(`/v1/orders/list?limit=10&offset=${offset}`)
    expect(orders.parse(body).map(({ id }) => id)).toEqual(
      made.toReversed().slice(offset, offset + 10),
    )
  }
})
