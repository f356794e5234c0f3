import { setImmediate as nextTurn } from 'node:timers/promises'
import { digest, isWellFormed } from '../domain/api-key.ts'
import { type Clock, type MonotonicClock, timestamp } from '../domain/clock.ts'
import type { KeyId } from '../domain/ids.ts'
import { accountsOfKeys, listTieredDigests, recordKeyUse } from '../store/accounts.ts'
import type { Store } from '../store/store.ts'
import { WriteBehind } from '../store/write-behind.ts'
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

/** Authenticates requests by the keys in the store, and records when each was last used. */
export class Keys {
  /** Finds the account for every request, so that revocation and deactivation take effect on the next. */
  readonly authenticate: Authenticate
  /**
   * Authenticates requests over their address's rate limit, which may be a flood. Looks up only keys of
   * accounts with a higher tier.
   */
  readonly authenticateTiered: Authenticate
  readonly #use: KeyUse

  constructor({ store, clock, monotonic, onError }: KeysOptions) {
    this.#use = new KeyUse(store, clock, onError)
    const findAccount = findTogether((digests) => accountsOfKeys(store, digests))
    const find: FindAccount = async (digest) => {
      const found = await findAccount(digest)
      if (found) this.#use.note(found.key, found.lastUsedAt)
      return found
    }
    this.authenticate = authenticateWith(find)
    // Possibly outdated. The result of `find` decides.
    const tiered = cachedRead(async () => new Set(await listTieredDigests(store)), monotonic)
    this.authenticateTiered = authenticateWith(async (digest) =>
      (await tiered()).has(digest) ? find(digest) : undefined,
    )
  }

  /** Writes all recorded uses. */
  save(): Promise<void> {
    return this.#use.save()
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
class KeyUse {
  readonly #store: Store
  readonly #clock: Clock
  readonly #writeBehind: WriteBehind
  #used = new Map<KeyId, string>()
  /** The current minute and its timestamp, formatted once. */
  #minute = { number: Number.NaN, text: '' }

  constructor(store: Store, clock: Clock, onError: (error: unknown) => void) {
    this.#store = store
    this.#clock = clock
    this.#writeBehind = new WriteBehind(() => this.#write(), onError)
  }

  /** Records that a key was used now. @param lastUsedAt the stored value. */
  note(key: KeyId, lastUsedAt: string | null): void {
    const number = Math.floor(this.#clock() / minute)
    if (number !== this.#minute.number) this.#minute = { number, text: timestamp(number * minute) }
    const { text } = this.#minute
    if (lastUsedAt !== null && lastUsedAt >= text) return
    this.#used.set(key, text)
    this.#writeBehind.schedule()
  }

  /** Writes all recorded uses. */
  save(): Promise<void> {
    return this.#writeBehind.flush()
  }

  async #write(): Promise<void> {
    const used = this.#used
    if (used.size === 0) return
    this.#used = new Map()
    try {
      await this.#store.write((transaction) => recordKeyUse(transaction, used))
    } catch (error) {
      this.#used = new Map([...used, ...this.#used])
      this.#writeBehind.schedule()
      throw error
    }
  }
}
