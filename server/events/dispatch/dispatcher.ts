import type { Logger } from 'pino'
import type { Clock } from '../../domain/clock.ts'
import type { SubscribableEvent } from '../../domain/event.ts'
import type { AccountId, WebhookId } from '../../domain/ids.ts'
import type { Store } from '../../store/store.ts'
import { findSubscription, listSubscribers } from '../../store/webhooks.ts'
import { Attempts } from './attempts.ts'
import type { Deliverer } from './deliverer.ts'
import { isSuccess, makeDelivery, type Send } from './delivery.ts'
import { DeliveryError, messageOf } from './delivery-error.ts'
import { type DeliveryObserver, noObserver } from './delivery-observer.ts'
import { EventQueue, type QueuedEvent } from './event-queue.ts'
import { Lanes } from './lanes.ts'
import { MemoryQueue } from './memory-queue.ts'
import type { PlacesOptions } from './places.ts'
import { noSeal, type Seal, SealError } from './sealed-secret.ts'
import { testDeliveries } from './test-deliveries.ts'

/** The delivery of an event to one subscription. */
type Job = {
  account: AccountId
  webhook: WebhookId
  event: SubscribableEvent['event']
  body: string
  /** Must be called when the delivery has succeeded, failed or been dropped. */
  done: () => void
}

/** Maximum concurrency and memory. */
type Limits = PlacesOptions & {
  /** Maximum memory of the queued jobs. */
  bytes: number
  /** Maximum number of concurrent test deliveries. They use no slots. */
  tests: number
}

/** Each slot costs a connection: about 60 KiB and one file descriptor. */
const defaultLimits: Limits = { perLane: 16, slots: 256, bytes: 64 * 1024 * 1024, tests: 64 }

/** Memory of a queued job in bytes, without its body. */
const jobBytes = 512

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
   * Publishes an event and resolves when all its deliveries have succeeded, failed or been dropped.
   * For callers with many events: awaiting each one keeps the queue from filling up.
   */
  publishAndWait(account: AccountId, event: SubscribableEvent): Promise<void>
  /** Resolves when no delivery is queued or in progress. */
  settled(): Promise<void>
  /** Aborts deliveries in progress, and drops queued and later ones. */
  giveUp(): void
}

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
 * sent, no delivery is signed with the old secret. After a deletion, nothing is sent.
 */
export const createDispatcher = (options: Options): Dispatcher => {
  const { store, clock, log, send, seal = noSeal, observer = noObserver } = options
  const limits = { ...defaultLimits, ...options.limits }
  const attempts = new Attempts(send)
  const tests = new Attempts(send)
  let stopped: DeliveryError | undefined

  const drop = ({ webhook, event }: Job, why: { status: number } | { reason: string }): void => {
    log.warn({ webhook, event, ...why }, 'a delivery failed and is dropped')
    observer.finished(event, 'status' in why ? 'refused' : 'failed')
  }

  /** Reads the current URL and secret of a job's subscription. @throws {UnwantedError} */
  const target = async ({ account, webhook, event }: Job) => {
    const subscription = await findSubscription(store, account, webhook)
    if (!subscription?.active || !subscription.events.includes(event)) throw new UnwantedError()
    return { url: subscription.url, secret: seal.open(subscription.secret) }
  }

  /** Returns whether the subscriber responded; undefined if it was not asked. */
  const deliver = async (job: Job): Promise<boolean | undefined> => {
    const { event, body } = job
    try {
      const { url } = await target(job)
      const sign = async () => makeDelivery(await target(job), event, body, clock())
      const status = await attempts.make(url, sign)
      if (isSuccess(status)) observer.finished(event, 'delivered')
      else drop(job, { status })
      return true
    } catch (error) {
      if (error instanceof UnwantedError) {
        log.info({ webhook: job.webhook, event }, error.message)
        observer.finished(event, 'unwanted')
        return undefined
      }
      drop(job, { reason: messageOf(error) })
      return error instanceof SealError ? undefined : false
    } finally {
      job.done()
    }
  }

  const queue = new MemoryQueue<Job>(limits.bytes)
  const lanes = new Lanes({ ...limits, take: queue.take, work: deliver })

  const reject = (job: Job, reason: string): void => {
    drop(job, { reason })
    job.done()
  }

  const distribute = ({ account, event, done }: QueuedEvent, ids: readonly WebhookId[]): void => {
    if (ids.length === 0) done()
    // Serialised once, so that every subscriber receives the same bytes.
    const body = JSON.stringify(event)
    let remaining = ids.length
    const oneDone = () => {
      if (--remaining === 0) done()
    }
    for (const webhook of ids) {
      const job = { account, webhook, event: event.event, body, done: oneDone }
      observer.queued(event.event)
      const lane = { account, name: webhook }
      if (queue.add(lane, job, body.length + jobBytes)) lanes.wake(lane)
      else reject(job, 'The queue is full')
    }
  }

  const events = new EventQueue(async (queued) => {
    // Subscribers are read once per account and event name.
    const subscribers = new Map<string, Promise<WebhookId[]>>()
    for (const one of queued) {
      const { account, event } = one
      const key = `${account} ${event.event}`
      const ids = subscribers.get(key) ?? listSubscribers(store, account, event.event)
      subscribers.set(key, ids)
      try {
        if (stopped) throw stopped
        distribute(one, await ids)
      } catch (error) {
        log.error({ err: error, event: event.event }, 'an event cannot be delivered')
        one.done()
      }
    }
  })

  const settled = async (): Promise<void> => {
    do {
      await events.drained()
      await lanes.idle()
    } while (!events.isEmpty)
  }

  return {
    publish: (account, event) => events.add({ account, event, done: () => {} }),
    publishAndWait: (account, event) => new Promise((done) => events.add({ account, event, done })),
    test: testDeliveries({ attempts: tests, seal, clock, log, maximum: limits.tests }),
    settled,
    giveUp: () => {
      stopped = new DeliveryError('The service is stopping')
      for (const job of queue.clear()) reject(job, stopped.message)
      attempts.abortAll(stopped)
      tests.abortAll(stopped)
    },
  }
}
