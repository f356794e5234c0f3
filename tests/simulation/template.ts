import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issueKey } from '../../server/actions/issue-key.ts'
import { timestamp } from '../../server/domain/clock.ts'
import { toId } from '../../server/domain/ids.ts'
import { newSecret } from '../../server/domain/webhook-secret.ts'
import { insertAccount } from '../../server/store/accounts.ts'
import { insertCampaign } from '../../server/store/campaigns.ts'
import { insertWarehouse, moveStock } from '../../server/store/inventory.ts'
import { openStore } from '../../server/store/open-store.ts'
import type { Store, Transaction } from '../../server/store/store.ts'
import { insertVariant } from '../../server/store/variants.ts'
import { insertSubscription } from '../../server/store/webhooks.ts'
import { newVariant } from '../../server/testing/small-account.ts'
import { postgresTemplate } from './database/postgres-database.ts'
import type { RunDatabase } from './database/run-database.ts'
import { sqliteDatabase } from './database/sqlite-database.ts'
import type { World } from './world/world.ts'

/** An account of the simulation. Its name is part of every text of its data. */
export type Account = {
  name: string
  key: string
  skus: string[]
  campaigns: string[]
  warehouses: string[]
}

/** The number of endpoints of the last account. All of them are silent. */
const silentEndpoints = 300

const year = 365 * 86_400_000

const fill = async (transaction: Transaction, name: string, now: number): Promise<Account> => {
  const account = toId('acc', name)
  const at = timestamp(now)
  await insertAccount(transaction, { id: account, name, createdAt: at })
  const skus = [`${name}-cup`, `${name}-pen`]
  for (const sku of skus) await insertVariant(transaction, account, newVariant(sku))
  const warehouses = [`${name}-north`, `${name}-south`]
  for (const id of warehouses) {
    const warehouse = toId('whs', id)
    await insertWarehouse(transaction, account, { id: warehouse, name: id })
    for (const sku of skus)
      await moveStock(
        transaction,
        { account, sku, warehouse },
        { type: 'received', quantity: 20, order: null, at },
      )
  }
  const campaigns = [`${name}-strict`, `${name}-backorder`]
  for (const id of campaigns)
    await insertCampaign(
      transaction,
      account,
      {
        id: toId('cmp', id),
        name: id,
        expiration: timestamp(now + 100 * year),
        status: 'Active',
        allowOutOfStockOrders: id.endsWith('backorder'),
      },
      skus,
    )
  return { name, key: await issueKey(transaction, account, name, now), skus, campaigns, warehouses }
}

const subscribeSilently = async (transaction: Transaction, name: string, now: number) => {
  const at = timestamp(now)
  for (let i = 0; i < silentEndpoints; i++) {
    const url = `https://${name}-silent${i}.example/`
    await insertSubscription(transaction, toId('acc', name), {
      id: toId('whk', `${name}-whk${i}`),
      url,
      canonicalUrl: url,
      events: ['order.created'],
      active: true,
      secret: newSecret(),
      createdAt: at,
      updatedAt: at,
    })
  }
}

/** A database that every run starts with. Copying it is faster than filling a new one. */
export type Template = {
  accounts: Account[]
  noisy: Account
  copy(): Promise<RunDatabase>
  remove(): void
}

/** Adds two accounts that clients use, and one with silent endpoints. */
const fillStore = async ({ time }: World, store: Store) => {
  const work = store.write(async (transaction) => {
    const accounts = [
      await fill(transaction, 'acct0', time.now),
      await fill(transaction, 'acct1', time.now),
    ]
    const noisy = await fill(transaction, 'acct2', time.now)
    await subscribeSilently(transaction, noisy.name, time.now)
    return { accounts, noisy }
  })
  const filled = await time.until(work)
  await time.until(store.close())
  return filled
}

/** Fills a database that runs copy. */
export const makeTemplate = async (world: World): Promise<Template> => {
  const { time } = world
  const folder = mkdtempSync(join(tmpdir(), 'merch-simulation-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const databaseFile = join(folder, 'template.db')
  if (!world.link) {
    const { faults } = world
    const filled = await fillStore(world, await openStore({ databaseFile, postgres: undefined }))
    return { ...filled, copy: async () => sqliteDatabase(databaseFile, faults), remove }
  }
  const { url, copy } = await postgresTemplate(world.link)
  const store = await time.until(openStore({ databaseFile, postgres: { url, poolSize: 2 } }))
  const filled = await fillStore(world, store)
  return { ...filled, copy, remove }
}
