import { digest, isWellFormed } from '../../domain/api-key.ts'
import type { Call } from './env.ts'

/** The account of a valid key, and its budget if it has a higher tier. */
export type Authenticated = Call & { readonly budget: number | null }

/**
 * Authenticates a request by the key that it sends. Returns undefined without a promise if the key is
 * missing or malformed; resolves to undefined if the key is not valid.
 */
export type Authenticate = (
  key: string | undefined,
) => Promise<Authenticated | undefined> | undefined

/** Finds the account of a key by the key's digest. */
type FindAccount = (digest: string) => Promise<Authenticated | undefined>

/** Returns the digest of a key. Malformed keys have none: they cost no lookup (§5 rule 3). */
const digestOf = (key: string | undefined): string | undefined =>
  key !== undefined && isWellFormed(key) ? digest(key) : undefined

/**
 * Authenticates by the key's digest (specification §5).
 * @param find called for every request, so that revocation and deactivation take effect on the next.
 */
export const authenticateWith =
  (find: FindAccount): Authenticate =>
  (key) => {
    const given = digestOf(key)
    return given === undefined ? undefined : find(given)
  }

/**
 * Authenticates requests over their address's budget, which may be a flood. Looks up only keys of
 * accounts with a higher tier.
 * @param tiered digests of those keys, possibly outdated. The result of `find` decides.
 */
export const authenticateTiered =
  (
    find: FindAccount,
    tiered: () => ReadonlySet<string> | Promise<ReadonlySet<string>>,
  ): Authenticate =>
  (key) => {
    const given = digestOf(key)
    if (given === undefined) return undefined
    const known = tiered()
    if (known instanceof Promise)
      return known.then((digests) => (digests.has(given) ? find(given) : undefined))
    return known.has(given) ? find(given) : undefined
  }
