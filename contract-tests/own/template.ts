import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issueKey } from '../../server/actions/issue-key.ts'
import { seedDemo } from '../../server/demo/seed-demo.ts'
import { timestamp } from '../../server/domain/clock.ts'
import { type AccountId, newId } from '../../server/domain/ids.ts'
import { deactivateAccount, insertAccount } from '../../server/store/accounts.ts'
import { listApiKeys, revokeApiKey } from '../../server/store/api-keys.ts'
import { openPostgresStore } from '../../server/store/postgres.ts'
import { openSqliteStore } from '../../server/store/sqlite.ts'
import type { Store } from '../../server/store/store.ts'
import type { PostgresDatabases } from '../../testkit/postgres-cluster.ts'

/** The keys of a database for laws. */
export type Keys = {
  /** The key of the suite's account, which has demo data. */
  account: AccountId
  key: string
  /** The key of another account with demo data. */
  otherKey: string
  emptyKey: string
  revokedKey: string
  deactivatedKey: string
}

/** A copy of a template, for one server. */
export type Copy = { folder: string; store: Store; remove: () => Promise<void> }

/** A database with demo data. Copying it is faster than filling a new one. */
export type Template = {
  keys: Keys
  copy(): Promise<Copy>
  remove(): Promise<void>
}

/** Creates a temporary folder that is removed at the latest when the process exits. */
const makeFolder = () => {
  const path = mkdtempSync(join(tmpdir(), 'merch-contract-'))
  const gone = () => rmSync(path, { recursive: true, force: true })
  process.once('exit', gone)
  const remove = () => {
    process.off('exit', gone)
    gone()
  }
  return { path, remove }
}

/** Fills a database with two demo accounts and all kinds of keys. Closes it. */
const fill = async (store: Store): Promise<Keys> => {
  const now = Date.now()
  const at = timestamp(now)
  const keys = await store.write(async (transaction) => {
    const issue = (account: AccountId, name = 'suite') => issueKey(transaction, account, name, now)
    const emptyAccount = async () => {
      const id = newId('acc')
      await insertAccount(transaction, { id, name: 'Empty', createdAt: at })
      return id
    }
    const account = await seedDemo(transaction, now)
    const other = await seedDemo(transaction, now)
    const deactivated = await emptyAccount()
    const issued = {
      account,
      key: await issue(account),
      otherKey: await issue(other),
      emptyKey: await issue(await emptyAccount()),
      revokedKey: await issue(account, 'revoked'),
      deactivatedKey: await issue(deactivated),
    }
    for (const { id, name } of await listApiKeys(transaction, account))
      if (name === 'revoked') await revokeApiKey(transaction, id, at)
    await deactivateAccount(transaction, deactivated, at)
    return issued
  })
  await store.close()
  return keys
}

/** Makes a template of a SQLite file. */
export const makeTemplate = async (): Promise<Template> => {
  const folder = makeFolder()
  const file = join(folder.path, 'template.db')
  // Closing writes the WAL into the file.
  const keys = await fill(await openSqliteStore(file))
  return {
    keys,
    copy: async () => {
      const { path, remove } = makeFolder()
      const copied = join(path, 'target.db')
      copyFileSync(file, copied)
      return { folder: path, store: await openSqliteStore(copied), remove: async () => remove() }
    },
    remove: async () => folder.remove(),
  }
}

/** Responses to changes of a subscription wait less than in production, where the network is slower. */
const options = { poolSize: 8, settleMilliseconds: 50 }

/** Makes a template on a PostgreSQL server. */
export const makePostgresTemplate = async (databases: PostgresDatabases): Promise<Template> => {
  const open = (name: string) => openPostgresStore(databases.urlOf(name), options)
  const template = `contract_${randomUUID()}`
  await databases.create(template)
  const keys = await fill(await open(template))
  return {
    keys,
    copy: async () => {
      const folder = makeFolder()
      const copied = `contract_${randomUUID()}`
      await databases.create(copied, template)
      const remove = async () => {
        await databases.drop(copied)
        folder.remove()
      }
      return { folder: folder.path, store: await open(copied), remove }
    },
    remove: () => databases.drop(template),
  }
}
