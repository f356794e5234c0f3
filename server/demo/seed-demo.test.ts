import { expect, test } from 'vitest'
import { z } from 'zod'
import { Campaign, Contact, InventoryPage, Order, ProductVariant } from '../../generated/schemas.ts'
import { testServer } from '../testing/test-server.ts'

const count = (values: readonly string[]) =>
  Object.fromEntries(
    [...Map.groupBy(values, (value) => value)].map(([key, all]) => [key, all.length]),
  )

test('the demo has products, campaigns, contacts, and orders in every status', async () => {
  const server = await testServer()
  const get = async <T>(schema: z.ZodType<T>, path: string) =>
    schema.parse((await server.get(path)).body)

  const variants = await get(z.array(ProductVariant), '/v1/products/list?limit=1000')
  expect(variants).toHaveLength(40)
  expect(new Set(variants.map(({ id }) => id)).size).toBe(12)

  const campaigns = await get(z.array(Campaign), '/v1/campaigns/list')
  expect(campaigns.map(({ status }) => status)).toEqual(['Active', 'Paused', 'Expired', 'Active'])
  for (const { products } of campaigns) expect(products.length).toBeGreaterThan(10)

  const people = await Promise.all(
    campaigns.map(({ id }) =>
      get(z.array(Contact), `/v1/contacts/list?campaignId=${id}&limit=1000`),
    ),
  )
  expect(people.flat()).toHaveLength(60)
  expect(new Set(people.flat().map(({ email }) => email)).size).toBe(60)
  expect(people.flat().some(({ orderCount }) => orderCount > 1)).toBe(true)
  expect(people.flat().some(({ street1 }) => street1 === '')).toBe(true)

  const orders = await get(z.array(Order), '/v1/orders/list?limit=1000')
  expect(count(orders.map(({ status }) => status))).toEqual({
    AWAITING_SHIPMENT: 12,
    CANCELLED: 3,
    RETURNED: 1,
    SHIPPED: 10,
  })
  expect(count(orders.map(({ orderSource }) => orderSource))).toEqual({ API: 24, REDEMPTION: 2 })
  for (const { orderDate } of orders)
    expect(Date.parse(orderDate)).toBeLessThanOrEqual(server.time.now)
  expect(await server.database.rowCounts()).toMatchObject({ warehouses: 2, invites: 15 })
})

test('every stock count is the sum of its events, and every stock status occurs', async () => {
  const server = await testServer()
  const { body } = await server.get('/v1/inventory/list?page_size=100')
  const { items } = InventoryPage.parse(body)
  expect(items).toHaveLength(80)
  expect(new Set(items.map(({ status }) => status))).toEqual(
    new Set(['in_stock', 'low_stock', 'out_of_stock']),
  )
  expect(await server.database.findInconsistencies()).toEqual([])
})
