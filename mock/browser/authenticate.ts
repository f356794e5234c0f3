import type { Authenticate } from '../../server/http/auth.ts'
import { keyAccounts } from './key-accounts.ts'

/** Authenticates demo keys. Compares keys, not digests: browsers compute digests only asynchronously. */
export const authenticate: Authenticate = (key) => {
  const account = key === undefined ? undefined : keyAccounts.get(key)
  return account === undefined ? undefined : Promise.resolve({ account, budget: null })
}
