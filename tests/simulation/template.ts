import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { issueKey } from '../../server/actions/issue-key.ts'
import { timestamp } from '../../server/domain/clock.ts'
import { toId } from '../../server/domain/ids.ts'
import { newSigningSecret } from '../../server/domain/webhook-signature.ts'
import { insertAccount } from '../../server/store/accounts.ts'
import { openStore } from '../../server/store/open-store.ts'
import type { Store } from '../../server/store/store.ts'
import { insertSubscription } from '../../server/store/webhooks/webhooks.ts'
import { smallAccount } from '../kit/server/small-account.ts'
import { temporaryFolder } from './database.ts'
import type { World } from './world/world.ts'

/** An account of the simulation. Its name is part of the texts of its data. */
export type Account = {
  name: string
  key: string
  skus: string[]
  campaigns: string[]
  warehouses: string[]
}

/** The number of endpoints of the last account. All of them are silent. */
const silentEndpoints = 300

/** Milliseconds until campaigns expire: a hundred years. Each run has a day of its own. */
const expiresIn = 100 * 365 * 86_400_000

/** Adds an account with two SKUs in two warehouses, and a campaign with and without backorders. */
const fill = async (store: Store, name: string, now: number): Promise<Account> => {
  const account = toId('acc', name)
  const key = await store.write(async (transaction) => {
    await insertAccount(transaction, { id: account, name, createdAt: timestamp(now) })
    return issueKey(transaction, account, name, now)
  })
  const { variant, warehouse, campaign } = smallAccount({ store, account, time: { now } })
  const skus = [await variant(`${name}-cup`), await variant(`${name}-pen`)]
  const stock = Object.fromEntries(skus.map((sku) => [sku, 20]))
  const warehouses = [await warehouse(stock), await warehouse(stock)]
  const campaigns = [
    await campaign(skus, { expiresIn }),
    await campaign(skus, { expiresIn, allowOutOfStockOrders: true }),
  ]
  return { name, key, skus, campaigns, warehouses }
}

const addSilentEndpoints = (store: Store, { name }: Account, now: number): Promise<void> =>
  store.write(async (transaction) => {
    const at = timestamp(now)
    for (let i = 0; i < silentEndpoints; i++) {
      const url = `https://${name}-silent${i}.example/`
      await insertSubscription(transaction, toId('acc', name), {
        id: toId('whk', `${name}-whk${i}`),
        url,
        canonicalUrl: url,
        active: true,
        events: ['order.created'],
        secret: newSigningSecret(),
        createdAt: at,
        updatedAt: at,
      })
    }
  })

/** A database that every run starts with. Copying it is faster than filling a new one. */
export type Template = { accounts: Account[]; noisy: Account; file: string; remove(): void }

const makeIn = async (file: string, now: number) => {
  const store = await openStore({ databaseFile: file, postgres: undefined })
  const accounts = [await fill(store, 'acct0', now), await fill(store, 'acct1', now)]
  const noisy = await fill(store, 'acct2', now)
  await addSilentEndpoints(store, noisy, now)
  await store.close()
  return { accounts, noisy, file }
}

/** Creates a database with two accounts that clients use, and one with silent endpoints. */
export const makeTemplate = async ({ time }: World): Promise<Template> => {
  const folder = temporaryFolder()
  const made = await time.until(makeIn(join(folder, 'template.db'), time.now))
  return { ...made, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
