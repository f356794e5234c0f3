import { issueKey } from '../../server/actions/issue-key.ts'
import { makeSignInLink, signInBy } from '../../server/actions/sign-in.ts'
import { timestamp } from '../../server/domain/clock.ts'
import { type AccountId, newId } from '../../server/domain/ids.ts'
import { insertAccount } from '../../server/store/accounts.ts'
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts'
import type { Store } from '../../server/store/store.ts'
import { smallAccount } from '../../server/testing/small-account.ts'

/** An account that can place orders. */
export type Shop = { key: string; campaign: string; skus: readonly string[]; portalCookie: string }

/** Adds an account with a stock of some SKUs. */
export const seedShop = async (
  store: Store,
  name: string,
  stock: Readonly<Record<string, number>>,
): Promise<Shop & { account: AccountId }> => {
  const time = { now: Date.now() }
  const account = newId('acc')
  const [key, session] = await store.write(async (transaction) => {
    await insertAccount(transaction, { id: account, name, createdAt: timestamp(time.now) })
    const link = await makeSignInLink(transaction, account, time.now)
    return [
      await issueKey(transaction, account, 'till', time.now),
      await signInBy(transaction, link, '', time.now),
    ]
  })
  const small = smallAccount({ store, account, time })
  const skus = Object.keys(stock)
  for (const sku of skus) await small.variant(sku)
  await small.warehouse({ ...stock })
  const campaign = await small.campaign(skus)
  return { account, key, skus, campaign, portalCookie: `portal=${session}` }
}

/**
 * Fills an empty database with two accounts and practically unlimited stock.
 * @param database a SQLite file, or a store, which is closed.
 */
export const seedShops = async (
  database: string | Store,
  skus: readonly [string, ...string[]] = ['T'],
): Promise<[Shop, Shop]> => {
  const store = typeof database === 'string' ? await openSqliteStore(database) : database
  const stock = Object.fromEntries(skus.map((sku) => [sku, 1_000_000_000]))
  const shops: [Shop, Shop] = [
    await seedShop(store, 'First', stock),
    await seedShop(store, 'Second', stock),
  ]
  await store.close()
  return shops
}
