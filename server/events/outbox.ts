import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../domain/clock.ts'
import type { SubscribableEvent } from '../domain/event.ts'
import { type AccountId, isListenerId, type WebhookId } from '../domain/ids.ts'
import {
  claimDeliveries,
  deleteStaleDeliveries,
  enqueueDeliveries,
  hasReceivers,
  listWaitingReceivers,
  type QueuedDelivery,
  type WaitingReceiver,
} from '../store/delivery-queue.ts'
import type { Store, Transaction } from '../store/store.ts'
import { messageOf } from './delivery.ts'

/** The time that a delivery waits at most for its attempt, in milliseconds. */
const maxWaitMilliseconds = 60 * 60 * 1000

/** Maximum concurrency and number of waiting deliveries. */
export type OutboxLimits = {
  /** Maximum number of attempts of a subscription in progress. */
  perSubscription: number
  /** Maximum number of attempts in progress. Each costs about 60 KiB and one file descriptor. */
  total: number
  /** Maximum number of waiting deliveries of an account, shared equally by its subscriptions. */
  waiting: number
}

export const outboxLimits: OutboxLimits = { perSubscription: 16, total: 256, waiting: 100_000 }

/** Maximum number of attempts started in one turn of the event loop, so that requests are not delayed. */
const startsPerTurn = 16

/** The delivery of an event to one subscription. `claimedAt` is by `performance.now`. */
export type Job = QueuedDelivery & { account: AccountId; webhook: WebhookId; claimedAt: number }

/** Returns whether a delivery has waited for too long. */
export const isStale = ({ age, claimedAt }: Pick<Job, 'age' | 'claimedAt'>): boolean =>
  age + performance.now() - claimedAt > maxWaitMilliseconds

type Options = {
  store: Store
  clock: Clock
  log: Logger
  limits: OutboxLimits
  /** Makes the attempt of a delivery. Must not throw. */
  attempt: (job: Job) => Promise<void>
}

type Published = { account: AccountId; event: SubscribableEvent }

type Claim = { account: AccountId; webhook: WebhookId; count: number }

/** Counts what is in progress, by key. */
class Counts {
  readonly #counts = new Map<string, number>()

  of(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  add(key: string, count: number): void {
    const after = this.of(key) + count
    if (after === 0) this.#counts.delete(key)
    else this.#counts.set(key, after)
  }
}

/**
 * The deliveries that wait in the database. They are added in the transaction of their event, and claimed by
 * deleting them before their attempts, so that each is attempted at most once. An account has at most as many
 * attempts in progress as places are left free, so that there are always some for another one.
 */
export class Outbox {
  readonly #options: Options
  /** The subscriptions that have waiting deliveries, as far as this process knows. The next one is first. */
  readonly #waiting = new Map<WebhookId, AccountId>()
  /** Attempts in progress, in all and by account and subscription. */
  #running = 0
  readonly #runningOf = new Counts()
  #published: Published[] = []
  #publishing: Promise<void> | undefined
  #starting: Promise<void> | undefined
  #isClosing = false
  #isClosed = false
  #dropped = 0
  #onIdle: (() => void)[] = []

  constructor(options: Options) {
    this.#options = options
  }

  /** Adds the deliveries of an event. Returns a function to call after the commit. */
  async add(
    transaction: Transaction,
    account: AccountId,
    event: SubscribableEvent,
  ): Promise<() => void> {
    // Serialised once, so that every subscriber receives the same bytes.
    const delivery = { event: event.event, body: JSON.stringify(event), now: this.#options.clock() }
    const added = await enqueueDeliveries(transaction, account, delivery)
    return () => {
      for (const webhook of added) if (!isListenerId(webhook)) this.#waiting.set(webhook, account)
      this.#start()
    }
  }

  /**
   * Adds the deliveries of an event that has no transaction. The events of one turn of the event loop are
   * added together in the next, after the responses to their requests are written.
   */
  publish(account: AccountId, event: SubscribableEvent): void {
    this.#published.push({ account, event })
    this.#publishing ??= this.#publishAll()
  }

  /**
   * Finds deliveries that other processes have left, such as one that was killed. Call it at the start and
   * regularly. Never throws.
   */
  async pickUp(): Promise<void> {
    try {
      const { store, clock } = this.#options
      const found = await listWaitingReceivers(store, clock())
      await this.#dropStale(found)
      for (const { account, webhook } of found)
        if (!isListenerId(webhook)) this.#waiting.set(webhook, account)
      this.#start()
    } catch (error) {
      this.#logFailure(error)
    }
  }

  /** Resolves when no delivery that this process knows is waiting or in progress. */
  async settled(): Promise<void> {
    await this.#publishing
    if (this.#isIdle) return
    await new Promise<void>((resolve) => this.#onIdle.push(resolve))
    await this.settled()
  }

  /**
   * Claims the next deliveries once more, and then none. Resolves when none is in progress. The others stay in
   * the database.
   */
  async close(): Promise<void> {
    await this.#publishing
    this.#isClosing = true
    await this.#starting
    this.#start()
    await this.#starting
    this.#isClosed = true
    await this.settled()
  }

  /** Claims no more deliveries. */
  giveUp(): void {
    this.#isClosed = true
  }

  get #isIdle(): boolean {
    return this.#running === 0 && !this.#starting && !this.#publishing
  }

  async #publishAll(): Promise<void> {
    while (this.#published.length > 0) {
      await nextTurn()
      await this.#publishTurn(this.#published.splice(0))
    }
    this.#publishing = undefined
  }

  async #publishTurn(published: readonly Published[]): Promise<void> {
    const { store, log } = this.#options
    try {
      const wanted: Published[] = []
      const found = new Map<string, boolean>()
      for (const each of published) {
        const { account, event } = each
        const key = `${account} ${event.event}`
        const isWanted =
          found.get(key) ?? (await hasReceivers(store, account, event.event, this.#options.clock()))
        found.set(key, isWanted)
        if (isWanted) wanted.push(each)
      }
      if (wanted.length === 0) return
      const starts = await store.write((transaction) =>
        Promise.all(wanted.map(({ account, event }) => this.add(transaction, account, event))),
      )
      for (const start of starts) start()
    } catch (error) {
      log.error({ err: error, events: published.length }, 'Events cannot be queued')
    }
  }

  #start(): void {
    this.#starting ??= this.#startAll().finally(() => {
      this.#starting = undefined
      if (this.#isIdle) for (const idle of this.#onIdle.splice(0)) idle()
    })
  }

  async #startAll(): Promise<void> {
    for (;;) {
      await nextTurn()
      const claims = this.#isClosed ? [] : this.#nextClaims()
      if (claims.length === 0) break
      for (const job of await this.#claim(claims))
        void this.#options.attempt(job).finally(() => {
          this.#count(job, -1)
          this.#start()
        })
      if (this.#isClosing) break
    }
    this.#logDropped()
  }

  /** Chooses what to claim next, and takes its places. */
  #nextClaims(): Claim[] {
    const { total, perSubscription } = this.#options.limits
    const claims: Claim[] = []
    let left = startsPerTurn
    for (const [webhook, account] of this.#waiting) {
      const free = total - this.#running
      const count = Math.min(
        left,
        perSubscription - this.#runningOf.of(webhook),
        Math.ceil((free - this.#runningOf.of(account)) / 2),
      )
      if (count <= 0) continue
      // A delivery that is added while others are claimed puts it back.
      this.#waiting.delete(webhook)
      claims.push({ account, webhook, count })
      this.#count({ account, webhook }, count)
      left -= count
      if (left === 0) break
    }
    return claims
  }

  /** Claims deliveries in one commit, before their attempts. Gives the places back that it does not need. */
  async #claim(claims: readonly Claim[]): Promise<Job[]> {
    const { store, clock } = this.#options
    let claimed: QueuedDelivery[][]
    try {
      claimed = await store.write((transaction) =>
        Promise.all(claims.map((claim) => claimDeliveries(transaction, claim, clock()))),
      )
    } catch (error) {
      // The next search finds them again.
      for (const claim of claims) this.#count(claim, -claim.count)
      this.#logFailure(
        error,
        claims.reduce((sum, { count }) => sum + count, 0),
      )
      return []
    }
    const claimedAt = performance.now()
    return claims.flatMap((claim, i) => {
      const { account, webhook, count } = claim
      const found = claimed[i] ?? []
      if (found.length === count) this.#waiting.set(webhook, account)
      const fresh = found
        .map((delivery) => ({ ...delivery, account, webhook, claimedAt }))
        .filter((job) => !isStale(job))
      this.#dropped += found.length - fresh.length
      this.#count(claim, fresh.length - count)
      return fresh
    })
  }

  #count({ account, webhook }: Pick<Claim, 'account' | 'webhook'>, count: number): void {
    this.#running += count
    this.#runningOf.add(account, count)
    this.#runningOf.add(webhook, count)
  }

  async #dropStale(found: readonly WaitingReceiver[]): Promise<void> {
    const { store, clock, limits } = this.#options
    const maxAge = maxWaitMilliseconds
    for (const ofAccount of Map.groupBy(found, ({ account }) => account).values()) {
      const keep = Math.ceil(limits.waiting / ofAccount.length)
      for (const { account, webhook, first, last, age } of ofAccount) {
        // Numbers are shared by all subscriptions, so there may be fewer.
        if (age <= maxAge && last - first < keep) continue
        const stale = { account, webhook, keep, maxAge, now: clock() }
        this.#dropped += await deleteStaleDeliveries(store, stale)
      }
    }
    this.#logDropped()
  }

  #logDropped(): void {
    if (this.#dropped > 0)
      this.#options.log.warn(
        { deliveries: this.#dropped },
        'Waiting deliveries are dropped: their events are too old, or too many wait',
      )
    this.#dropped = 0
  }

  /** @param deliveries that may be lost, because the response to a commit may be. */
  #logFailure(error: unknown, deliveries = 0): void {
    this.#options.log.error(
      { reason: messageOf(error), deliveries },
      'Queued deliveries cannot be claimed. They wait until the database works.',
    )
  }
}
