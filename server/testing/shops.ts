import { timestamp } from '../domain/clock.ts'
import { newId } from '../domain/ids.ts'
import { insertAccount } from '../store/accounts.ts'
import { openSqliteStore } from '../store/sqlite-store.ts'
import { issueKey } from '../transactions/issue-key.ts'
import { makeSignInLink, signInBy } from '../transactions/sign-in.ts'
import { smallAccount } from './small-account.ts'

/** An account that orders can be placed in. */
export type Shop = { key: string; campaign: string; skus: readonly string[]; portalCookie: string }

/** Makes a database of two accounts that can order as much as they like. */
export const seedShops = async (
  databaseFile: string,
  skus: readonly [string, ...string[]] = ['T'],
): Promise<[Shop, Shop]> => {
  const store = await openSqliteStore(databaseFile)
  const time = { now: Date.now() }
  const shop = async (name: string): Promise<Shop> => {
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
    for (const sku of skus) await small.variant(sku)
    await small.warehouse(Object.fromEntries(skus.map((sku) => [sku, 1_000_000_000])))
    return {
      key,
      skus,
      campaign: await small.campaign([...skus]),
      portalCookie: `portal=${session}`,
    }
  }
  const shops: [Shop, Shop] = [await shop('First'), await shop('Second')]
  await store.close()
  return shops
}
