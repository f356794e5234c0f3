import sql, { raw } from 'sql-template-tag'
import type { AccountId } from '../domain/ids.ts'
import { ofAccount, ofAllAccounts } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

/** The owner of a session or link: an account, or a person who supports customers, by email address. */
export type Owner = { account: AccountId } | { email: string }

/** The account or the person of a session or link. */
export type SignedIn =
  | { id: AccountId; name: string; email: null }
  | { id: null; name: null; email: string }

export const signInLinks = secretsIn('sign_in_links')

export const sessions = secretsIn('sessions')

/** Returns when an owner's unused links were created, of those after a given time. */
export const linkTimes = async (reader: Reader, owner: Owner, after: number) => {
  const isOwner =
    'account' in owner ? sql`account_id = ${owner.account}` : sql`email = ${owner.email}`
  const rows = await reader.all<{ at: number }>(of(owner)`
    select created_at as at from sign_in_links where ${isOwner} and created_at > ${after}`)
  return rows.map(({ at }) => at)
}

function of(owner: Owner) {
  return 'account' in owner ? ofAccount(owner.account) : ofAllAccounts
}

type Secret = { digest: string; owner: Owner; now: number }

/** The statements of sign-in links or sessions, of which the digest is stored. */
function secretsIn(name: 'sign_in_links' | 'sessions') {
  const table = raw(name)
  return {
    /** Adds a secret and deletes those that were created up to a given time. */
    insert: async (
      transaction: Transaction,
      { digest, owner, now }: Secret,
      until: number,
    ): Promise<void> => {
      const account = 'account' in owner ? owner.account : null
      const email = 'account' in owner ? null : owner.email
      await transaction.run(ofAllAccounts`
        delete from ${table} where created_at <= ${until}`)
      await transaction.run(of(owner)`
        insert into ${table} (digest, account_id, email, created_at)
        values (${digest}, ${account}, ${email}, ${now})`)
    },
    /** Returns whose a secret is that was created after a given time, unless the account is not active. */
    find: (reader: Reader, digest: string, after: number) =>
      reader.first<SignedIn>(ofAllAccounts`
        select accounts.id, name, secret.email
        from ${table} as secret left join accounts on accounts.id = secret.account_id
        where digest = ${digest} and secret.created_at > ${after} and deactivated_at is null`),
    /** Deletes a secret. Returns false if another request has deleted it. */
    remove: async (transaction: Transaction, digest: string) =>
      (await transaction.run(ofAllAccounts`
        delete from ${table} where digest = ${digest}`)) > 0,
  }
}
