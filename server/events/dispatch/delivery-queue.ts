import type { Logger } from 'pino'
import type { Clock } from '../../domain/clock.ts'
import type { SubscribableEvent } from '../../domain/event.ts'
import type { AccountId, WebhookId } from '../../domain/ids.ts'
import {
  claimDeliveries,
  deleteStaleDeliveries,
  enqueueDeliveries,
  enqueueDeliveriesTo,
  listWaitingDeliveries,
  type QueuedDelivery,
  type QueueRange,
  type WaitingRange,
} from '../../store/delivery-queue.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { subscribersAtOnce } from '../../store/webhooks.ts'
import { messageOf } from './delivery-error.ts'
import type { Take } from './lanes.ts'
import type { Lane } from './places.ts'

/** The delivery of an event to one subscription. */
export type Job = QueuedDelivery & { account: AccountId; webhook: WebhookId }

/** The time that a delivery waits at most for its attempt, in milliseconds. */
export const maxWaitMilliseconds = 60 * 60 * 1000

type Options = {
  store: Store
  clock: Clock
  log: Logger
  /** Maximum number of waiting deliveries of an account, shared equally by its subscriptions. */
  maximum: number
  /** Called when deliveries wait in a lane, which is named after its subscription. */
  onWaiting: (lane: Lane) => void
}

const keyOf = ({ account, name }: Lane): string => `${account} ${name}`

const laneOf = ({ account, webhook }: Pick<QueueRange, 'account' | 'webhook'>): Lane => ({
  account,
  name: webhook,
})

/**
 * The queue of deliveries in the database. Deliveries are added in the transaction of their event, and
 * claimed before their attempt. This class knows which of them wait: those that it has added, and
 * those that `pickUp` has found.
 */
export class DeliveryQueue {
  readonly #options: Options
  readonly #ranges = new Map<string, QueueRange>()
  /** The subscriptions to the events of this turn, by account and event. Each turn has its own map. */
  #subscribers = new Map<string, readonly WebhookId[] | undefined>()
  readonly #stop = new AbortController()
  #hasFailed = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Adds the deliveries of an event. Returns a function to call after the commit. */
  add(transaction: Transaction, account: AccountId, event: SubscribableEvent): () => void {
    const subscribers = this.#subscribersTo(transaction, account, event.event)
    if (subscribers?.length === 0) return () => {}
    // Serialised once, so that every subscriber receives the same bytes.
    const delivery = { event: event.event, body: JSON.stringify(event), now: this.#options.clock() }
    const added = subscribers
      ? enqueueDeliveriesTo(transaction, account, subscribers, delivery)
      : enqueueDeliveries(transaction, account, delivery)
    return () => {
      for (const { webhook, seq } of added()) {
        this.#merge({ account, webhook, from: seq, to: seq })
        this.#options.onWaiting(laneOf({ account, webhook }))
      }
    }
  }

  /** Claims deliveries in one commit, before their attempts. Returns none if the store fails. */
  readonly take: Take<Job> = async (wanted) => {
    const asked = [...wanted].flatMap(([lane, count]) => {
      const range = this.#ranges.get(keyOf(lane))
      return range ? [{ lane, count, range }] : []
    })
    // A delivery that is added while these are claimed may have a lower number than some of them.
    for (const { lane } of asked) this.#ranges.delete(keyOf(lane))
    try {
      const claimed = await this.#options.store.claim(
        (transaction) =>
          Promise.all(asked.map(({ range, count }) => claimDeliveries(transaction, range, count))),
        this.#stop.signal,
      )
      this.#hasFailed = false
      return new Map(
        asked.map(({ lane, count, range }, i) => {
          const found = claimed[i] ?? []
          const last = found.at(-1)?.seq ?? range.to
          if (found.length === count && last < range.to) this.#merge({ ...range, from: last + 1 })
          const { account, webhook } = range
          const jobs = found.map((each) => ({ ...each, account, webhook }))
          return [lane, { jobs, areMore: this.#ranges.has(keyOf(lane)) }]
        }),
      )
    } catch (error) {
      for (const { range } of asked) this.#merge(range)
      this.#logFailure(error)
      return new Map()
    }
  }

  /**
   * Finds deliveries that other processes have added, such as one that was killed. Drops those of old
   * events. Call it at the start and regularly. It searches all that wait: rows of PostgreSQL may be
   * committed in another order than that of their numbers, and a claim by a process that ends is undone.
   */
  async pickUp(): Promise<void> {
    const { store, onWaiting } = this.#options
    try {
      const found = await store.writeSoon(listWaitingDeliveries)
      await this.#dropStale(found)
      for (const range of found) this.#merge(range)
      // Also lanes whose deliveries could not be claimed.
      for (const range of this.#ranges.values()) onWaiting(laneOf(range))
    } catch (error) {
      this.#logFailure(error)
    }
  }

  /** Stops finding out whether a claim was committed. */
  giveUp(): void {
    this.#stop.abort()
  }

  /** Logs the first failure. The store reports the others. */
  #logFailure(error: unknown): void {
    if (!this.#hasFailed)
      this.#options.log.error(
        { reason: messageOf(error) },
        'queued deliveries cannot be claimed. They wait until the database works.',
      )
    this.#hasFailed = true
  }

  /** Returns the subscriptions to an event, unless that takes a round trip. Reads once in a turn. */
  #subscribersTo(
    transaction: Transaction,
    account: AccountId,
    event: SubscribableEvent['event'],
  ): readonly WebhookId[] | undefined {
    if (!transaction.readAtOnce) return undefined
    const key = `${account} ${event}`
    const ofTurn = this.#subscribers
    const known = ofTurn.get(key)
    if (known) return known
    if (ofTurn.size === 0)
      setImmediate(() => {
        this.#subscribers = new Map()
      })
    const subscribers = subscribersAtOnce(transaction, account, event)
    ofTurn.set(key, subscribers)
    return subscribers
  }

  #merge({ account, webhook, from, to }: QueueRange): void {
    const key = keyOf(laneOf({ account, webhook }))
    const known = this.#ranges.get(key) ?? { from, to }
    this.#ranges.set(key, {
      account,
      webhook,
      from: Math.min(known.from, from),
      to: Math.max(known.to, to),
    })
  }

  async #dropStale(found: readonly WaitingRange[]): Promise<void> {
    const { clock, log, maximum } = this.#options
    const before = clock() - maxWaitMilliseconds
    let dropped = 0
    for (const ofAccount of Map.groupBy(found, ({ account }) => account).values()) {
      const keep = Math.ceil(maximum / ofAccount.length)
      for (const range of ofAccount) {
        // Numbers are shared by all subscriptions, so there may be fewer.
        if (range.since >= before && range.to - range.from < keep) continue
        dropped += await this.#deleteStale({ ...range, before, keep })
      }
    }
    if (dropped > 0)
      log.warn(
        { deliveries: dropped },
        'waiting deliveries are dropped: their events are too old, or too many wait',
      )
  }

  async #deleteStale(stale: Parameters<typeof deleteStaleDeliveries>[1]): Promise<number> {
    let all = 0
    for (;;) {
      const { deleted, areMore } = await this.#options.store.writeSoon((transaction) =>
        deleteStaleDeliveries(transaction, stale),
      )
      all += deleted
      if (!areMore) return all
    }
  }
}
