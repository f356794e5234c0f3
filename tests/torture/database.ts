import { join } from 'node:path'
import { makeSignInLink, signInBy } from '../../server/actions/sign-in.ts'
import type { AccountId } from '../../server/domain/ids.ts'
import type { Store } from '../../server/store/store.ts'
import { smallAccount } from '../../server/testing/small-account.ts'
import {
  postgresDatabase,
  sqliteDatabase,
  type TestDatabase,
} from '../../server/testing/test-database.ts'
import { newAccount } from '../../server/testing/test-server.ts'
import { startPostgresCluster } from '../../testkit/postgres-cluster.ts'
import { folderUntilExit, type Torture } from './program.ts'

export const newSqlite = (): TestDatabase => sqliteDatabase(join(folderUntilExit(), 'torture.db'))

/**
 * Starts a PostgreSQL server for a database. Its commits survive a kill of PostgreSQL. They need not
 * survive one of the machine, so no commit waits for the disk.
 * @param port of 127.0.0.1, where it listens besides its Unix socket.
 */
export const newPostgres = async ({ atEnd }: Torture, port?: number) => {
  const settings = ['synchronous_commit=on']
  const cluster = await startPostgresCluster({ settings, ...(port === undefined ? {} : { port }) })
  atEnd(cluster.stop)
  const name = 'torture'
  await cluster.create(name)
  return { ...postgresDatabase(cluster, name), cluster, name }
}

/** Returns the deliveries of events of an account's orders that wait. */
export const queuedDeliveries = async ({ query }: TestDatabase, account: AccountId) => {
  const rows = await query(
    `select webhook_id, event, body from delivery_queue where account_id = '${account}'`,
  )
  return rows.map(({ webhook_id, event, body }) => ({
    webhookId: String(webhook_id),
    event: String(event),
    orderId: String(JSON.parse(String(body)).data.orderId),
  }))
}

/** Creates an account with a key, a session in the portal, and a campaign with stock of two SKUs. */
export const newShop = async (store: Store) => {
  const time = { now: Date.now() }
  const { account, key } = await newAccount(store)
  const session = await store.write(async (transaction) =>
    signInBy(transaction, await makeSignInLink(transaction, account, time.now), '', time.now),
  )
  const { variant, warehouse, campaign } = smallAccount({ store, account, time })
  const skus = [await variant('T'), await variant('M')]
  await warehouse({ T: 1_000_000_000, M: 1_000_000_000 })
  return { account, key, skus, campaign: await campaign(skus), cookie: `portal=${session}` }
}

export type Shop = Awaited<ReturnType<typeof newShop>>
