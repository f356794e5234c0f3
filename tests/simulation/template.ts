import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { issueKey } from '../../server/actions/issue-key.ts'
import { timestamp } from '../../server/domain/clock.ts'
import { toId } from '../../server/domain/ids.ts'
import { newSecret } from '../../server/domain/webhook-secret.ts'
import { insertAccount } from '../../server/store/accounts.ts'
import { putCampaign } from '../../server/store/campaigns.ts'
import { putStock, putWarehouse } from '../../server/store/inventory.ts'
import { openStore } from '../../server/store/open-store.ts'
import type { Transaction } from '../../server/store/store.ts'
import { putVariant } from '../../server/store/variants.ts'
import { insertSubscription } from '../../server/store/webhooks.ts'
import { newVariant } from '../../server/testing/small-account.ts'
import { temporaryFolder } from './database.ts'
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
  for (const sku of skus) await putVariant(transaction, account, newVariant(sku))
  const warehouses = [`${name}-north`, `${name}-south`]
  const received = { type: 'received' as const, quantity: 20, order: null, at }
  for (const id of warehouses) {
    const warehouse = toId('whs', id)
    await putWarehouse(transaction, account, { id: warehouse, name: id })
    for (const sku of skus) await putStock(transaction, account, { sku, warehouse }, [received])
  }
  const campaigns = [`${name}-strict`, `${name}-backorder`]
  const active = { expiration: timestamp(now + 100 * year), status: 'Active' }
  for (const id of campaigns) {
    const allowOutOfStockOrders = id.endsWith('backorder')
    const campaign = { ...active, id: toId('cmp', id), name: id, allowOutOfStockOrders }
    await putCampaign(transaction, account, campaign, skus)
  }
  return { name, key: await issueKey(transaction, account, name, now), skus, campaigns, warehouses }
}

/** A database that every run starts with. Copying it is faster than filling a new one. */
export type Template = { accounts: Account[]; noisy: Account; file: string; remove(): void }

/** Creates a database with two accounts that clients use, and one with silent endpoints. */
export const makeTemplate = async ({ time }: World): Promise<Template> => {
  const folder = temporaryFolder()
  const file = join(folder, 'template.db')
  const store = await time.until(openStore({ databaseFile: file, postgres: undefined }))
  const work = store.write(async (transaction) => {
    const accounts = [
      await fill(transaction, 'acct0', time.now),
      await fill(transaction, 'acct1', time.now),
    ]
    const noisy = await fill(transaction, 'acct2', time.now)
    const at = timestamp(time.now)
    for (let i = 0; i < silentEndpoints; i++) {
      const url = `https://${noisy.name}-silent${i}.example/`
      await insertSubscription(transaction, toId('acc', noisy.name), {
        ...{ id: toId('whk', `${noisy.name}-whk${i}`), url, canonicalUrl: url, active: true },
        ...{ events: ['order.created'], secret: newSecret(), createdAt: at, updatedAt: at },
      })
    }
    return { accounts, noisy }
  })
  const filled = await time.until(work)
  await time.until(store.close())
  return { ...filled, file, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
