import sql from 'sql-template-tag'
import type { AccountId } from '../domain/ids.ts'
import { allOf, ofAccount, ofAllAccounts } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

/** The values of a form by field. */
export type FormFields = Readonly<Record<string, string>>

/** A rejected form is kept for an hour. Times are in milliseconds. */
const lifetime = 3_600_000

/**
 * Keeps the values of a form that was rejected, in place of those before.
 * @param digest of the browser's session and the page.
 */
export const keepRejectedForm = async (
  transaction: Transaction,
  account: AccountId,
  digest: string,
  fields: FormFields,
  now: number,
): Promise<void> => {
  await transaction.run(ofAllAccounts`
    delete from rejected_forms where created_at <= ${now - lifetime}`)
  await transaction.run(ofAccount(account)`
    insert into rejected_forms (account_id, digest, fields, created_at)
    values (${account}, ${digest}, ${fields}, ${now})
    on conflict (account_id, digest) do update set
      fields = excluded.fields, created_at = excluded.created_at`)
}

/** Returns the values of a form that was rejected, or undefined. */
export const findRejectedForm = async (
  reader: Reader,
  account: AccountId,
  digest: string,
  now: number,
): Promise<FormFields | undefined> => {
  const found = await reader.first<{ fields: FormFields }>(ofAccount(account)`
    select fields from rejected_forms
    where account_id = ${account} and digest = ${digest} and created_at > ${now - lifetime}`)
  return found?.fields
}

/** Removes a rejected form, or all of an account. */
export const removeRejectedForms = (
  transaction: Transaction,
  account: AccountId,
  digest?: string,
) =>
  transaction.run(ofAccount(account)`
    delete from rejected_forms where account_id = ${account}${allOf([
      digest !== undefined && sql`and digest = ${digest}`,
    ])}`)
