import { digest, isWellFormed } from '../domain/api-key.ts'
import { bearerKey } from './bearer.ts'

/** The account that an `Authorization` header opens, if any; what cannot be a key is told at once. */
export type Authenticate = (header: string | undefined) => Promise<string | undefined> | undefined

/**
 * Looks a key up by its digest (specification §5). What cannot be a key costs no look-up.
 * @param accountOf finds the account of a digest, asked for every request, so that revocation and
 * deactivation take effect on the next one.
 */
export const authenticateWith =
  (accountOf: (digest: string) => Promise<string | undefined>): Authenticate =>
  (header) => {
    const key = bearerKey(header)
    return key && isWellFormed(key) ? accountOf(digest(key)) : undefined
  }
