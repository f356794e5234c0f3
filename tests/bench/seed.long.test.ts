import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runProgram } from '../kit/run.ts'
import { serve } from '../kit/server/serve.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'

const variant = { id: 'prd_1', title: 'Tee', sku: 'TEE' }
const campaign = {
  id: 'cmp_1',
  name: 'C',
  expiration: '2099-12-31T23:59:59Z',
  status: 'Active',
}
const email = 'ada@example.com'
const contact = { id: 'con_1', campaignId: 'cmp_1', firstName: 'Ada', lastName: 'Byron', email }
const order = {
  id: 'ord_1',
  orderNumber: 'MF-1',
  status: 'SHIPPED',
  orderDate: '2026-01-01T00:00:00Z',
  campaignId: 'cmp_1',
  recipient: { email },
  products: [{ sku: 'TEE', quantity: 1 }],
}

const seed = async (data: unknown) => {
  const folder = temporaryFolder()
  const [file, databaseFile] = [join(folder, 'data.json'), join(folder, 'merch.db')]
  writeFileSync(file, JSON.stringify(data))
  const environment = { DATABASE_URL: `file:${databaseFile}` }
  return { ...(await runProgram('tests/bench/seed.ts', [file], environment)), databaseFile }
}

test('Loads a minimal data set, and every list returns it', async () => {
  const { status, stdout, databaseFile } = await seed({
    variants: [variant],
    campaigns: [{ ...campaign, products: [{ ...variant, sku: 'TEE-S' }] }],
    contacts: [contact],
    orders: [order],
  })
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^[^\n]{96}\n$/)])
  const server = await serve({ databaseFile })
  onTestFinished(server.stop)
  const headers = { authorization: `Bearer ${stdout.trim()}` }
  for (const [path, shown] of [
    ['products/list', [variant, { sku: 'TEE-S' }]],
    ['campaigns/list', [{ id: 'cmp_1', products: [{ sku: 'TEE-S' }] }]],
    ['contacts/list?campaignId=cmp_1', [{ id: 'con_1', orderCount: 1 }]],
    ['orders/list', [{ id: 'ord_1', orderDate: order.orderDate }]],
  ] as const) {
    const response = await fetch(`${server.url}/v1/${path}`, { headers })
    expect(await response.json(), path).toMatchObject(shown)
  }
})

test('Reports an invalid file before it creates a database', async () => {
  const wrong = { ...variant, minimumOrderQuantity: -5 }
  const { status, stderr, databaseFile } = await seed({ variants: [variant, wrong] })
  const reason = /at least 0\n {2}→ at variants\[1\]\.minimumOrderQuantity\n$/
  expect([status, stderr]).toEqual([1, expect.stringMatching(reason)])
  expect(existsSync(databaseFile)).toBe(false)
})
