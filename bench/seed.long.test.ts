import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serve } from '../server/testing/serve.ts'
import { problemOf } from '../testkit/contract.ts'
import { send } from '../testkit/http.ts'
import { runProgram } from '../testkit/run.ts'
import { temporaryFolder } from '../testkit/temporary-folder.ts'
import { campaign, contact, order, variant } from './testing/small-records.ts'

const seed = async (data: unknown) => {
  const folder = temporaryFolder()
  const [file, databaseFile] = [join(folder, 'data.json'), join(folder, 'merch.db')]
  writeFileSync(file, JSON.stringify(data))
  const environment = { DATABASE_URL: `file:${databaseFile}` }
  return { ...(await runProgram('bench/seed.ts', [file], environment)), databaseFile }
}

const least = {
  variants: [variant],
  campaigns: [{ ...campaign, products: [{ ...variant, sku: 'TEE-S' }] }],
  contacts: [{ ...contact, orderCount: -1, nickname: 'ignored' }],
  orders: [
    {
      ...{ ...order, status: 'AWAITING_SHIPMENT', orderDate: '2026-01-01T00:00:00+01:00' },
      ...{ warehouse: 'whs_1', recipient: { email: 'ada@example.com' } },
      products: [{ sku: 'TEE', quantity: 1, title: 'ignored' }],
    },
  ],
}

test('a minimal data set is loaded, and every list returns it', async () => {
  const { status, stdout, stderr, databaseFile } = await seed(least)
  expect([status, stderr]).toEqual([0, 'loading 1 variants, 1 campaigns, 1 contacts, 1 orders\n'])
  expect(stdout).toMatch(/^[^\n]{96}\n$/)
  const server = await serve({ databaseFile })
  onTestFinished(server.stop)
  const headers = { authorization: `Bearer ${stdout.trim()}` }
  for (const [path, shown] of [
    ['/v1/products/list', [variant, { sku: 'TEE-S' }]],
    ['/v1/campaigns/list', [{ id: 'cmp_1', products: [{ sku: 'TEE-S' }] }]],
    ['/v1/contacts/list?campaignId=cmp_1', [{ id: 'con_1', orderCount: 1 }]],
    ['/v1/orders/list', [{ id: 'ord_1', orderDate: '2026-01-01T00:00:00+01:00' }]],
  ] as const) {
    const answer = await send(server.url, { path, headers })
    expect(problemOf({ path, headers }, answer)).toBeUndefined()
    expect([answer.status, JSON.parse(answer.text)], path).toMatchObject([200, shown])
  }
})

test('an invalid file is reported in one line, before a database is created', async () => {
  const { status, stdout, stderr, databaseFile } = await seed({
    ...least,
    orders: [order, { ...order, id: 'ord_2', orderNumber: 'MF-2', orderDate: 'yesterday' }],
  })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toBe(
    'orders[1].orderDate (of "ord_2") must be an ISO 8601 timestamp such as 2027-03-31T23:59:59Z; it is "yesterday"\n',
  )
  expect(existsSync(databaseFile)).toBe(false)
})

test.each([
  [['nowhere.json'], "ENOENT: no such file or directory, open 'nowhere.json'\n"],
  [['--foo'], "Unknown option '--foo'. --help lists the options\n"],
])('%j is refused in one line', async (args, line) => {
  const { status, stdout, stderr } = await runProgram('bench/seed.ts', args)
  expect([status, stdout, stderr]).toEqual([1, '', line])
})
