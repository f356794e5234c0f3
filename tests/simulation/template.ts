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
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts'
import type { Transaction } from '../../server/store/store.ts'
import { insertVariant } from '../../server/store/variants.ts'
import { insertSubscription } from '../../server/store/webhooks.ts'
import { newVariant } from '../../server/testing/small-account.ts'
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
  for (const sku of skus) await insertVariant(transaction, account, newVariant(sku), true)
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
export type Template = { file: string; accounts: Account[]; noisy: Account; remove(): void }

/** Fills a database with two accounts that clients use, and one with silent endpoints. */
export const makeTemplate = async ({ time }: World): Promise<Template> => {
  const folder = mkdtempSync(join(tmpdir(), 'merch-simulation-'))
  const file = join(folder, 'template.db')
  const store = await openSqliteStore(file)
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
  return { file, ...filled, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
