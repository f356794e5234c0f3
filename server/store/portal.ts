import type { AccountId } from '../domain/ids.ts'
import { everyAccountStatement, statement } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

/** The account of a portal session or sign-in link. */
export type SignedIn = {
  id: AccountId
  name: string
}

type Secret = { digest: string; account: AccountId; now: number }
type Found = { digest: string; after: number }

const insertLink = statement<Secret>()((db, slot) =>
  db
    .insertInto('sign_in_links')
    .values({ digest: slot('digest'), account_id: slot('account'), created_at: slot('now') }),
)

const forgetLinks = everyAccountStatement<{ until: number }>()((db, slot) =>
  db.deleteFrom('sign_in_links').where('created_at', '<=', slot('until')),
)

/** Stores a link's digest and deletes links that were created up to a given time. */
export const insertSignInLink = (transaction: Transaction, link: Secret, until: number): void => {
  transaction.send(forgetLinks, { until })
  transaction.send(insertLink, link)
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

const ofLink = everyAccountStatement<Found>()((db, slot) =>
  db
    .selectFrom('sign_in_links as link')
    .innerJoin('accounts', 'accounts.id', 'link.account_id')
    .where('link.digest', '=', slot('digest'))
    .where('link.created_at', '>', slot('after'))
    .where('accounts.deactivated_at', 'is', null)
    .select(['accounts.id', 'accounts.name']),
)

/** Returns the account of a link that was created after a given time, or undefined. */
export const accountOfLink = (
  reader: Reader,
  digest: string,
  after: number,
): Promise<SignedIn | undefined> => reader.first(ofLink, { digest, after })

const dropLink = everyAccountStatement<{ digest: string }>()((db, slot) =>
  db.deleteFrom('sign_in_links').where('digest', '=', slot('digest')),
)

/** Deletes a used link. Returns false if another request has deleted it. */
export const deleteLink = async (transaction: Transaction, digest: string): Promise<boolean> =>
  (await transaction.run(dropLink, { digest })) > 0

const insertSession = statement<Secret>()((db, slot) =>
  db
    .insertInto('portal_sessions')
    .values({ digest: slot('digest'), account_id: slot('account'), created_at: slot('now') }),
)

const forgetSessions = everyAccountStatement<{ until: number }>()((db, slot) =>
  db.deleteFrom('portal_sessions').where('created_at', '<=', slot('until')),
)

/** Stores a session and deletes sessions that began up to a given time. */
export const insertPortalSession = (
  transaction: Transaction,
  session: Secret,
  until: number,
): void => {
  transaction.send(forgetSessions, { until })
  transaction.send(insertSession, session)
}

const ofSession = everyAccountStatement<Found>()((db, slot) =>
  db
    .selectFrom('portal_sessions as session')
    .innerJoin('accounts', 'accounts.id', 'session.account_id')
    .where('session.digest', '=', slot('digest'))
    .where('session.created_at', '>', slot('after'))
    .where('accounts.deactivated_at', 'is', null)
    .select(['accounts.id', 'accounts.name']),
)

/** Returns the account of a session that began after a given time, if it is active. */
export const accountOfSession = (
  reader: Reader,
  digest: string,
  after: number,
): Promise<SignedIn | undefined> => reader.first(ofSession, { digest, after })

const dropSession = everyAccountStatement<{ digest: string }>()((db, slot) =>
  db.deleteFrom('portal_sessions').where('digest', '=', slot('digest')),
)

/** Deletes a session. */
export const deletePortalSession = (transaction: Transaction, digest: string): void => {
  transaction.send(dropSession, { digest })
}
