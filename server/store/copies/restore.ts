import { chmodSync, copyFileSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import sql, { empty } from 'sql-template-tag'
import { makeFolder } from '../make-folder.ts'
import {
  createFile,
  explain,
  lockForServer,
  makeDurable,
  openSqliteStore,
  statementsOf,
} from '../sqlite.ts'
import { ofAllAccounts } from '../statement.ts'
import { type Store, StoreError } from '../store.ts'
import { flush, verify } from './backup.ts'

/** The keys, webhooks and invites of a backup that may have ended since. */
type Restored = {
  /** Whether the replaced database says which have. If not, the keys are all that are valid, and nothing else is listed. */
  isCompared: boolean
  keys: readonly { id: string; account: string; name: string }[]
  /** Active ones, also those whose secret was rotated. */
  webhooks: readonly { id: string; account: string; url: string }[]
  invites: readonly { id: string; account: string }[]
}

/** Numbers of orders and invites that a restore leaves out: some were given after the backup. */
export const skippedNumbers = 100_000

/**
 * Puts a copy of a backup in the place of a database. Ends all sessions and sign-in links, and gives no number of an order or
 * an invite again.
 * @param change changes the restored database before it takes its place.
 * @throws {StoreError} if a server uses the database, or the backup is not sound.
 */
export const restore = async (
  backup: string,
  to: string,
  change: (store: Store) => Promise<void>,
): Promise<Restored> => {
  if (resolve(backup) === resolve(to)) throw new StoreError(`${backup} is the database itself`)
  let lock: DatabaseSync | undefined
  try {
    makeFolder(dirname(to), 0o700)
    createFile(to)
    const file = realpathSync(to)
    lock = lockForServer(file)
    const partial = `${file}.restored`
    copyFileSync(backup, partial)
    chmodSync(partial, 0o600)
    verify(partial)
    const store = await openSqliteStore(partial)
    await change(store).finally(() => store.close())
    const restored = end(partial, file)
    flush(partial)
    // They are of the database that is replaced.
    for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
    renameSync(partial, file)
    flush(dirname(file))
    return restored
  } catch (error) {
    if (error instanceof StoreError) throw error
    throw new StoreError(`${backup} cannot be restored: ${explain(error)}`, { cause: error })
  } finally {
    lock?.close()
  }
}

/** Ends what a backup brings back, and finds what may have ended since. */
function end(file: string, replaced: string): Restored {
  const database = new DatabaseSync(file)
  const { all } = statementsOf(database)
  try {
    makeDurable(database)
    database.exec(`
      delete from sessions;
      delete from sign_in_links;
      update order_numbers set last = last + ${skippedNumbers};
      update account_numbers set invite_numbers = invite_numbers + ${skippedNumbers}`)
    const isCompared = isLater(database, replaced)
    return {
      isCompared,
      keys: all(ofAllAccounts`
        select id, account_id as account, name from api_keys
        where revoked_at is null ${isCompared ? sql`and id in (${endedKeys})` : empty} order by id`),
      webhooks: isCompared ? all(endedWebhooks) : [],
      invites: isCompared ? all(endedInvites) : [],
    }
  } finally {
    database.close()
  }
}

/** Attaches a database. Returns whether it can be read, and is a later state of this one. */
function isLater(database: DatabaseSync, replaced: string): boolean {
  const { all } = statementsOf(database)
  try {
    database.prepare('attach ? as replaced').run(replaced)
    for (const ended of [ofAllAccounts`${endedKeys}`, endedWebhooks, endedInvites]) all(ended)
    return all(missingKeys).length === 0
  } catch {
    return false
  }
}

const missingKeys = ofAllAccounts`
  select id from api_keys where id not in (select id from replaced.api_keys) limit 1`

const endedKeys = sql`
  select api_keys.id from replaced.api_keys
  join replaced.accounts on accounts.id = api_keys.account_id
  where revoked_at is not null or deactivated_at is not null`

const endedWebhooks = ofAllAccounts`
  select id, account_id as account, url from webhooks where active = 1 and not exists (
    select 1 from replaced.webhooks later
    where later.id = webhooks.id and later.active = 1 and later.secret = webhooks.secret
  ) order by id`

const endedInvites = ofAllAccounts`
  select id, account_id as account from invites where status = 'UNUSED' and id in (
    select id from replaced.invites where status = 'USED' or withdrawn_at is not null
  ) order by id`
