import sql, { raw, type Sql } from 'sql-template-tag'
import type { AccountId } from '../domain/ids.ts'
import { list, ofAccount, ofAllAccounts } from './statement.ts'
import type { Reader, Statement, Transaction } from './store.ts'

/** The owner of a session or link: an account, or a person who supports customers, by email address. */
export type Owner = { account: AccountId } | { email: string }

/** The account or the person of a session or link. */
export type SignedIn =
  | { id: AccountId; name: string; email: null }
  | { id: null; name: null; email: string }

/** An owner has few unused links, so each one's are deleted with the next one. */
export const signInLinks = secretsIn('sign_in_links', (_, owner, until) => {
  return of(owner)`
    delete from sign_in_links where ${isOf(owner)} and created_at <= ${until}`
})

/** Number of sessions that are deleted at once, so that no other write waits long. */
const batch = 100

export const sessions = secretsIn('sessions', ({ dialect }, _, until) => {
  return ofAllAccounts`
    delete from sessions where created_at ${dialect.among(sql`
      select created_at from sessions where created_at <= ${until}
      order by created_at limit ${batch} ${dialect.lockFree}`)}`
})

/** Times in milliseconds: a secret is valid if it was created after the one and up to the other. */
type Period = { after: number; until: number }

/** Returns when an owner's unused links were created, of those in a period. */
export const linkTimes = async (reader: Reader, owner: Owner, { after, until }: Period) => {
  const rows = await reader.all<{ at: number }>(of(owner)`
    select created_at as at from sign_in_links where ${isOf(owner)} and created_at > ${after} and created_at <= ${until}`)
  return rows.map(({ at }) => at)
}

/** The condition of an owner's rows, in the form of the index. */
function isOf(owner: Owner): Sql {
  return 'account' in owner
    ? sql`account_id = ${owner.account}`
    : sql`account_id is null and email = ${owner.email}`
}

function of(owner: Owner) {
  return 'account' in owner ? ofAccount(owner.account) : ofAllAccounts
}

/** The statements of sign-in links or sessions, of which the digest is stored. */
function secretsIn(
  name: 'sign_in_links' | 'sessions',
  expired: (transaction: Transaction, owner: Owner, until: number) => Statement,
) {
  const table = raw(name)
  return {
    /** Adds a secret and deletes some that were created up to a given time. */
    insert: async (
      transaction: Transaction,
      { digest, owner, now }: { digest: string; owner: Owner; now: number },
      until: number,
    ): Promise<void> => {
      const account = 'account' in owner ? owner.account : null
      const email = 'account' in owner ? null : owner.email
      await transaction.run(expired(transaction, owner, until))
      await transaction.run(of(owner)`
        insert into ${table} (digest, account_id, email, created_at)
        values (${digest}, ${account}, ${email}, ${now})`)
    },
    /** Returns whose a secret of a period is, unless the account is not active. */
    find: (reader: Reader, digest: string, { after, until }: Period) =>
      reader.first<SignedIn>(ofAllAccounts`
        select accounts.id, name, secret.email
        from ${table} as secret left join accounts on accounts.id = secret.account_id
        where digest = ${digest} and deactivated_at is null
          and secret.created_at > ${after} and secret.created_at <= ${until}`),
    /** Deletes a secret. Returns false if another request has deleted it. */
    remove: async (transaction: Transaction, digest: string) =>
      (await transaction.run(ofAllAccounts`
        delete from ${table} where digest = ${digest}`)) > 0,
    /** Returns the digests of an account's secrets of a period, with when they were created, the newest first. */
    ofAccount: (reader: Reader, account: AccountId, { after, until }: Period) =>
      reader.all<{ digest: string; at: number }>(ofAccount(account)`
        select digest, created_at as at from ${table} where account_id = ${account}
          and created_at > ${after} and created_at <= ${until} order by created_at desc`),
    /** Deletes the secrets of an account, but one. */
    removeOfAccount: (transaction: Transaction, account: AccountId, but: string) =>
      transaction.run(ofAccount(account)`
        delete from ${table} where account_id = ${account} and digest <> ${but}`),
    /** Deletes the secrets of the people who support customers, but those of some addresses. */
    removeOfOthers: (transaction: Transaction, emails: readonly string[]) =>
      transaction.run(ofAllAccounts`
        delete from ${table} where email is not null and email not in ${list(['', ...emails])}`),
  }
}
