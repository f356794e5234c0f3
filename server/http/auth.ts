import { setImmediate as nextTurn } from 'node:timers/promises'
import { digest, isWellFormed } from '../domain/api-key.ts'
import { type Clock, timestamp } from '../domain/clock.ts'
import type { KeyId } from '../domain/ids.ts'
import { WriteBehind } from '../domain/write-behind.ts'
import type { Call } from './call.ts'

/** The account of a valid key, and its rate limit if it has a higher tier. */
export type Authenticated = Pick<Call, 'account' | 'key'> & { readonly rateLimit: number | null }

/**
 * Checks the key that a request sends (specification §5). The promise is of undefined if the key is
 * not valid. A key that is missing or malformed has no promise.
 */
export type Authenticate = (
  key: string | undefined,
) => Promise<Authenticated | undefined> | undefined

/** Finds the account of a key by the key's digest. */
type FindAccount<Found = Authenticated> = (digest: string) => Promise<Found | undefined>

/**
 * Finds the accounts of all requests that arrive in a turn of the event loop at once, when they have arrived: a
 * statement costs more than the keys in it.
 * @param findAll finds the accounts of some digests.
 */
export const findTogether = <Found extends { digest: string }>(
  findAll: (digests: ReadonlySet<string>) => Promise<readonly Found[]>,
): FindAccount<Found> => {
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

/**
 * Authenticates by the key's digest. Malformed keys cost no lookup (§5 rule 3).
 * @param find called for every request, so that revocation and deactivation take effect on the next.
 */
export const authenticateWith =
  (find: FindAccount): Authenticate =>
  (key) =>
    key !== undefined && isWellFormed(key) ? find(digest(key)) : undefined

/**
 * Authenticates requests over their address's rate limit, which may be a flood. Looks up only keys of
 * accounts with a higher tier.
 * @param tiered digests of those keys, possibly outdated. The result of `find` decides.
 */
export const authenticateTiered = (
  find: FindAccount,
  tiered: () => ReadonlySet<string> | Promise<ReadonlySet<string>>,
): Authenticate =>
  authenticateWith(async (digest) => ((await tiered()).has(digest) ? find(digest) : undefined))

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
  /** The current minute and its timestamp, formatted once. */
  #minute = { number: Number.NaN, text: '' }

  constructor(options: KeyUseOptions) {
    this.#options = options
    this.#writeBehind = new WriteBehind(() => this.#write(), options.onError)
  }

  /** Records that a key was used now. @param lastUsedAt the stored value. */
  note(key: KeyId, lastUsedAt: string | null): void {
    const number = Math.floor(this.#options.clock() / minute)
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
      await this.#options.record(used)
    } catch (error) {
      this.#used = new Map([...used, ...this.#used])
      this.#writeBehind.schedule()
      throw error
    }
  }
}
