import type { AccountId } from '../domain/ids.ts'
import {
  linkInterval,
  linkLifetime,
  maxLinks,
  newSessionSecret,
  periodOf,
  secretDigest,
  sessionLifetime,
} from '../domain/sign-in-link.ts'
import { lockAccount } from '../store/accounts.ts'
import { lockDatabase } from '../store/migrate.ts'
import {
  linkTimes,
  type Owner,
  type SignedIn,
  sessions,
  signInLinks,
} from '../store/sessions-and-links.ts'
import type { Transaction } from '../store/store.ts'

/**
 * Creates a link that signs in once.
 * @returns the link's secret. Only its digest is stored.
 */
export const makeSignInLink = async (
  transaction: Transaction,
  owner: Owner,
  now: number,
): Promise<string> => {
  const secret = newSessionSecret()
  const link = { digest: secretDigest(secret), owner, now }
  await signInLinks.insert(transaction, link, now - linkLifetime)
  return secret
}

/**
 * Creates a sign-in link for an email. Returns undefined within `linkInterval` of the last link, and while
 * the owner has `maxLinks`.
 */
export const askForSignInLink = async (
  transaction: Transaction,
  owner: Owner,
  now: number,
): Promise<string | undefined> => {
  await ('account' in owner ? lockAccount(transaction, owner.account) : lockDatabase(transaction))
  const times = await linkTimes(transaction, owner, periodOf(linkLifetime, now))
  if (times.length >= maxLinks || times.some((at) => at > now - linkInterval)) return undefined
  return makeSignInLink(transaction, owner, now)
}

/**
 * Signs in with a link, deletes the link and ends the browser's previous session.
 * @param before the secret of the previous session.
 * @param accepts returns whether the site is for the owner of the link.
 * @returns the new session's secret; undefined if the link is unknown, used, expired or not accepted.
 */
export const signInBy = async (
  transaction: Transaction,
  link: string,
  before: string,
  now: number,
  accepts: (owner: SignedIn) => boolean = ({ id }) => id !== null,
): Promise<string | undefined> => {
  const digest = secretDigest(link)
  const found = await signInLinks.find(transaction, digest, periodOf(linkLifetime, now))
  if (!found || !accepts(found) || !(await signInLinks.remove(transaction, digest)))
    return undefined
  await sessions.remove(transaction, secretDigest(before))
  const secret = newSessionSecret()
  const owner = found.id === null ? { email: found.email } : { account: found.id }
  const session = { digest: secretDigest(secret), owner, now }
  await sessions.insert(transaction, session, now - sessionLifetime)
  return secret
}

/**
 * Ends the sessions of an account and its unused links.
 * @param but the secret of a session that goes on. Default: none does.
 */
export const signOut = async (
  transaction: Transaction,
  account: AccountId,
  but = '',
): Promise<number> => {
  await signInLinks.removeOfAccount(transaction, account, '')
  return sessions.removeOfAccount(transaction, account, secretDigest(but))
}

/** Ends the sessions and links of people who no longer support customers. @param emails of those who do. */
export const signOutSupport = async (
  transaction: Transaction,
  emails: readonly string[],
): Promise<void> => {
  await signInLinks.removeOfOthers(transaction, emails)
  await sessions.removeOfOthers(transaction, emails)
}
