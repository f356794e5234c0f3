import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { issueKey } from '../../server/actions/issue-key.ts'
import { listAccounts } from '../../server/store/accounts.ts'
import { migrations } from '../../server/store/schema.ts'
import { openSqliteStore } from '../../server/store/sqlite.ts'
import type { Store } from '../../server/store/store.ts'
import { newOrder } from '../kit/request-bodies.ts'
import { serve } from '../kit/server/serve.ts'
import { newPostgresDatabase } from '../kit/server/test-database.ts'
import { requestsTo } from '../kit/server/test-server.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'

const released = join(import.meta.dirname, 'released')
const versions = readdirSync(released)

/** Opens a copy of the database that a version has written. */
const openReleased = async (version: string): Promise<Store> => {
  const read = (name: string) => gunzipSync(readFileSync(join(released, version, name)))
  if (inject('postgresSocket') === undefined) {
    const file = join(temporaryFolder(), 'merch.db')
    writeFileSync(file, read('sqlite.db.gz'))
    return openSqliteStore(file)
  }
  const { query, open } = await newPostgresDatabase('template0')
  await query(read('postgres.sql.gz').toString())
  return open()
}

const Campaigns = z.array(
  z.looseObject({ id: z.string(), products: z.array(z.looseObject({ sku: z.string() })) }),
)

test.each(versions)(
  'the database of version %s opens, and requests read and change it',
  async (version) => {
    const store = await openReleased(version)
    const [account] = await listAccounts(store)
    if (!account) throw new Error('There is no account')
    const key = await store.write((transaction) =>
      issueKey(transaction, account.id, 'test', Date.parse('2026-11-27T12:00:00Z')),
    )
    const databaseFile = join(temporaryFolder(), 'unused.db')
    const { url, time, stop } = await serve({ databaseFile, parts: { store } })
    onTestFinished(stop)
    time.now = Date.parse('2026-11-27T12:00:00Z')
    const request = requestsTo(url, key)
    const ask = async (path: string, json?: unknown) => {
      const method = json === undefined ? 'GET' : 'POST'
      const { status, body } = await request({ method, path, json })
      expect(status, path).toBeLessThan(300)
      return body
    }
    const campaigns = Campaigns.parse(await ask('/v1/campaigns/list'))
    const campaign = campaigns.find(({ products }) => products.length > 0)
    const lists = ['/v1/products/list', '/v1/orders/list', '/v1/inventory/list', '/v1/webhooks']
    for (const path of [...lists, `/v1/contacts/list?campaignId=${campaign?.id}`])
      expect(JSON.stringify(await ask(path)).length, path).toBeGreaterThan(200)
    const sku = campaign?.products[0]?.sku ?? ''
    await ask('/v1/orders/create', newOrder(campaign?.id ?? '', sku))
  },
)

test.each(versions)('the migrations of version %s have not changed', (version) => {
  const file = join(released, version, 'migrations.json')
  expect(migrations).toMatchObject(JSON.parse(readFileSync(file, 'utf8')))
})
