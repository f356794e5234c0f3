import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../../domain/clock.ts'
import type { Store } from '../../store/store.ts'
import { StoreFault } from '../../store/store-error.ts'
import { findSubscription, listSubscribers } from '../../store/webhooks.ts'
import { Attempts } from './attempts.ts'
import type { Deliverer } from './deliverer.ts'
import { isSuccess, type Send } from './delivery.ts'
import { DeliveryError, messageOf } from './delivery-error.ts'
import { type DeliveryObserver, noObserver } from './delivery-observer.ts'
import { DeliveryQueue, type Job } from './delivery-queue.ts'
import { EventQueue, type PublishedEvent } from './event-queue.ts'
import { FailureLog } from './failure-log.ts'
import { Lanes } from './lanes.ts'
import { LastDeliveries } from './last-deliveries.ts'
import type { Lane, PlacesOptions } from './places.ts'
import { noSeal, reasonForAccount, type Seal, SealError } from './sealed-secret.ts'
import { sendCurrent } from './send-current.ts'
import { testDeliveries } from './test-deliveries.ts'

/** Maximum concurrency and number of waiting deliveries. */
type Limits = PlacesOptions & {
  /** Maximum number of waiting deliveries of an account, shared equally by its subscriptions. */
  waiting: number
  /** Maximum number of concurrent test deliveries. They use no slots. */
  tests: number
}

/** Each slot costs a connection: about 60 KiB and one file descriptor. */
export const deliveryLimits: Limits = { perLane: 16, slots: 256, waiting: 100_000, tests: 64 }

type Options = {
  store: Store
  clock: Clock
  log: Logger
  send: Send
  /** Decrypts signing secrets. Default: they are stored in plain text. */
  seal?: Seal
  limits?: Partial<Limits>
  /** Called for every delivery, for example to count it. Default: none. */
  observer?: DeliveryObserver
}

export type Dispatcher = Deliverer & {
  /**
   * Delivers what other processes have queued, such as one that was killed. Call it at the start and
   * regularly. Never throws.
   */
  pickUp(): Promise<void>
  /** Resolves when no delivery that this process knows is queued or in progress. */
  settled(): Promise<void>
  /**
   * Starts the queued deliveries that have a place, and resolves when none is in progress. The others
   * stay in the database.
   */
  close(): Promise<void>
  /** Aborts deliveries in progress. Starts none later. */
  giveUp(): void
}

/** While the database fails, a claimed delivery is begun again after this time. */
export const retryMilliseconds = 500

/** Returns whether the database failed before anything was sent. The egress wraps errors. */
const isUnsent = (error: unknown): boolean =>
  error instanceof StoreFault ||
  (error instanceof DeliveryError && error.cause instanceof StoreFault)

/** Thrown when the subscription no longer receives an event that it did receive when it was published. */
class UnwantedError extends DeliveryError {
  constructor() {
    super('a delivery is skipped: the subscription was deleted, deactivated or changed')
  }
}

/**
 * Creates a dispatcher, which delivers events to active subscriptions: one attempt each, without retries
 * (specification §6). Failed deliveries are logged and dropped.
 *
 * The subscription is read again after the connection is made. So once the response to a rotation is
 * sent, no delivery is signed with the old secret. After a deletion, nothing is sent. After a change of
 * the URL, nothing is sent to the old one: the delivery connects to the new one instead.
 */
export const createDispatcher = (options: Options): Dispatcher => {
  const { store, clock, log, send, seal = noSeal, observer = noObserver } = options
  const limits = { ...deliveryLimits, ...options.limits }
  const failures = new FailureLog(log)
  const results = new LastDeliveries(store, log)
  const attempts = new Attempts(send)
  const tests = new Attempts(send)

  const drop = ({ webhook, event }: Job, why: { status: number } | { reason: string }): void => {
    failures.note({ webhook, event, ...why })
    observer.finished(event, 'status' in why ? 'refused' : 'failed')
  }

  /** Reads the current URL and secret of a job's subscription. @throws {UnwantedError} */
  const target = async ({ account, webhook, event }: Job) => {
    const subscription = await findSubscription(store, account, webhook)
    if (!subscription?.active || !subscription.events.includes(event)) throw new UnwantedError()
    return { url: subscription.url, secret: seal.open(subscription.secret) }
  }

  /** Waits while the database fails: a claimed delivery is in no other place than here. */
  const attemptWhenReadable = async (job: Job): Promise<number> => {
    for (;;)
      try {
        return await sendCurrent({ store, attempts, clock, read: () => target(job) }, job)
      } catch (error) {
        if (!isUnsent(error) || attempts.isAborted) throw error
        await wait(retryMilliseconds)
      }
  }

  /** Returns whether the subscriber responded; undefined if it was not asked. */
  const deliver = async (job: Job): Promise<boolean | undefined> => {
    const { account, webhook, event } = job
    observer.started(event)
    try {
      const status = await attemptWhenReadable(job)
      results.note(account, webhook, { event, at: clock(), statusCode: status, error: null })
      if (isSuccess(status)) observer.finished(event, 'delivered')
      else drop(job, { status })
      return true
    } catch (error) {
      if (error instanceof UnwantedError) {
        log.info({ webhook, event }, error.message)
        observer.finished(event, 'unwanted')
        return undefined
      }
      drop(job, { reason: messageOf(error) })
      const reason = reasonForAccount(error)
      results.note(account, webhook, { event, at: clock(), statusCode: null, error: reason })
      return error instanceof SealError ? undefined : false
    }
  }

  const lanes = new Lanes<Job>({
    ...limits,
    take: (wanted) => queue.take(wanted),
    work: deliver,
  })
  const onWaiting = (lane: Lane) => lanes.wake(lane)
  const queue = new DeliveryQueue({ store, clock, log, maximum: limits.waiting, onWaiting })

  /** Returns the events that have subscribers. Reads these once per account and event name. */
  const wantedOf = async (published: readonly PublishedEvent[]): Promise<PublishedEvent[]> => {
    const subscribers = new Map<string, number>()
    const wanted: PublishedEvent[] = []
    for (const one of published) {
      const key = `${one.account} ${one.event.event}`
      const count =
        subscribers.get(key) ?? (await listSubscribers(store, one.account, one.event.event)).length
      subscribers.set(key, count)
      if (count > 0) wanted.push(one)
    }
    return wanted
  }

  const events = new EventQueue(async (published) => {
    try {
      const wanted = await wantedOf(published)
      if (wanted.length === 0) return
      const starts = await store.write((transaction) =>
        wanted.map(({ account, event }) => queue.add(transaction, account, event)),
      )
      for (const start of starts) start()
    } catch (error) {
      log.error({ err: error, events: published.length }, 'events cannot be queued')
    }
  })

  const settled = async (): Promise<void> => {
    do {
      await events.drained()
      await lanes.idle()
    } while (!events.isEmpty)
    failures.flush()
    await results.save()
  }

  return {
    enqueue: (...queued) => queue.add(...queued),
    publish: (account, event) => events.add({ account, event }),
    test: testDeliveries({
      store,
      attempts: tests,
      results,
      seal,
      clock,
      log,
      maximum: limits.tests,
    }),
    pickUp: () => queue.pickUp(),
    settled,
    close: async () => {
      await events.drained()
      await lanes.close()
      failures.flush()
      await results.save()
    },
    giveUp: () => {
      lanes.stop()
      queue.giveUp()
      const stopping = new DeliveryError('The service is stopping')
      attempts.abortAll(stopping)
      tests.abortAll(stopping)
    },
  }
}
