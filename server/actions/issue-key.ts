import { digest, lastFour, newKey } from '../domain/api-key.ts'
import { timestamp } from '../domain/clock.ts'
import { newId } from '../domain/ids.ts'
import { hasApiKey, insertApiKey } from '../store/api-keys.ts'
import type { Transaction } from '../store/store.ts'

/**
 * Issues a key to an account.
 * @returns the key itself, which is kept nowhere: whoever asked must show it now (specification §5).
 */
export const issueKey = async (
  transaction: Transaction,
  account: string,
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

/** The same for a form that may arrive twice: a key's id is used once, so the second time issues nothing. */
export const issueKeyOnce = async (
  transaction: Transaction,
  account: string,
  { id, name }: { id: string; name: string },
  now: number,
): Promise<string | undefined> =>
  (await hasApiKey(transaction, id)) ? undefined : issueKey(transaction, account, name, now, id)
