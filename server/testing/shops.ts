import { timestamp } from '../../domain/clock.ts'
import { newId } from '../../domain/ids.ts'
import { insertAccount } from '../../store/accounts.ts'
import { openSqliteStore } from '../../store/sqlite-store.ts'
import { issueKey } from '../../transactions/issue-key.ts'
import { makeSignInLink, signInBy } from '../../transactions/sign-in.ts'
import { smallAccount } from '../small-account.ts'

/** An account that orders can be placed in. */
export type Shop = { key: string; campaign: string; sku: string; portalCookie: string }

/** Makes a database of two accounts that can order, the attackers' and their neighbour's. */
export const seedShops = async (databaseFile: string): Promise<[Shop, Shop]> => {
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
    const sku = await small.variant('T')
    await small.warehouse({ [sku]: 1_000_000_000 })
    return { key, sku, campaign: await small.campaign([sku]), portalCookie: `portal=${session}` }
  }
  const shops: [Shop, Shop] = [await shop('Attackers'), await shop('Neighbour')]
  await store.close()
  return shops
}
