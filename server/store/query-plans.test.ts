import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { toId } from '../domain/ids.ts'
import { faultyConnections } from '../testing/faulty-database.ts'
import { type ContactFilter, listContacts } from './contacts.ts'
import { listOrders } from './orders.ts'
import { openSqliteStore } from './sqlite.ts'
import type { Store } from './store.ts'
import { listVariants } from './variants.ts'

const account = toId('acc', 'acc_1')
const contactsAt = (store: Store, offset: number, filter: Partial<ContactFilter> = {}) => {
  const campaignId = toId('cmp', 'cmp_1')
  return listContacts(store, account, { campaignId, ...filter }, { limit: 10, offset })
}

/** Returns SQLite's plan of the statement that a list runs. */
const planOf = async (list: (store: Store) => Promise<unknown>): Promise<string> => {
  const file = join(temporaryFolder(), 'test.db')
  const { faults, connect } = faultyConnections()
  const store = await openSqliteStore(file, { connect })
  const database = new DatabaseSync(file)
  onTestFinished(async () => {
    database.close()
    await store.close()
  })
  let selected = ''
  faults.onRun = (sql) => {
    if (/^\s*select/.test(sql)) selected = sql
  }
  await list(store)
  const steps = database.prepare(`explain query plan ${selected}`).all()
  return steps.map(({ detail }) => detail).join('\n')
}

test('a page of contacts skips rows in an index alone, and reads its contacts by number', async () => {
  const plan = await planOf((store) => contactsAt(store, 0))
  expect(plan).toContain('SEARCH contacts USING INTEGER PRIMARY KEY')
  expect(plan).toContain('COVERING INDEX contacts_by_campaign')
})

test.each<[string, (store: Store, offset: number) => Promise<unknown>]>([
  ['orders', (store, offset) => listOrders(store, account, {}, { limit: 10, offset })],
  ['variants', (store, offset) => listVariants(store, { account, limit: 10, offset }, '')],
])('a page of %s after the first hundred skips rows in an index alone', async (_, list) => {
  expect(await planOf((store) => list(store, 100))).not.toContain('COVERING INDEX')
  expect(await planOf((store) => list(store, 101))).toContain('COVERING INDEX')
})
