import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { issueKey } from '../../server/actions/issue-key.ts'
import { makeSignInLink, signInBy } from '../../server/actions/sign-in.ts'
import { timestamp } from '../../server/domain/clock.ts'
import { type AccountId, newId } from '../../server/domain/ids.ts'
import { insertAccount } from '../../server/store/accounts.ts'
import { openPostgresStore } from '../../server/store/postgres/postgres-store.ts'
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts'
import type { Store } from '../../server/store/store.ts'
import {
  findInconsistencies,
  findPostgresInconsistencies,
} from '../../server/testing/find-inconsistencies.ts'
import { smallAccount } from '../../server/testing/small-account.ts'
import { type PostgresCluster, startPostgresCluster } from '../../testkit/postgres-cluster.ts'
import { makeTemporaryFolder } from '../../testkit/temporary-folder.ts'
import { atEnd } from './program.ts'

/** Creates a folder that is removed when the process exits. */
export const folderUntilExit = (): string => {
  const { path } = makeTemporaryFolder()
  process.once('exit', () => rmSync(path, { recursive: true, force: true }))
  return path
}

/** The database of a server, as a checker sees it. */
export type Database = {
  /** The server's DATABASE_URL. */
  url: string
  open(): Promise<Store>
  /** Runs SQL that both databases have. Returns the rows. */
  query(sql: string): Promise<Record<string, unknown>[]>
  /** Returns the violated invariants, one per line. */
  findInconsistencies(): Promise<string[]>
}

export const sqliteDatabase = (): Database => {
  const file = join(folderUntilExit(), 'torture.db')
  return {
    url: `file:${file}`,
    open: () => openSqliteStore(file),
    query: async (sql) => {
      const database = new DatabaseSync(file, { timeout: 5000 })
      const rows = database.prepare(sql).all()
      database.close()
      return rows
    },
    findInconsistencies: async () => findInconsistencies(file),
  }
}

/**
 * Starts a PostgreSQL server for a database. Its commits survive a kill of PostgreSQL. They need not
 * survive one of the machine, so no commit waits for the disk.
 * @param port of 127.0.0.1, where it listens besides its Unix socket.
 */
export const postgresDatabase = async (
  port?: number,
): Promise<Database & { cluster: PostgresCluster; name: string }> => {
  const cluster = await startPostgresCluster({
    settings: ['synchronous_commit=on'],
    ...(port === undefined ? {} : { port }),
  })
  atEnd(cluster.stop)
  const name = 'torture'
  await cluster.create(name)
  const query = (sql: string) => cluster.query(name, sql)
  return {
    ...{ cluster, name, query, url: cluster.urlOf(name) },
    open: () => openPostgresStore(cluster.urlOf(name), { poolSize: 8 }),
    findInconsistencies: () => findPostgresInconsistencies(query),
  }
}

/** An event that waits for its delivery. */
export type QueuedEvent = { webhookId: string; event: string; orderId: string }

/** Returns the events of an account's orders that wait for their deliveries. */
export const queuedEvents = async (
  { query }: Pick<Database, 'query'>,
  account: AccountId,
): Promise<QueuedEvent[]> => {
  const rows = await query(
    `select webhook_id, event, body from delivery_queue where account_id = '${account}'`,
  )
  return rows.map(({ webhook_id, event, body }) => ({
    webhookId: String(webhook_id),
    event: String(event),
    orderId: String(JSON.parse(String(body)).data.orderId),
  }))
}

/** An account that can place orders. */
export type Shop = {
  account: AccountId
  key: string
  campaign: string
  skus: readonly string[]
  /** The cookie of a session in the portal. */
  portalCookie: string
}

/** Adds an account with a stock of some SKUs. */
export const seedShop = async (
  store: Store,
  stock: Readonly<Record<string, number>> = { T: 1_000_000_000, M: 1_000_000_000 },
): Promise<Shop> => {
  const time = { now: Date.now() }
  const account = newId('acc')
  const [key, session] = await store.write(async (transaction) => {
    await insertAccount(transaction, {
      id: account,
      name: 'Torture',
      createdAt: timestamp(time.now),
    })
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
  return {
    account,
    key,
    skus,
    campaign: await small.campaign(skus),
    portalCookie: `portal=${session}`,
  }
}
