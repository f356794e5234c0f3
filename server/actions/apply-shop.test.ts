import { mkdtempSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { newOrder } from '../../tests/kit/request-bodies.ts'
import { testServer } from '../../tests/kit/server/test-server.ts'
import type { AccountId } from '../domain/ids.ts'
import {
  changesOf,
  type Section,
  type Shop,
  type ShopPlan,
  sections,
  startPlan,
} from '../domain/shop-plan.ts'
import { readShopFile, writeShop } from '../imports/shop-file.ts'
import { readShop } from '../store/shop.ts'
import type { Store } from '../store/store.ts'
import { withoutEvents } from './actions.ts'
import { applyShop } from './apply-shop.ts'

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
  .filter((each) => /^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+$/u.test(each))
const measure = fc.option(fc.double({ min: 0, max: 1e6, noNaN: true, noDefaultInfinity: true }))
const count = fc.nat({ max: 50 })
const skus = ['A-1', 'A-2', 'B,1', 'null', '0x10']

const variantFields = {
  options: fc.dictionary(fc.constantFrom('Color', 'Size, cm'), text),
  pricing: fc.array(fc.record({ minimumQuantity: count, unitPrice: fc.nat() }), { maxLength: 2 }),
  active: fc.boolean(),
  imageUrl: fc.constantFrom(null, '/a.png', 'https://cdn.example.com/a.png'),
  weight: measure,
  cartonHeight: measure,
}

const variant = (sku: string) =>
  fc.record({ sku: fc.constant(sku), ...variantFields }, { requiredKeys: ['sku'] })

const product = (key: string, own: readonly string[]) => {
  const variants = fc.tuple(...own.map(variant))
  const fields = { key: fc.constant(key), title: text, productionTime: count, variants }
  return fc.record(fields, { requiredKeys: ['key', 'title', 'variants'] })
}

/** A file that names all SKUs and warehouses, so that stock and campaigns can refer to them. */
const whole = fc.record({
  warehouses: fc.tuple(
    fc.record({ key: fc.constant('north'), name: text }),
    fc.constant({ key: 'south "2"' }),
  ),
  products: fc.tuple(product('tee', skus.slice(0, 2)), product('mug', skus.slice(2))),
  stock: fc.uniqueArray(
    fc.record(
      {
        sku: fc.constantFrom(...skus),
        warehouse: fc.constantFrom('north', 'south "2"'),
        on_hand: count,
        inbound: count,
        low_stock_threshold: count,
      },
      { requiredKeys: ['sku', 'warehouse'] },
    ),
    { selector: (level) => `${level.sku} ${level.warehouse}` },
  ),
  campaigns: fc.uniqueArray(
    fc.record(
      {
        key: fc.constantFrom('spring', 'autumn'),
        name: text,
        expiration: fc.constant('2099-06-30T23:59:59Z'),
        status: fc.constantFrom('Draft', 'Active', 'Paused', 'Expired'),
        allowOutOfStockOrders: fc.boolean(),
        brand: fc.record(
          { name: text, color: fc.constantFrom('#12ab9f', '#12AB9F') },
          { requiredKeys: [] },
        ),
        skus: fc.shuffledSubarray(skus),
      },
      { requiredKeys: ['key', 'expiration'] },
    ),
    { selector: ({ key }) => key },
  ),
})

const planOf = async (
  shop: Shop,
  file: object | { text: string },
  ends: string[] = [],
  folder = '.',
): Promise<ShopPlan> => {
  const bytes = Buffer.from('text' in file ? String(file.text) : JSON.stringify(file))
  const problems: string[] = []
  const { add, finish } = startPlan(shop, problems)
  await readShopFile({ name: 'shop.yaml', bytes, folder }, add, problems)
  expect(problems).toEqual([])
  return finish(ends)
}

const changes = (plan: ShopPlan, section: Section) =>
  [...changesOf<object>(plan[section])].map(([, { after }]) => after)

const expectNoChange = (plan: ShopPlan) => {
  for (const section of sections) expect(changes(plan, section)).toEqual([])
}

const apply = async (store: Store, account: AccountId, file: object, ends: string[] = []) => {
  const plan = await planOf(await readShop(store, account), file, ends)
  expect(
    await store.write((transaction) => applyShop(withoutEvents(transaction), account, plan, 0)),
  ).toBe(true)
  return plan
}

/** A shop or a thing without what the service chooses. */
const withoutIds = (shop: object): object =>
  JSON.parse(
    JSON.stringify(shop, (key, value) => (['id', 'revision'].includes(key) ? undefined : value)),
  )

const numRuns = inject('isThorough') ? 200 : inject('postgresSocket') === undefined ? 15 : 6

test('applying an export or a file again changes nothing, and a plan is what changes', async () => {
  const server = await testServer({ demo: false })
  const { store } = server
  await fc.assert(
    fc.asyncProperty(whole, whole, async (first, second) => {
      const { account } = await server.another()
      for (const file of [first, second]) {
        const before = await readShop(store, account)
        const plan = await apply(store, account, file)
        const after = await readShop(store, account)
        for (const section of sections) {
          const texts = new Set(before[section].map((thing) => JSON.stringify(thing)))
          const changed = after[section].filter((thing) => !texts.has(JSON.stringify(thing)))
          expect(new Set(changes(plan, section))).toEqual(new Set(changed))
        }
        expectNoChange(await planOf(after, file))
      }

      const shop = await readShop(store, account)
      const folder = mkdtempSync(join(tmpdir(), 'merch-shop-'))
      for (const hasTables of [false, true]) {
        const { account: other } = await server.another()
        const files = writeShop(shop, 'http://127.0.0.1:8080', hasTables)
        for (const [name, content] of Object.entries(files))
          await writeFile(join(folder, name), content)
        const file = { text: files['shop.yaml'] }
        expectNoChange(await planOf(shop, file, [], folder))
        const plan = await planOf(await readShop(store, other), file, [], folder)
        await store.write((transaction) => applyShop(withoutEvents(transaction), other, plan, 0))
        expect(withoutIds(await readShop(store, other))).toEqual(withoutIds(shop))
      }
    }),
    { numRuns },
  )
  expect(await server.database.findInconsistencies()).toEqual([])
})

const shop = (onHand: number) => ({
  warehouses: [{ key: 'main' }],
  products: [
    { key: 'cup', title: 'Cup', variants: [{ sku: 'CUP', pricing: [{ minimumQuantity: 12 }] }] },
    { key: 'pen', title: 'Pen', variants: [{ sku: 'PEN-1' }, { sku: 'PEN-2' }] },
  ],
  stock: [{ sku: 'CUP', warehouse: 'main', on_hand: onHand }],
  campaigns: [{ key: 'open', expiration: '2099-06-30T23:59:59Z', skus: ['CUP', 'PEN-1'] }],
})

test('orders placed while a file changes the stock are never oversold', async () => {
  const server = await testServer({ demo: false })
  const { store, account } = server
  const { campaigns } = await apply(store, account, shop(0))
  const campaignId = campaigns.get('open')?.after.id
  const order = () => server.post('/v1/orders/create', newOrder(String(campaignId), 'CUP'))
  let placed = 0
  for (const units of [3, 7, 5]) {
    const orders = Array.from({ length: 6 }, order)
    await apply(store, account, shop(units))
    const statuses = (await Promise.all(orders)).map(({ status }) => status)
    expect(statuses.every((status) => status === 201 || status === 400)).toBe(true)
    placed += statuses.filter((status) => status === 201).length
    expect(placed).toBeLessThanOrEqual(7)
  }
  const { body } = await server.get('/v1/inventory/list')
  expect(body).toMatchObject({
    items: [{ on_hand: 5, allocated: placed, available: Math.max(5 - placed, 0) }],
  })
  expect(await server.database.findInconsistencies()).toEqual([])
})

test('a first tier is the minimum of all variants, and titles and pruning reach the API', async () => {
  const server = await testServer({ demo: false })
  const { store, account } = server
  const old = await apply(store, account, shop(3))
  const products = [
    { key: 'cup', title: 'Mug', productionTime: 3, variants: [{ sku: 'CUP-2' }] },
    { key: 'pen', variants: [{ sku: 'PEN-2' }] },
  ]
  await apply(store, account, { products, campaigns: [] }, ['products', 'campaigns'])
  const { body } = await server.get('/v1/products/list')
  expect(body).toMatchObject([
    { sku: 'PEN-2', title: 'Pen', minimumOrderQuantity: 1 },
    { sku: 'CUP-2', title: 'Mug', productionTime: 3, minimumOrderQuantity: 12 },
  ])
  const renamed = { key: 'cup', title: 'Jar', variants: [{ sku: 'CUP' }] }
  await apply(store, account, { products: [renamed] })
  const variants = [{ sku: 'CUP', pricing: [{ minimumQuantity: 30 }] }]
  await apply(store, account, { products: [{ key: 'cup', variants }] })
  expect((await server.get('/v1/products/list')).body).toMatchObject([
    { sku: 'PEN-2', minimumOrderQuantity: 1 },
    { sku: 'CUP-2', title: 'Jar', minimumOrderQuantity: 30 },
  ])
  expect((await server.get('/v1/campaigns/list')).body).toMatchObject([
    { status: 'Expired', products: [] },
  ])
  // The shop has changed since.
  const again = store.write((transaction) => applyShop(withoutEvents(transaction), account, old, 0))
  expect(await again).toBe(false)
})
