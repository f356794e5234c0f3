import { digest, lastFour, newKey } from '../domain/api-key.ts'
import { timestamp } from '../domain/clock.ts'
import { newId } from '../domain/ids.ts'
import { insertApiKey } from '../store/api-keys.ts'
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
): Promise<string> => {
  const key = newKey()
  await insertApiKey(transaction, {
    id: newId('key'),
    account,
    name,
    digest: digest(key),
    lastFour: lastFour(key),
    createdAt: timestamp(now),
  })
  return key
}
