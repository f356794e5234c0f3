import { setImmediate as nextTurn } from 'node:timers/promises'
import { digest, isWellFormed } from '../domain/api-key.ts'
import { type Clock, type MonotonicClock, timestamp } from '../domain/clock.ts'
import type { KeyId } from '../domain/ids.ts'
import { accountsOfKeys, listTieredDigests, recordKeyUse } from '../store/accounts.ts'
import type { Store } from '../store/store.ts'
import { createWriteBehind } from '../store/write-behind.ts'
import type { Call } from './call.ts'
import { cachedRead } from './rate-limit/rate-limiter.ts'

/** The account of a valid key, and its rate limit if it has a higher tier. */
export type Authenticated = Pick<Call, 'account' | 'key'> & { readonly rateLimit: number | null }

/** Checks the key that a request sends (specification §5). Returns undefined if it has none, or it is not valid. */
export type Authenticate = (key: string | undefined) => Promise<Authenticated | undefined>

type KeysOptions = {
  store: Store
  clock: Clock
  /** The clock of the cache, which lasts a second. */
  monotonic: MonotonicClock
  /** Called when the uses of keys cannot be written. They are kept and retried. */
  onError: (error: unknown) => void
}

/** Returns what authenticates requests by the keys in the store, and records when each was last used. */
export const createKeys = ({ store, clock, monotonic, onError }: KeysOptions) => {
  const use = recordUse(store, clock, onError)
  const findAccount = findTogether((digests) => accountsOfKeys(store, digests))
  const find: FindAccount = async (digest) => {
    const found = await findAccount(digest)
    if (found) use.note(found.key, found.lastUsedAt)
    return found
  }
  // Possibly outdated. The result of `find` decides.
  const tiered = cachedRead(async () => new Set(await listTieredDigests(store)), monotonic)
  return {
    /** Finds the account for every request, so that revocation and deactivation take effect on the next. */
    authenticate: authenticateWith(find),
    /**
     * Authenticates requests over their address's rate limit, which may be a flood. Looks up only keys of
     * accounts with a higher tier.
     */
    authenticateTiered: authenticateWith(async (digest) =>
      (await tiered()).has(digest) ? find(digest) : undefined,
    ),
    /** Writes all recorded uses. */
    save: use.save,
  }
}

type FindAccount = (digest: string) => Promise<Authenticated | undefined>

/**
 * Authenticates by the key's digest. Malformed keys cost no lookup (§5 rule 3). They wait for the end of the turn, too:
 * responses that are sent together wake their clients once.
 */
export const authenticateWith =
  (find: FindAccount): Authenticate =>
  (key) =>
    key !== undefined && isWellFormed(key) ? find(digest(key)) : nextTurn(undefined)

/**
 * Finds the accounts of all requests that arrive in one turn of the event loop with one statement. A statement costs
 * more than the keys in it.
 */
function findTogether<Found extends { digest: string }>(
  findAll: (digests: ReadonlySet<string>) => Promise<readonly Found[]>,
): (digest: string) => Promise<Found | undefined> {
  let arrived = new Set<string>()
  let finding: Promise<ReadonlyMap<string, Found>> | undefined
  const find = async () => {
    await nextTurn()
    const digests = arrived
    arrived = new Set()
    finding = undefined
    return new Map((await findAll(digests)).map((found) => [found.digest, found]))
  }
  return async (digest) => {
    arrived.add(digest)
    finding ??= find()
    return (await finding).get(digest)
  }
}

const minute = 60_000

/**
 * Records when each key was last used, to the minute. A key is written at most once a minute, in a
 * batch, at most a second after its use. A request itself writes nothing.
 */
function recordUse(store: Store, clock: Clock, onError: (error: unknown) => void) {
  let used = new Map<KeyId, string>()
  const writeBehind = createWriteBehind(async () => {
    const written = used
    if (written.size === 0) return
    used = new Map()
    try {
      await store.write((transaction) => recordKeyUse(transaction, written))
    } catch (error) {
      used = new Map([...written, ...used])
      writeBehind.schedule()
      throw error
    }
  }, onError)
  /** @param lastUsedAt the stored value. */
  const note = (key: KeyId, lastUsedAt: string | null): void => {
    const now = timestamp(Math.floor(clock() / minute) * minute)
    if (lastUsedAt === now) return
    used.set(key, now)
    writeBehind.schedule()
  }
  return { note, save: writeBehind.flush }
}
