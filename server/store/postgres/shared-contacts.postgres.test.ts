import { expect, test } from 'vitest'
import { newContact, newOrder } from '../../../testkit/request-bodies.ts'
import { testShop } from '../../testing/test-shop.ts'

test('contacts that arrive together share transactions, and count the orders placed meanwhile', async () => {
  const { server, campaign } = await testShop({ allowOutOfStockOrders: true })
  const email = 'ada@example.com'
  const requests = Array.from({ length: 120 }, (_, i) =>
    i % 4 === 0
      ? server.post('/v1/orders/create', newOrder(campaign, 'T'))
      : server.post('/v1/contacts/create', newContact(campaign, { email })),
  )
  const responses = await Promise.all(requests)
  expect(responses.map(({ status }) => status)).toEqual(
    responses.map((_, i) => (i % 4 ? 200 : 201)),
  )
  const [counted] = await server.database.query(
    'select count(*)::int as contacts, count(distinct xmin::text)::int as transactions from contacts',
  )
  expect(counted).toMatchObject({ contacts: 90 })
  expect(Number(counted?.transactions)).toBeLessThan(45)
  expect(await server.database.findInconsistencies()).toEqual([])
})
