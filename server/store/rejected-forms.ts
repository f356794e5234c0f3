import sql, { empty } from 'sql-template-tag'
import type { AccountId } from '../domain/ids.ts'
import { ofAccount, ofAllAccounts } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

export type FormFields = Readonly<Record<string, string>>

/** A rejected form is kept for an hour. Times are in milliseconds. */
const lifetime = 3_600_000

type FormKey = {
  account: AccountId
  /** The place of the form, which others may take: a page has few, so that its visitors cannot fill the table. */
  place: string
  /** The digest of the browser's session and the page. */
  owner: string
}

/** Number of rows that are deleted at once, so that no other write waits long. */
const batch = 100

/** Keeps the values of a form that was rejected, in its place. */
export const keepRejectedForm = async (
  transaction: Transaction,
  { account, place, owner }: FormKey,
  fields: FormFields,
  now: number,
): Promise<void> => {
  const until = now - lifetime
  const old = await transaction.all<{ account: AccountId; place: string }>(ofAllAccounts`
    select account_id as account, digest as place from rejected_forms where created_at <= ${until}
    order by created_at limit ${batch}`)
  // Each by its account, which says where the row is.
  await Promise.all(
    old.map((form) =>
      transaction.run(ofAccount(form.account)`
        delete from rejected_forms
        where account_id = ${form.account} and digest = ${form.place} and created_at <= ${until}`),
    ),
  )
  await transaction.run(ofAccount(account)`
    insert into rejected_forms (account_id, digest, fields, created_at)
    values (${account}, ${place}, ${{ owner, fields }}, ${now})
    on conflict (account_id, digest) do update set
      fields = excluded.fields, created_at = excluded.created_at`)
}

export const findRejectedForm = async (
  reader: Reader,
  { account, place, owner }: FormKey,
  now: number,
): Promise<FormFields | undefined> => {
  type Row = { fields: { owner: string; fields: FormFields } }
  const found = await reader.first<Row>(ofAccount(account)`
    select fields from rejected_forms
    where account_id = ${account} and digest = ${place} and created_at > ${now - lifetime}`)
  return found?.fields.owner === owner ? found.fields.fields : undefined
}

/** Removes a rejected form, or all of an account. */
export const removeRejectedForms = (transaction: Transaction, account: AccountId, place?: string) =>
  transaction.run(ofAccount(account)`
    delete from rejected_forms
    where account_id = ${account} ${place === undefined ? empty : sql`and digest = ${place}`}`)
