import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { components } from '../../generated/types.ts'
import type { WebhookName } from '../../generated/webhooks.ts'
import { type Clock, timestamp } from '../domain/clock.ts'
import type { Publisher } from '../domain/event.ts'
import type { AccountId, WebhookId } from '../domain/ids.ts'
import type { Subscription } from '../domain/subscription.ts'
import { type Store, StoreFault, type Transaction } from '../store/store.ts'
import { findSubscription, type LastDelivery, recordLastDeliveries } from '../store/webhooks.ts'
import { WriteBehind } from '../store/write-behind.ts'
import { DeliveryError, isSuccess, makeDelivery, messageOf, type Send } from './delivery.ts'
import { isStale, type Job, Outbox, type OutboxLimits } from './outbox.ts'
import { testEvent } from './payloads.ts'
import { type Seal, SealError, sealFor } from './sealed-secret.ts'

type WebhookTestResult = components['schemas']['WebhookTestResult']

/** Delivers events to the account's active subscriptions to them. */
export type Deliverer = Publisher<Transaction> & {
  /** Sends one `webhook.test` to a subscription at once, even if it has other events (specification §4). */
  test(account: AccountId, webhook: WebhookId): Promise<WebhookTestResult>
}

/**
 * The outcome of a delivery: `delivered` is a 2xx response, `refused` any other status, and `failed` no
 * response. `unwanted` means that the subscription was deleted, deactivated or changed before it was sent.
 */
export type Outcome = 'delivered' | 'refused' | 'failed' | 'unwanted'

/** Called when a delivery is attempted and when it is finished. */
export type DeliveryObserver = {
  started(event: WebhookName): void
  finished(event: WebhookName, outcome: Outcome): void
}

type Limits = OutboxLimits & {
  /** Maximum number of concurrent test deliveries. They take no places of others. */
  tests: number
}

const deliveryLimits: Limits = { perSubscription: 16, total: 256, waiting: 100_000, tests: 64 }

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

export type Dispatcher = Deliverer &
  Pick<Outbox, 'pickUp' | 'settled'> & {
    /** Starts no more deliveries. Resolves when none is in progress. */
    close(): Promise<void>
    /** Starts no more deliveries, and aborts those in progress. */
    giveUp(): void
  }

/** While the database fails, a claimed delivery is begun again after this time. */
const retryMilliseconds = 500

const mostReads = 20

/**
 * Reads what decides about something outside of the database, such as the secret of a delivery. Repeats a
 * slow read: the state that it returns may have been replaced, and the replacement may have settled.
 * @throws {StoreFault} if all reads are slow.
 */
export const readCurrent = async <T>(
  { settleMilliseconds }: Pick<Store, 'settleMilliseconds'>,
  read: () => Promise<T>,
): Promise<T> => {
  if (settleMilliseconds === 0) return read()
  for (let i = 0; i < mostReads; i++) {
    const started = performance.now()
    const result = await read()
    // The other half is the time to act on it.
    if (performance.now() - started < settleMilliseconds / 2) return result
  }
  throw new StoreFault('The database is too slow. Look for locks and slow statements.')
}

/** Thrown when the subscription has another URL than the one that is connected to. */
class MovedError extends DeliveryError {}

/** Thrown when the subscription no longer receives an event that it did receive when it was published. */
class UnwantedError extends DeliveryError {}

/** Returns whether the database failed before anything was sent. The egress wraps errors. */
const isUnsent = (error: unknown): boolean =>
  error instanceof StoreFault ||
  (error instanceof DeliveryError && error.cause instanceof StoreFault)

/** Returns why a delivery failed, as the account sees it. Only the operator can fix a sealed secret. */
const reasonForAccount = (error: unknown): string =>
  error instanceof SealError ? 'The signing secret cannot be read' : messageOf(error)

/** A failed delivery: the status code of its response, or the reason why there is none. */
type Failure = { webhook: WebhookId; event: WebhookName } & (
  | { status: number }
  | { reason: string }
)

/**
 * The results of deliveries, written once a second: failures to the log, and the last delivery of each
 * subscription to the database, all in one transaction. A delivery itself writes nothing.
 */
class Results {
  readonly #store: Pick<Store, 'write'>
  readonly #log: Logger
  readonly #writeBehind: WriteBehind
  /** Failures by kind, with their number. */
  readonly #failures = new Map<string, { failure: Failure; deliveries: number }>()
  #last = new Map<WebhookId, LastDelivery & { account: AccountId; webhook: WebhookId }>()

  constructor(store: Pick<Store, 'write'>, log: Logger) {
    this.#store = store
    this.#log = log
    this.#writeBehind = new WriteBehind(
      () => this.#write(),
      (error) =>
        log.warn(
          { reason: messageOf(error) },
          'Results of deliveries could not be written; they are kept and retried',
        ),
    )
  }

  /** Keeps the result of a subscription's last delivery. */
  note(account: AccountId, webhook: WebhookId, delivery: LastDelivery): void {
    this.#last.set(webhook, { ...delivery, account, webhook })
    this.#writeBehind.schedule()
  }

  /** Keeps a failure. A subscriber that rejects every delivery has one line of the log in a second. */
  drop(failure: Failure): void {
    const kind = JSON.stringify(failure)
    const deliveries = (this.#failures.get(kind)?.deliveries ?? 0) + 1
    this.#failures.set(kind, { failure, deliveries })
    this.#writeBehind.schedule()
  }

  /** Writes the results that are not written yet. */
  save(): Promise<void> {
    return this.#writeBehind.flush()
  }

  async #write(): Promise<void> {
    for (const { failure, deliveries } of this.#failures.values())
      this.#log.warn({ ...failure, deliveries }, 'Deliveries failed and are dropped')
    this.#failures.clear()
    const last = this.#last
    if (last.size === 0) return
    this.#last = new Map()
    // Every process locks the rows in the same order.
    const deliveries = [...last.values()].toSorted((a, b) => (a.webhook < b.webhook ? -1 : 1))
    try {
      await this.#store.write((transaction) => recordLastDeliveries(transaction, deliveries))
    } catch (error) {
      this.#last = new Map([...last, ...this.#last])
      this.#writeBehind.schedule()
      throw error
    }
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
  const { store, clock, log, send, seal = sealFor(), observer } = options
  const limits = { ...deliveryLimits, ...options.limits }
  const results = new Results(store, log)
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)

  /**
   * Sends a payload to the subscription's URL of the moment.
   * @param read returns the subscription, or throws if it does not receive the payload.
   * @returns the status code of the response.
   */
  const sendCurrent = async (
    { event, body }: Pick<Job, 'body'> & { event: WebhookName },
    read: () => Promise<Subscription>,
  ): Promise<number> => {
    const target = async () => {
      const { url, secret } = await read()
      return { url, secret: seal.open(secret) }
    }
    const { url } = await target()
    const sign = async () => {
      const current = await readCurrent(store, target)
      if (current.url !== url) throw new MovedError('The subscription has another URL')
      return makeDelivery(current, event, body, clock())
    }
    try {
      return await send(url, sign, stopping.signal)
    } catch (error) {
      if (error instanceof MovedError) return sendCurrent({ event, body }, read)
      throw error
    }
  }

  /** Reads the subscription of a job. @throws {UnwantedError} */
  const receiverOf = async (job: Job): Promise<Subscription> => {
    if (isStale(job)) throw new DeliveryError('The event is too old')
    const subscription = await findSubscription(store, job.account, job.webhook)
    if (subscription?.active && subscription.events.some((each) => each === job.event))
      return subscription
    throw new UnwantedError(
      'A delivery is skipped: the subscription was deleted, deactivated or changed',
    )
  }

  /** Waits while the database fails: a claimed delivery is in no other place than here. */
  const sendWhenReadable = async (job: Job): Promise<number> => {
    for (;;)
      try {
        return await sendCurrent(job, () => receiverOf(job))
      } catch (error) {
        if (!isUnsent(error) || stopping.signal.aborted) throw error
        await wait(retryMilliseconds)
      }
  }

  /** Makes the attempt of a delivery, and keeps its result. */
  const deliver = async (job: Job): Promise<Outcome> => {
    const { account, webhook, event } = job
    try {
      const status = await sendWhenReadable(job)
      results.note(account, webhook, { event, at: clock(), statusCode: status, error: null })
      if (isSuccess(status)) return 'delivered'
      results.drop({ webhook, event, status })
      return 'refused'
    } catch (error) {
      if (error instanceof UnwantedError) {
        log.info({ webhook, event }, error.message)
        return 'unwanted'
      }
      results.drop({ webhook, event, reason: messageOf(error) })
      const reason = reasonForAccount(error)
      results.note(account, webhook, { event, at: clock(), statusCode: null, error: reason })
      return 'failed'
    }
  }
  const attempt = async (job: Job): Promise<void> => {
    observer?.started(job.event)
    const outcome = await deliver(job)
    observer?.finished(job.event, outcome)
  }

  let tests = 0
  const test = async (account: AccountId, webhook: WebhookId): Promise<WebhookTestResult> => {
    const failure = (error: string, statusCode: number | null = null) => ({
      ...{ success: false, statusCode, error },
    })
    if (tests >= limits.tests) return failure('Too many tests are in progress. Try again later.')
    const payload = testEvent(timestamp(clock()))
    const { event } = payload
    const read = async () => {
      const subscription = await findSubscription(store, account, webhook)
      if (!subscription) throw new DeliveryError('The subscription was deleted')
      return subscription
    }
    tests++
    try {
      const statusCode = await sendCurrent({ event, body: JSON.stringify(payload) }, read)
      results.note(account, webhook, { event, at: clock(), statusCode, error: null })
      return isSuccess(statusCode)
        ? { success: true, statusCode, error: null }
        : failure(`The subscriber returned status ${statusCode}`, statusCode)
    } catch (error) {
      if (error instanceof SealError) log.error({ err: error }, 'A test delivery cannot be signed')
      const reason = reasonForAccount(error)
      results.note(account, webhook, { event, at: clock(), statusCode: null, error: reason })
      return failure(reason)
    } finally {
      tests--
    }
  }

  const outbox = new Outbox({ store, clock, log, limits, attempt })
  const settled = async () => {
    await outbox.settled()
    await results.save()
  }

  return {
    enqueue: (...queued) => outbox.add(...queued),
    publish: (...published) => outbox.publish(...published),
    test,
    pickUp: () => outbox.pickUp(),
    settled,
    close: () => {
      outbox.close()
      return settled()
    },
    giveUp: () => {
      outbox.close()
      stopping.abort(new DeliveryError('The service is stopping'))
    },
  }
}
