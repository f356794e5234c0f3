import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../domain/clock.ts'
import type { SubscribableEvent } from '../domain/event.ts'
import { type AccountId, isListenerId, type WebhookId } from '../domain/ids.ts'
import type { Store, Writer } from '../store/store.ts'
import { deleteOldAttempts } from '../store/webhooks/attempts.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  deleteAbandonedDeliveries,
  deleteStaleDeliveries,
  listWaitingReceivers,
  queueEvent,
  releaseClaims,
} from '../store/webhooks/delivery-queue.ts'
import { messageOf } from './attempt-delivery.ts'

/** The time that a delivery waits at most for its attempt, in milliseconds. */
const maxWaitMilliseconds = 60 * 60 * 1000

/** No attempt takes as long, once it has begun. */
const maxAttemptMilliseconds = 60_000

/** Maximum concurrency and number of waiting deliveries. */
export type DeliveryQueueLimits = {
  /** Maximum number of attempts of a subscription in progress. */
  perSubscription: number
  /** Maximum number of attempts in progress. Each costs about 60 KiB and one file descriptor. */
  total: number
  /** Maximum number of waiting deliveries of an account, shared equally by its subscriptions. */
  waiting: number
}

/** Maximum number of attempts started in one turn of the event loop, so that requests are not delayed. */
const startsPerTurn = 16

/** The delivery of an event to one subscription. `claimedAt` is by `performance.now`. */
export type Job = ClaimedDelivery & { account: AccountId; webhook: WebhookId; claimedAt: number }

type DeliveryQueueOptions = {
  store: Store
  clock: Clock
  log: Logger
  /** The name under which it claims deliveries. Of all processes of a database, only this one has it. */
  server: string
  limits: DeliveryQueueLimits
  /** Makes the attempt of a delivery. Must not throw. */
  attempt: (job: Job) => Promise<void>
}

type Claim = { account: AccountId; webhook: WebhookId; count: number }

/**
 * The deliveries that wait in the database. They are added in the transaction of their event, claimed before their
 * attempts, so that each is attempted at most once, and deleted after them. An account has at most as many
 * attempts in progress as places are left free, so that there are always some for another one.
 */
export class DeliveryQueue {
  readonly #options: DeliveryQueueOptions
  /** The subscriptions that have waiting deliveries, as far as this process knows. The next one is first. */
  readonly #waiting = new Map<WebhookId, AccountId>()
  /** Attempts in progress, in all and by account and subscription. */
  #running = 0
  readonly #runningOf = new Map<string, number>()
  /** Work in progress: additions, claims and attempts. */
  readonly #tasks = new Set<Promise<void>>()
  #isStarting = false
  #isClosed = false
  #dropped = 0
  /** The numbers of its claims. Those of an earlier process with the same name are others. */
  readonly #firstClaim: number
  #nextClaim: number
  /** Claims without a response, with their time by `performance.now`. Their commits may still take effect. */
  readonly #lost = new Map<number, number>()

  constructor(options: DeliveryQueueOptions) {
    this.#options = options
    this.#firstClaim = options.clock() * 1000
    this.#nextClaim = this.#firstClaim
  }

  /** Adds the deliveries of an event. Returns a function to call after the commit. */
  async enqueue(writer: Writer, account: AccountId, event: SubscribableEvent): Promise<() => void> {
    const added = await queueEvent(writer, account, event, this.#options.clock())
    return () => {
      for (const webhook of added) this.#waiting.set(webhook, account)
      this.#start()
    }
  }

  /** Finds deliveries of other processes. Call it at the start and regularly. Never throws. */
  pickUp(): Promise<void> {
    return this.#track(async () => {
      const { store, clock, limits } = this.#options
      const maxAge = maxWaitMilliseconds
      try {
        await this.#dropAbandoned()
        await this.#releaseLost()
        await deleteOldAttempts(store, clock())
        const found = await listWaitingReceivers(store, clock())
        for (const ofAccount of Map.groupBy(found, ({ account }) => account).values()) {
          const keep = Math.ceil(limits.waiting / ofAccount.length)
          for (const { account, webhook, first, last, age } of ofAccount) {
            const stale = { account, webhook, keep, maxAge, now: clock() }
            // Numbers are shared by all subscriptions, so there may be fewer.
            if (age > maxAge || last - first >= keep)
              this.#dropped += await deleteStaleDeliveries(store, stale)
            if (!isListenerId(webhook)) this.#waiting.set(webhook, account)
          }
        }
        this.#start()
      } catch (error) {
        this.#logFailure(error)
      }
    })
  }

  /** Drops the deliveries that servers had claimed when they ended. */
  async #dropAbandoned(): Promise<void> {
    const { store, clock, log, server } = this.#options
    const deliveries = await deleteAbandonedDeliveries(store, {
      server,
      from: this.#firstClaim,
      until: this.#nextClaim,
      maxAge: maxWaitMilliseconds + maxAttemptMilliseconds,
      now: clock(),
    })
    if (deliveries > 0)
      log.warn(
        { deliveries },
        'Deliveries that were in progress when their server ended are dropped: they may have been attempted',
      )
  }

  /** Lets the deliveries of claims without a response wait again: none was attempted. */
  async #releaseLost(): Promise<void> {
    if (this.#lost.size === 0) return
    const { store, server } = this.#options
    for (const { number } of await releaseClaims(store, server, this.#lost.keys()))
      this.#lost.delete(number)
    for (const [number, at] of this.#lost)
      if (performance.now() - at > maxWaitMilliseconds) this.#lost.delete(number)
  }

  /** Resolves when no delivery that this process knows is in progress, or can be started. */
  async settled(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.all(this.#tasks)
  }

  /** Claims no more deliveries. Those that wait stay in the database. */
  close(): void {
    this.#isClosed = true
    void this.#track(() => this.#releaseLost().catch((error) => this.#logFailure(error)))
  }

  #track(work: () => Promise<void>): Promise<void> {
    const task = work().finally(() => this.#tasks.delete(task))
    this.#tasks.add(task)
    return task
  }

  #start(): void {
    if (this.#isStarting) return
    this.#isStarting = true
    void this.#track(async () => {
      for (;;) {
        await nextTurn()
        const claims = this.#isClosed ? [] : this.#nextClaims()
        if (claims.length === 0) break
        for (const job of await this.#claim(claims))
          void this.#track(async () => {
            await this.#options.attempt(job)
            this.#count(job, -1)
            this.#start()
          })
      }
      this.#isStarting = false
      this.#logDropped()
    })
  }

  /** Chooses the next claims, and takes their places. */
  #nextClaims(): Claim[] {
    const { total, perSubscription } = this.#options.limits
    const claims: Claim[] = []
    let left = startsPerTurn
    for (const [webhook, account] of this.#waiting) {
      const free = total - this.#running
      const count = Math.min(
        left,
        perSubscription - (this.#runningOf.get(webhook) ?? 0),
        Math.ceil((free - (this.#runningOf.get(account) ?? 0)) / 2),
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
    const { store, clock, server } = this.#options
    const number = this.#nextClaim++
    try {
      const claimed = await store.write((transaction) =>
        Promise.all(
          claims.map((claim) => claimDeliveries(transaction, claim, { server, number }, clock())),
        ),
      )
      const claimedAt = performance.now()
      return claims.flatMap((claim, i) => {
        const { account, webhook, count } = claim
        const found = (claimed[i] ?? []).map((each) => ({ ...each, account, webhook, claimedAt }))
        if (found.length === count) this.#waiting.set(webhook, account)
        this.#count(claim, found.length - count)
        return found
      })
    } catch (error) {
      // The commit may take effect. The next search finds the deliveries again.
      this.#lost.set(number, performance.now())
      for (const claim of claims) this.#count(claim, -claim.count)
      this.#logFailure(error)
      return []
    }
  }

  #count({ account, webhook }: Pick<Claim, 'account' | 'webhook'>, count: number): void {
    this.#running += count
    for (const key of [account, webhook]) {
      const running = (this.#runningOf.get(key) ?? 0) + count
      if (running === 0) this.#runningOf.delete(key)
      else this.#runningOf.set(key, running)
    }
  }

  #logDropped(): void {
    if (this.#dropped > 0)
      this.#options.log.warn(
        { deliveries: this.#dropped },
        'Waiting deliveries are dropped: their events are too old, or too many wait',
      )
    this.#dropped = 0
  }

  #logFailure(error: unknown): void {
    this.#options.log.error(
      { reason: messageOf(error) },
      'Queued deliveries cannot be claimed. They wait until the database works.',
    )
  }
}

export function isStale({ age, claimedAt }: Pick<Job, 'age' | 'claimedAt'>): boolean {
  return age + performance.now() - claimedAt > maxWaitMilliseconds
}
