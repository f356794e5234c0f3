import type { AccountId } from '../domain/ids.ts'
import { everyAccountStatement, statement } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

/** The account of a portal session or sign-in link. */
export type SignedIn = {
  id: AccountId
  name: string
}

type Secret = { digest: string; account: AccountId; now: number }

/** The statements of sign-in links or sessions, of which the digest is stored. */
const secretsIn = (table: 'sign_in_links' | 'portal_sessions') => ({
  insert: statement<Secret>()((db, slot) =>
    db
      .insertInto(table)
      .values({ digest: slot('digest'), account_id: slot('account'), created_at: slot('now') }),
  ),
  forget: everyAccountStatement<{ until: number }>()((db, slot) =>
    db.deleteFrom(table).where('created_at', '<=', slot('until')),
  ),
  find: everyAccountStatement<{ digest: string; after: number }>()((db, slot) =>
    db
      .selectFrom(`${table} as secret`)
      .innerJoin('accounts', 'accounts.id', 'secret.account_id')
      .where('secret.digest', '=', slot('digest'))
      .where('secret.created_at', '>', slot('after'))
      .where('accounts.deactivated_at', 'is', null)
      .select(['accounts.id', 'accounts.name']),
  ),
  drop: everyAccountStatement<{ digest: string }>()((db, slot) =>
    db.deleteFrom(table).where('digest', '=', slot('digest')),
  ),
})

const links = secretsIn('sign_in_links')
const sessions = secretsIn('portal_sessions')

/** Stores a link's digest and deletes links that were created up to a given time. */
export const insertSignInLink = (transaction: Transaction, link: Secret, until: number): void => {
  transaction.send(links.forget, { until })
  transaction.send(links.insert, link)
}

const recent = statement<{ account: AccountId; after: number }>()((db, slot) =>
  db
    .selectFrom('sign_in_links')
    .where('account_id', '=', slot('account'))
    .where('created_at', '>', slot('after'))
    .select('created_at'),
)

/** Returns when an account's unused links were created, of those after a given time. */
export const linkTimes = async (
  reader: Reader,
  account: AccountId,
  after: number,
): Promise<number[]> =>
  (await reader.all(recent, { account, after })).map(({ created_at }) => created_at)

/** Returns the account of a link that was created after a given time, or undefined. */
export const accountOfLink = (
  reader: Reader,
  digest: string,
  after: number,
): Promise<SignedIn | undefined> => reader.first(links.find, { digest, after })

/** Deletes a used link. Returns false if another request has deleted it. */
export const deleteLink = async (transaction: Transaction, digest: string): Promise<boolean> =>
  (await transaction.run(links.drop, { digest })) > 0

/** Stores a session and deletes sessions that began up to a given time. */
export const insertPortalSession = (
  transaction: Transaction,
  session: Secret,
  until: number,
): void => {
  transaction.send(sessions.forget, { until })
  transaction.send(sessions.insert, session)
}

/** Returns the account of a session that began after a given time, if it is active. */
export const accountOfSession = (
  reader: Reader,
  digest: string,
  after: number,
): Promise<SignedIn | undefined> => reader.first(sessions.find, { digest, after })

/** Deletes a session. */
export const deletePortalSession = (transaction: Transaction, digest: string): void => {
  transaction.send(sessions.drop, { digest })
}
