import { everyAccountStatement } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

export type Account = { id: string; name: string; createdAt: string; deactivatedAt: string | null }

const insert = everyAccountStatement<{ id: string; name: string; createdAt: string }>()(
  (db, slot) =>
    db
      .insertInto('accounts')
      .values({ id: slot('id'), name: slot('name'), created_at: slot('createdAt') }),
)

/** Adds an account. */
export const insertAccount = async (
  transaction: Transaction,
  account: { id: string; name: string; createdAt: string },
): Promise<void> => {
  await transaction.run(insert, account)
}

const all = everyAccountStatement<Record<string, never>>()((db) =>
  db
    .selectFrom('accounts')
    .select(['id', 'name', 'created_at as createdAt', 'deactivated_at as deactivatedAt'])
    .orderBy('id'),
)

/** Every account, oldest first. */
export const listAccounts = (reader: Reader): Promise<Account[]> => reader.all(all, {})

const byId = everyAccountStatement<{ id: string }>()((db, slot) =>
  db.selectFrom('accounts').where('id', '=', slot('id')).select(['id', 'name']),
)

/** An account, or nothing. */
export const findAccount = (
  reader: Reader,
  id: string,
): Promise<{ id: string; name: string } | undefined> => reader.first(byId, { id })

const any = everyAccountStatement<Record<string, never>>()((db) =>
  db.selectFrom('accounts').select('id').limit(1),
)

/** Whether there is no account yet: the database is new. */
export const hasNoAccount = async (reader: Reader): Promise<boolean> =>
  (await reader.first(any, {})) === undefined

const deactivate = everyAccountStatement<{ id: string; at: string }>()((db, slot) =>
  db
    .updateTable('accounts')
    .set({ deactivated_at: slot('at') })
    .where('id', '=', slot('id'))
    .where('deactivated_at', 'is', null),
)

/** Deactivates an account, so that its keys are refused from the next request on; false if it is not there or was before. */
export const deactivateAccount = async (
  transaction: Transaction,
  id: string,
  at: string,
): Promise<boolean> => (await transaction.run(deactivate, { id, at })) > 0
