import sql, { raw } from 'sql-template-tag'
import type { AccountId } from '../domain/ids.ts'
import type { Reader, Transaction } from './store.ts'

/** The account of a portal session or sign-in link. */
export type SignedIn = { id: AccountId; name: string }

type Secret = { digest: string; account: AccountId; now: number }

/** The statements of sign-in links or sessions, of which the digest is stored. */
const secretsIn = (name: 'sign_in_links' | 'portal_sessions') => {
  const table = raw(name)
  return {
    /** Adds a secret and deletes those that were created up to a given time. */
    insert: async (
      transaction: Transaction,
      { digest, account, now }: Secret,
      until: number,
    ): Promise<void> => {
      await transaction.run(sql`
        delete from ${table} where created_at <= ${until} /* all accounts */`)
      await transaction.run(sql`
        insert into ${table} (digest, account_id, created_at) values (${digest}, ${account}, ${now})`)
    },
    /** Returns the account of a secret that was created after a given time, if it is active. */
    find: (reader: Reader, digest: string, after: number) =>
      reader.first<SignedIn>(sql`
        select accounts.id, name
        from ${table} as secret join accounts on accounts.id = secret.account_id
        where digest = ${digest} and secret.created_at > ${after} and deactivated_at is null`),
    /** Deletes a secret. Returns false if another request has deleted it. */
    remove: async (transaction: Transaction, digest: string) =>
      (await transaction.run(sql`
        delete from ${table} where digest = ${digest} /* all accounts */`)) > 0,
  }
}

export const signInLinks = secretsIn('sign_in_links')
export const portalSessions = secretsIn('portal_sessions')

/** Returns when an account's unused links were created, of those after a given time. */
export const linkTimes = async (reader: Reader, account: AccountId, after: number) => {
  const rows = await reader.all<{ at: number }>(sql`
    select created_at as at from sign_in_links
    where account_id = ${account} and created_at > ${after}`)
  return rows.map(({ at }) => at)
}
