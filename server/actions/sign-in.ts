import {
  linkInterval,
  linkLifetime,
  newSecret,
  secretDigest,
  sessionLifetime,
} from '../domain/portal.ts'
import {
  accountOfLink,
  deleteLink,
  deletePortalSession,
  hasLinkSince,
  insertPortalSession,
  insertSignInLink,
} from '../store/portal.ts'
import type { Transaction } from '../store/store.ts'

/**
 * Makes a link by which an account is signed in to, once.
 * @returns the link's secret, which is kept nowhere.
 */
export const makeSignInLink = async (
  transaction: Transaction,
  account: string,
  now: number,
): Promise<string> => {
  const secret = newSecret()
  const link = { digest: secretDigest(secret), account, now }
  await insertSignInLink(transaction, link, now - linkLifetime)
  return secret
}

/** The same for who asked for an e-mail: nothing if the last one was asked for just now. */
export const askForSignInLink = async (
  transaction: Transaction,
  account: string,
  now: number,
): Promise<string | undefined> => {
  if (await hasLinkSince(transaction, account, now - linkInterval)) return undefined
  return makeSignInLink(transaction, account, now)
}

/**
 * Signs in by a link, which is of no use after it. The session that the browser had before ends.
 * @param before the secret of that session.
 * @returns the new session's secret, or nothing if the link is not good, or not any more.
 */
export const signInBy = async (
  transaction: Transaction,
  link: string,
  before: string,
  now: number,
): Promise<string | undefined> => {
  const digest = secretDigest(link)
  const account = await accountOfLink(transaction, digest, now - linkLifetime)
  if (!account) return undefined
  await deleteLink(transaction, digest)
  await deletePortalSession(transaction, secretDigest(before))
  const secret = newSecret()
  const session = { digest: secretDigest(secret), account: account.id, now }
  await insertPortalSession(transaction, session, now - sessionLifetime)
  return secret
}
