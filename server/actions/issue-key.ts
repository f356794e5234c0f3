import { digest, lastFour, newKey } from '../domain/api-key.ts'
import { timestamp } from '../domain/clock.ts'
import { type AccountId, type KeyId, newId } from '../domain/ids.ts'
import { hasApiKey, insertApiKey } from '../store/accounts.ts'
import type { Transaction } from '../store/store.ts'

/**
 * Issues a key to an account.
 * @returns the key. Only its digest is stored, so the caller must show the key now (specification §5).
 */
export const issueKey = async (
  transaction: Transaction,
  account: AccountId,
  name: string,
  now: number,
  id = newId('key'),
): Promise<string> => {
  const key = newKey()
  await insertApiKey(transaction, {
    id,
    account,
    name,
    digest: digest(key),
    lastFour: lastFour(key),
    createdAt: timestamp(now),
  })
  return key
}

/** Issues a key whose id the form carries. Returns undefined if the same form has issued it before. */
export const issueKeyOnce = async (
  transaction: Transaction,
  account: AccountId,
  { id, name }: { id: KeyId; name: string },
  now: number,
): Promise<string | undefined> =>
  (await hasApiKey(transaction, id)) ? undefined : issueKey(transaction, account, name, now, id)
