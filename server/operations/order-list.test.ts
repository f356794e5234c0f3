import { expect, test } from 'vitest'
import { z } from 'zod'
import { Order } from '../../generated/schemas.ts'
import { newOrder } from '../../testkit/request-bodies.ts'
import { createOrder, testShop } from '../testing/test-shop.ts'

const orders = z.array(Order)

test('lists newest orders first, also on deep pages', async () => {
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
