import { digest, isWellFormed } from '../../domain/api-key.ts'
import { type Clock, timestamp } from '../../domain/clock.ts'
import type { KeyId } from '../../domain/ids.ts'
import { WriteBehind } from '../../store/engine/write-behind.ts'
import type { Call } from '../kit/env.ts'

const minute = 60_000

type KeyUseOptions = {
  clock: Clock
  /** Writes when keys were last used, by key id. */
  record(used: ReadonlyMap<KeyId, string>): Promise<void>
  /** Called when `record` fails. It is retried. */
  onError(error: unknown): void
}

/**
 * Records when each key was last used, to the minute. A key is written at most once a minute, in a
 * batch, at most a second after its use. A request itself writes nothing.
 */
export class KeyUse {
  readonly #options: KeyUseOptions
  readonly #writeBehind: WriteBehind
  #used = new Map<KeyId, string>()
  #minute = { number: Number.NaN, text: '' }

  constructor(options: KeyUseOptions) {
    this.#options = options
    this.#writeBehind = new WriteBehind(() => this.#write(), options.onError)
  }

  /**
   * Records that a key was used now.
   * @param lastUsedAt the stored value.
   */
  note(key: KeyId, lastUsedAt: string | null): void {
    const now = this.#now()
    if (lastUsedAt !== null && lastUsedAt >= now) return
    this.#used.set(key, now)
    this.#writeBehind.schedule()
  }

  /** Writes all recorded uses. */
  async save(): Promise<void> {
    await this.#writeBehind.flush()
  }

  /** Returns the current minute as a timestamp, formatted once per minute. */
  #now(): string {
    const number = Math.floor(this.#options.clock() / minute)
    if (number !== this.#minute.number) this.#minute = { number, text: timestamp(number * minute) }
    return this.#minute.text
  }

  async #write(): Promise<void> {
    const used = this.#used
    if (used.size === 0) return
    this.#used = new Map()
    try {
      await this.#options.record(used)
    } catch (error) {
      this.#used = new Map([...used, ...this.#used])
      this.#writeBehind.schedule()
      throw error
    }
  }
}

/** The account of a valid key, and its budget if it has a higher tier. */
export type Authenticated = Call & { readonly budget: number | null }

/** The check of a key. */
export type KeyCheck = {
  /** Resolves to undefined if the key is not valid. */
  result: Promise<Authenticated | undefined>
  /** The result of the key's last check, which the result of this one most likely equals. */
  likely?: Authenticated | undefined
}

/** Checks the key that a request sends. Returns undefined if the key is missing or malformed. */
export type Authenticate = (key: string | undefined) => KeyCheck | undefined

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
    return given === undefined ? undefined : { result: find(given) }
  }

/** About 300 bytes each. */
const mostRemembered = 10_000

/**
 * Like `authenticateWith`, for a database that is waited for. Remembers the result of each key's last
 * check, so that a request can be read for while its key is checked.
 */
export const authenticateAgainWith = (find: FindAccount): Authenticate => {
  const remembered = new Map<string, Authenticated>()
  const check = async (digest: string) => {
    const found = await find(digest)
    remembered.delete(digest)
    if (found) remembered.set(digest, found)
    for (const oldest of remembered.keys()) {
      if (remembered.size <= mostRemembered) break
      remembered.delete(oldest)
    }
    return found
  }
  return (key) => {
    const given = digestOf(key)
    return given === undefined ? undefined : { likely: remembered.get(given), result: check(given) }
  }
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
      return {
        result: known.then((digests) => (digests.has(given) ? find(given) : undefined)),
      }
    return known.has(given) ? { result: find(given) } : undefined
  }
