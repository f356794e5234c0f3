import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { components } from '../../generated/types.ts'
import type { WebhookName, WebhookPayloads } from '../../generated/webhooks.ts'
import { type Clock, timestamp } from '../domain/clock.ts'
import type { Publisher } from '../domain/event.ts'
import type { AccountId, WebhookId } from '../domain/ids.ts'
import type { Subscription } from '../domain/subscription.ts'
import { WriteBehind } from '../domain/write-behind.ts'
import { type Store, StoreFault, type Transaction } from '../store/store.ts'
import { type RecordedAttempt, recordAttempts } from '../store/webhooks/attempts.ts'
import { deleteDeliveries } from '../store/webhooks/delivery-queue.ts'
import { claimWarning, type FailureWarning } from '../store/webhooks/failing-webhooks.ts'
import { findSubscription } from '../store/webhooks/webhooks.ts'
import {
  attemptOf,
  DeliveryError,
  isSuccess,
  makeDelivery,
  messageOf,
  reasonForAccount,
  type Send,
  type SubscriberResponse,
} from './delivery.ts'
import { DeliveryQueue, type DeliveryQueueLimits, isStale, type Job } from './delivery-queue.ts'
import { testEvent } from './payloads.ts'
import { type Seal, SealError, sealFor } from './sealed-secret.ts'

type WebhookTestResult = components['schemas']['WebhookTestResult']

/** Delivers events to the account's active subscriptions to them. */
export type Deliverer = Publisher<Transaction> & {
  /**
   * Sends one event to a subscription at once, even if it has other events (specification §4).
   * @param payload Default: that of `webhook.test`.
   */
  test(
    account: AccountId,
    webhook: WebhookId,
    payload?: WebhookPayloads[WebhookName],
  ): Promise<WebhookTestResult>
}

/**
 * The outcome of a delivery: `delivered` is a 2xx response, `rejected` any other status, and `failed` no
 * response. `unwanted` means that the subscription was deleted, deactivated or changed before it was sent.
 */
export type DeliveryOutcome = 'delivered' | 'rejected' | 'failed' | 'unwanted'

/** Called when a delivery is attempted and when it is finished. */
export type DeliveryObserver = {
  started(event: WebhookName): void
  finished(event: WebhookName, outcome: DeliveryOutcome): void
}

type Limits = DeliveryQueueLimits & {
  /** Maximum number of concurrent test deliveries. They take no places of others. An account leaves half of them free. */
  tests: number
}

const deliveryLimits: Limits = { perSubscription: 16, total: 256, waiting: 100_000, tests: 64 }

type DispatcherOptions = {
  store: Store
  clock: Clock
  log: Logger
  send: Send
  /** The name of this process in the database, which no other one has. Default: `server`. */
  server?: string
  /** Decrypts signing secrets. Default: they are stored in plain text. */
  seal?: Seal
  limits?: Partial<Limits>
  /** Called for every delivery, for example to count it. Default: none. */
  observer?: DeliveryObserver
  /** Called when the last 50 attempts of a subscription failed, at most once a day for each. Default: nothing. */
  warn?: ((warning: FailureWarning) => void) | undefined
}

export type Dispatcher = Deliverer &
  Pick<DeliveryQueue, 'pickUp' | 'settled'> & {
    /** Starts no more deliveries. Resolves when none is in progress. */
    close(): Promise<void>
    /** Starts no more deliveries, and aborts those in progress. */
    giveUp(): void
  }

/** While the database fails, a claimed delivery is begun again after this time. */
const retryMilliseconds = 500

const maxReads = 20

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
  for (let i = 0; i < maxReads; i++) {
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

/** A failed delivery: the status code of its response, or the reason why there is none. */
type Failure = { webhook: WebhookId; event: WebhookName } & (
  | { status: number }
  | { reason: string }
)

type ResultsOptions = Pick<DispatcherOptions, 'store' | 'clock' | 'log' | 'warn'>

/**
 * The results of deliveries, written once a second: failures to the log, and to the database in one transaction the
 * attempts and which deliveries leave the queue. A delivery itself writes nothing.
 */
class Results {
  readonly #options: ResultsOptions
  readonly #writeBehind: WriteBehind
  /** Failures by kind, with their number. */
  readonly #failures = new Map<string, { failure: Failure; deliveries: number }>()
  #attempts: RecordedAttempt[] = []
  /** The numbers of queued deliveries whose attempts have ended. */
  #ended: number[] = []

  constructor(options: ResultsOptions) {
    this.#options = options
    this.#writeBehind = new WriteBehind(
      () => this.#write(),
      (error) =>
        options.log.warn(
          { reason: messageOf(error) },
          'Results of deliveries could not be written; they are kept and retried',
        ),
    )
  }

  /** Keeps the result of an attempt. */
  note(attempt: RecordedAttempt): void {
    this.#attempts.push(attempt)
    this.#writeBehind.schedule()
  }

  /** Keeps that the attempt of a queued delivery has ended. */
  end(seq: number): void {
    this.#ended.push(seq)
    this.#writeBehind.schedule()
  }

  /** Keeps a failure. A subscriber that rejects every delivery has one line of the log in a second. */
  noteFailure(failure: Failure): void {
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
    const { store, log } = this.#options
    for (const { failure, deliveries } of this.#failures.values())
      log.warn({ ...failure, deliveries }, 'Deliveries failed and are dropped')
    this.#failures.clear()
    const attempts = this.#attempts
    const ended = this.#ended
    if (attempts.length + ended.length === 0) return
    this.#attempts = []
    this.#ended = []
    try {
      await store.write(async (transaction) => {
        await recordAttempts(transaction, attempts)
        await deleteDeliveries(transaction, ended)
      })
    } catch (error) {
      this.#attempts = [...attempts, ...this.#attempts]
      this.#ended = [...ended, ...this.#ended]
      this.#writeBehind.schedule()
      throw error
    }
    await this.#warn(attempts)
  }

  /** Warns accounts of subscriptions of which an attempt failed now, and all the last ones. */
  async #warn(attempts: readonly RecordedAttempt[]): Promise<void> {
    const { store, clock, warn } = this.#options
    if (!warn) return
    const failed = attempts.filter(({ statusCode }) => !isSuccess(statusCode ?? 0))
    for (const [webhook, account] of new Map(failed.map((each) => [each.webhook, each.account]))) {
      const warning = await claimWarning(store, account, webhook, clock())
      if (warning) warn(warning)
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
export const createDispatcher = (options: DispatcherOptions): Dispatcher => {
  const { store, clock, log, send, server = 'server', seal = sealFor(), observer } = options
  const limits = { ...deliveryLimits, ...options.limits }
  const results = new Results(options)
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)

  /**
   * Sends a payload to the subscription's URL of the moment.
   * @param read returns the subscription, or throws if it does not receive the payload.
   */
  const sendCurrent = async (
    { event, body }: Pick<Job, 'body'> & { event: WebhookName },
    read: () => Promise<Subscription>,
  ): Promise<SubscriberResponse> => {
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

  /** Waits while the database fails: no other process attempts a claimed delivery. */
  const sendWhenReadable = async (job: Job): Promise<SubscriberResponse> => {
    for (;;)
      try {
        return await sendCurrent(job, () => receiverOf(job))
      } catch (error) {
        if (!isUnsent(error) || stopping.signal.aborted) throw error
        await wait(retryMilliseconds)
      }
  }

  /** Returns a function that keeps the result of an attempt that begins now: a response, or why there is none. */
  const noteOf = ({
    account,
    webhook,
    event,
    body,
  }: Pick<Job, 'account' | 'webhook' | 'event' | 'body'>) => {
    const started = performance.now()
    return (result: SubscriberResponse | string): void => {
      const milliseconds = performance.now() - started
      results.note(attemptOf({ account, webhook, event, body, at: clock(), milliseconds }, result))
    }
  }

  /** Makes the attempt of a delivery, and keeps its result. */
  const deliver = async (job: Job): Promise<DeliveryOutcome> => {
    const { webhook, event } = job
    const note = noteOf(job)
    try {
      const response = await sendWhenReadable(job)
      const { status } = response
      note(response)
      if (isSuccess(status)) return 'delivered'
      results.noteFailure({ webhook, event, status })
      return 'rejected'
    } catch (error) {
      if (error instanceof UnwantedError) {
        log.info({ webhook, event }, error.message)
        return 'unwanted'
      }
      results.noteFailure({ webhook, event, reason: messageOf(error) })
      note(reasonForAccount(error))
      return 'failed'
    }
  }
  const attempt = async (job: Job): Promise<void> => {
    observer?.started(job.event)
    const outcome = await deliver(job)
    results.end(job.seq)
    observer?.finished(job.event, outcome)
  }

  /** Tests in progress, in all and by account. */
  let tests = 0
  const testsOf = new Map<AccountId, number>()
  const countTest = (account: AccountId, by: 1 | -1) => {
    tests += by
    const own = (testsOf.get(account) ?? 0) + by
    if (own > 0) testsOf.set(account, own)
    else testsOf.delete(account)
  }
  const test: Deliverer['test'] = async (
    account,
    webhook,
    payload = testEvent(timestamp(clock())),
  ) => {
    const failure = (error: string, statusCode: number | null = null) => ({
      success: false,
      statusCode,
      error,
    })
    if ((testsOf.get(account) ?? 0) >= limits.tests - tests)
      return failure('Too many tests are in progress. Try again later.')
    const { event } = payload
    const body = JSON.stringify(payload)
    const read = async () => {
      const subscription = await findSubscription(store, account, webhook)
      if (!subscription) throw new DeliveryError('The subscription was deleted')
      return subscription
    }
    countTest(account, 1)
    const note = noteOf({ account, webhook, event, body })
    try {
      const response = await sendCurrent({ event, body }, read)
      const { status: statusCode } = response
      note(response)
      return isSuccess(statusCode)
        ? { success: true, statusCode, error: null }
        : failure(`The subscriber returned status ${statusCode}`, statusCode)
    } catch (error) {
      if (error instanceof SealError) log.error({ err: error }, 'A test delivery cannot be signed')
      const reason = reasonForAccount(error)
      note(reason)
      return failure(reason)
    } finally {
      countTest(account, -1)
      // The page that shows the result lists it with those before. At a stop, the response must leave at once.
      if (!stopping.signal.aborted) await results.save()
    }
  }

  const queue = new DeliveryQueue({ store, clock, log, server, limits, attempt })
  const settled = async () => {
    await queue.settled()
    await results.save()
  }

  return {
    enqueue: (...queued) => queue.add(...queued),
    test,
    pickUp: () => queue.pickUp(),
    settled,
    close: () => {
      queue.close()
      return settled()
    },
    giveUp: () => {
      queue.close()
      stopping.abort(new DeliveryError('The service is stopping'))
    },
  }
}
