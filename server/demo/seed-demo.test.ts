import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { webhookExamples } from '../../generated/webhook-examples.ts'
import {
  Campaign,
  Contact,
  InventoryPage,
  Order,
  ProductVariant,
} from '../../generated/zod/schemas.ts'
import { testServer } from '../../tests/kit/server/test-server.ts'
import { temporaryFolder } from '../../tests/kit/temporary-folder.ts'
import { openSqliteStore } from '../store/sqlite.ts'
import { colors, drawings, drawPicture } from './draw-picture.ts'
import { seedDemo } from './seed-demo.ts'

test('the demo has products, campaigns, contacts, and orders in every status', async () => {
  const server = await testServer()
  const get = async <T>(schema: z.ZodType<T>, path: string) =>
    schema.array().parse((await server.get(`/v1/${path}limit=1000`)).body)

  const variants = await get(ProductVariant, 'products/list?')
  expect([variants.length, new Set(variants.map(({ id }) => id)).size]).toEqual([40, 12])
  const campaigns = await get(Campaign, 'campaigns/list?')
  expect(campaigns.map(({ status }) => status)).toEqual(['Active', 'Paused', 'Expired', 'Active'])
  const people = await Promise.all(
    campaigns.map(({ id }) => get(Contact, `contacts/list?campaignId=${id}&`)),
  )
  expect(new Set(people.flat().map(({ email }) => email)).size).toBe(60)
  const orders = await get(Order, 'orders/list?')
  expect(new Set(orders.map(({ status }) => status))).toEqual(
    new Set(['AWAITING_SHIPMENT', 'CANCELLED', 'RETURNED', 'SHIPPED']),
  )
  for (const { orderDate } of orders)
    expect(Date.parse(orderDate)).toBeLessThanOrEqual(server.time.now)
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

const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12)

/** Returns the digest of a database's rows, without random IDs, slugs and secrets. */
const digestOfRows = (file: string): string => {
  const database = new DatabaseSync(file, { readOnly: true })
  const tables = database
    .prepare(`select name from sqlite_schema where sql like '%strict%' and type = 'table'`)
    .all()
    .map(({ name }) => database.prepare(`select * from "${name}"`).all())
  database.close()
  const text = JSON.stringify(tables, (key, value) =>
    key === 'slug' || key === 'secret' ? '' : value,
  )
  return digestOf(text.replaceAll(/[a-z]{3}_[0-9a-f]{32}/g, 'id'))
}

test('demo data and pictures are the same for everyone', async () => {
  const file = join(temporaryFolder(), 'demo.db')
  const store = await openSqliteStore(file)
  await store.write((transaction) => seedDemo(transaction, Date.parse('2027-01-02T03:04:05Z')))
  await store.close()
  expect(digestOfRows(file)).toMatchInlineSnapshot(`"9f871706bea7"`)
  const pictures = [...drawings.keys()]
    .toSorted()
    .flatMap((drawing) =>
      [...colors.keys()].map((color) => drawPicture(drawing.replace('.svg', `-${color}.svg`))),
    )
  expect(digestOf(pictures)).toMatchInlineSnapshot(`"beb41863740e"`)
})

test('the first account alone has the IDs of the examples', async () => {
  const { store, account, time, database } = await testServer()
  await store.write((transaction) => seedDemo(transaction, time.now))
  const { orderId, campaignId } = webhookExamples['order.created'].data
  const ids = `'${orderId}', '${campaignId}'`
  for (const table of ['orders', 'campaigns'])
    expect(await database.query(`select account_id from ${table} where id in (${ids})`)).toEqual([
      { account_id: account },
    ])
})

test('every image URL of the demo is an SVG without scripts', async () => {
  const server = await testServer()
  const { body } = await server.get('/v1/products/list?limit=1000')
  const urls = z.array(ProductVariant).parse(body)
  const images = new Set(urls.flatMap(({ imageUrl }) => imageUrl ?? []))
  expect(images.size).toBeGreaterThan(20)
  for (const url of images) {
    expect(url.startsWith(`${server.url}/cdn/`)).toBe(true)
    const path = new URL(url).pathname
    const { status, headers, text } = await server.request({ path, key: null, unchecked: true })
    expect([path, status]).toEqual([path, 200])
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=2592000',
      'content-security-policy': "default-src 'none'",
    })
    expect(text).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/)
    expect(text).not.toMatch(/undefined|NaN|<script|href/)
  }
})

test.each(['mug', 'mug-pink.svg', 'car-red.svg', 'mug-white.png', '..%2fmug-white.svg', '%ZZ'])(
  '%s is a 404',
  async (file) => {
    const server = await testServer({ demo: false })
    const path = `/cdn/${file}`
    const { status, body } = await server.request({ path, key: null, unchecked: true })
    expect([status, body]).toEqual([404, { message: 'Not found' }])
  },
)
