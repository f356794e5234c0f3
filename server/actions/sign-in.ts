import type { AccountId } from '../domain/ids.ts'
import {
  linkInterval,
  linkLifetime,
  maxLinks,
  newSecret,
  secretDigest,
  sessionLifetime,
} from '../domain/portal.ts'
import { lockAccount } from '../store/accounts.ts'
import { linkTimes, portalSessions, signInLinks } from '../store/portal.ts'
import type { Transaction } from '../store/store.ts'

/**
 * Creates a link that signs in to an account once.
 * @returns the link's secret. Only its digest is stored.
 */
export const makeSignInLink = async (
  transaction: Transaction,
  account: AccountId,
  now: number,
): Promise<string> => {
  const secret = newSecret()
  const link = { digest: secretDigest(secret), account, now }
  await signInLinks.insert(transaction, link, now - linkLifetime)
  return secret
}

/**
 * Creates a sign-in link for an email. Returns undefined within `linkInterval` of the last link, and while
 * the account has `maxLinks`.
 */
export const askForSignInLink = async (
  transaction: Transaction,
  account: AccountId,
  now: number,
): Promise<string | undefined> => {
  await lockAccount(transaction, account)
  const times = await linkTimes(transaction, account, now - linkLifetime)
  if (times.length >= maxLinks || times.some((at) => at > now - linkInterval)) return undefined
  return makeSignInLink(transaction, account, now)
}

/**
 * Signs in with a link, deletes the link and ends the browser's previous session.
 * @param before the secret of the previous session.
 * @returns the new session's secret; undefined if the link is unknown, used or expired.
 */
export const signInBy = async (
  transaction: Transaction,
  link: string,
  before: string,
  now: number,
): Promise<string | undefined> => {
  const digest = secretDigest(link)
  const account = await signInLinks.find(transaction, digest, now - linkLifetime)
  if (!account || !(await signInLinks.remove(transaction, digest))) return undefined
  await portalSessions.remove(transaction, secretDigest(before))
  const secret = newSecret()
  const session = { digest: secretDigest(secret), account: account.id, now }
  await portalSessions.insert(transaction, session, now - sessionLifetime)
  return secret
}
