import { digest } from '../../server/domain/api-key.ts'
import { authenticateWith } from '../../server/http/auth.ts'
import { keyAccounts } from './key-accounts.ts'

const byDigest = new Map([...keyAccounts].map(([key, account]) => [digest(key), account]))

/** Lets in who has one of the demo keys that open an account. */
export const authenticate = authenticateWith(async (given) => byDigest.get(given))
