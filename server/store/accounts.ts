import { sql } from 'kysely'
import { fold } from '../domain/fold.ts'
import type { AccountId } from '../domain/ids.ts'
import { everyAccountStatement, statement } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

export type Account = {
  id: AccountId
  name: string
  createdAt: string
  deactivatedAt: string | null
  /** The account's own budget, if it has a higher tier. */
  budget: number | null
}

type NewAccount = Pick<Account, 'id' | 'name' | 'createdAt'> & {
  /** The email address for sign-in links. It is unique. */
  email?: string
}

const insert = everyAccountStatement<
  Pick<NewAccount, 'id' | 'name' | 'createdAt'> & { email: string | null; emailKey: string | null }
>()((db, slot) =>
  db.insertInto('accounts').values({
    id: slot('id'),
    name: slot('name'),
    created_at: slot('createdAt'),
    email: slot('email'),
    email_key: slot('emailKey'),
  }),
)

const insertNumbers = statement<{ account: AccountId }>()((db, slot) =>
  db.insertInto('account_numbers').values({ account_id: slot('account') }),
)

/** Adds an account. */
export const insertAccount = async (
  transaction: Transaction,
  { email, ...account }: NewAccount,
): Promise<void> => {
  await transaction.run(insert, {
    ...account,
    email: email ?? null,
    emailKey: email === undefined ? null : fold(email),
  })
  await transaction.run(insertNumbers, { account: account.id })
}

const all = everyAccountStatement<Record<string, never>>()((db) =>
  db
    .selectFrom('accounts')
    .leftJoin('account_tiers', 'account_tiers.account_id', 'accounts.id')
    .select(['id', 'name', 'created_at as createdAt', 'deactivated_at as deactivatedAt', 'budget'])
    .orderBy('id'),
)

/** Returns all accounts, oldest first. */
export const listAccounts = (reader: Reader): Promise<Account[]> => reader.all(all, {})

const byId = everyAccountStatement<{ id: AccountId }>()((db, slot) =>
  db.selectFrom('accounts').where('id', '=', slot('id')).select(['id', 'name']),
)

/** Returns an account, or undefined. */
export const findAccount = (
  reader: Reader,
  id: AccountId,
): Promise<{ id: AccountId; name: string } | undefined> => reader.first(byId, { id })

const any = everyAccountStatement<Record<string, never>>()((db) =>
  db.selectFrom('accounts').select('id').limit(1),
)

/** Returns whether the database has no account yet. */
export const hasNoAccount = async (reader: Reader): Promise<boolean> =>
  (await reader.first(any, {})) === undefined

const deactivate = everyAccountStatement<{ id: AccountId; at: string }>()((db, slot) =>
  db
    .updateTable('accounts')
    .set({ deactivated_at: slot('at') })
    .where('id', '=', slot('id'))
    .where('deactivated_at', 'is', null),
)

/**
 * Deactivates an account. Its keys are rejected from the next request on.
 * @returns false if there is no such account or it was deactivated before.
 */
export const deactivateAccount = async (
  transaction: Transaction,
  id: AccountId,
  at: string,
): Promise<boolean> => (await transaction.run(deactivate, { id, at })) > 0

const byEmail = everyAccountStatement<{ emailKey: string }>()((db, slot) =>
  db
    .selectFrom('accounts')
    .where('email_key', '=', slot('emailKey'))
    .where('deactivated_at', 'is', null)
    .select(['id', 'name', sql<string>`email`.as('email')]),
)

/** Returns the active account with an email address for sign-in links, ignoring case. */
export const accountByEmail = (
  reader: Reader,
  email: string,
): Promise<{ id: AccountId; name: string; email: string } | undefined> =>
  reader.first(byEmail, { emailKey: fold(email) })

const setEmail = everyAccountStatement<{ id: AccountId; email: string; emailKey: string }>()(
  (db, slot) =>
    db
      .updateTable('accounts')
      .set({ email: slot('email'), email_key: slot('emailKey') })
      .where('id', '=', slot('id')),
)

/** Sets the email address for an account's sign-in links. Returns false if there is no such account. */
export const setAccountEmail = async (
  transaction: Transaction,
  id: AccountId,
  email: string,
): Promise<boolean> => (await transaction.run(setEmail, { id, email, emailKey: fold(email) })) > 0
