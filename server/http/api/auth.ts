import { digest, isWellFormed } from '../../domain/api-key.ts'
import { bearerKey } from './bearer.ts'
import type { Call } from './env.ts'

/** What a key opens: an account, and its budget if it has a higher tier. */
export type Opened = Call & { readonly budget: number | null }

/** What an `Authorization` header opens, if anything; what cannot be a key is told at once. */
export type Authenticate = (header: string | undefined) => Promise<Opened | undefined> | undefined

/** Finds what a key opens by the key's digest. */
type Open = (digest: string) => Promise<Opened | undefined>

/** The digest of the key in a header, if it could be one: what cannot costs no look-up (§5 rule 3). */
const digestIn = (header: string | undefined): string | undefined => {
  const key = bearerKey(header)
  return key && isWellFormed(key) ? digest(key) : undefined
}

/**
 * Looks a key up by its digest (specification §5).
 * @param open asked for every request, so that revocation and deactivation take effect on the next.
 */
export const authenticateWith =
  (open: Open): Authenticate =>
  (header) => {
    const given = digestIn(header)
    return given === undefined ? undefined : open(given)
  }

/**
 * The same for requests that are over their address's budget, which may be a flood: nothing is looked
 * up but keys that might have a larger one.
 * @param tiered digests of the keys of accounts with a higher tier; which they are, `open` decides.
 */
export const authenticateTiered =
  (open: Open, tiered: () => ReadonlySet<string> | Promise<ReadonlySet<string>>): Authenticate =>
  (header) => {
    const given = digestIn(header)
    if (given === undefined) return undefined
    const known = tiered()
    if (known instanceof Promise)
      return known.then((digests) => (digests.has(given) ? open(given) : undefined))
    return known.has(given) ? open(given) : undefined
  }
