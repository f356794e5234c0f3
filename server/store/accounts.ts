import sql, { raw } from 'sql-template-tag'
import { fold } from '../domain/fold.ts'
import type { AccountId } from '../domain/ids.ts'
import { migrationTable } from './schema.ts'
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

/** Adds an account. */
export const insertAccount = async (
  transaction: Transaction,
  { id, name, createdAt, email }: NewAccount,
): Promise<void> => {
  const emailKey = email === undefined ? null : fold(email)
  await transaction.run(sql`
    insert into accounts (id, name, created_at, email, email_key)
    values (${id}, ${name}, ${createdAt}, ${email ?? null}, ${emailKey}) /* all accounts */`)
  await transaction.run(sql`insert into account_numbers (account_id) values (${id})`)
}

/** Returns all accounts, oldest first. */
export const listAccounts = (reader: Reader): Promise<Account[]> =>
  reader.all(sql`
    select id, name, created_at as "createdAt", deactivated_at as "deactivatedAt", budget
    from accounts left join account_tiers on account_tiers.account_id = accounts.id
    order by id`)

/** Returns an account, or undefined. */
export const findAccount = (
  reader: Reader,
  id: AccountId,
): Promise<{ id: AccountId; name: string } | undefined> =>
  reader.first(sql`select id, name from accounts where id = ${id} /* all accounts */`)

/** Returns whether the database has no account yet. */
export const hasNoAccount = async (reader: Reader): Promise<boolean> =>
  (await reader.first(sql`select id from accounts limit 1 /* all accounts */`)) === undefined

/** Locks what only one server may do at a time, such as to fill an empty database. */
export const lockDatabase = (transaction: Transaction): Promise<unknown> =>
  transaction.all(sql`select name from ${raw(migrationTable)} for no key update /* all accounts */`)

/** Locks an account. Orders wait for it, so hold it for a moment only. */
export const lockAccount = (transaction: Transaction, id: AccountId): Promise<unknown> =>
  transaction.all(
    sql`select id from accounts where id = ${id} for no key update /* all accounts */`,
  )

/**
 * Deactivates an account. Its keys are rejected from the next request on.
 * @returns false if there is no such account or it was deactivated before.
 */
export const deactivateAccount = async (
  transaction: Transaction,
  id: AccountId,
  at: string,
): Promise<boolean> =>
  (await transaction.run(sql`
    update accounts set deactivated_at = ${at}
    where id = ${id} and deactivated_at is null /* all accounts */`)) > 0

/** Returns the active account with an email address for sign-in links, ignoring case. */
export const accountByEmail = (
  reader: Reader,
  email: string,
): Promise<{ id: AccountId; name: string; email: string } | undefined> =>
  reader.first(sql`
    select id, name, email from accounts
    where email_key = ${fold(email)} and deactivated_at is null /* all accounts */`)

/** Sets the email address for an account's sign-in links. Returns false if there is no such account. */
export const setAccountEmail = async (
  transaction: Transaction,
  id: AccountId,
  email: string,
): Promise<boolean> =>
  (await transaction.run(sql`
    update accounts set email = ${email}, email_key = ${fold(email)}
    where id = ${id} /* all accounts */`)) > 0
