import type { Authenticate } from '../../server/http/api/authenticate.ts'
import { bearerKey } from '../../server/http/api/bearer-key.ts'
import { keyAccounts } from './key-accounts.ts'

/** Lets in who has one of the demo keys that open an account. No digests: a browser makes none at once. */
export const authenticate: Authenticate = (header) => {
  const key = bearerKey(header)
  const account = key === undefined ? undefined : keyAccounts.get(key)
  return account === undefined ? undefined : Promise.resolve({ account, budget: null })
}
