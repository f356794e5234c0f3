import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { components } from '../../generated/types.ts'
import type { WebhookName, WebhookPayloads } from '../../generated/webhooks.ts'
import type { Clock } from '../domain/clock.ts'
import type { Publisher } from '../domain/event.ts'
import type { AccountId, WebhookId } from '../domain/ids.ts'
import { type Store, StoreFault, type Transaction } from '../store/store.ts'
import { type RecordedAttempt, recordAttempts } from '../store/webhooks/attempts.ts'
import { deleteDeliveries } from '../store/webhooks/delivery-queue.ts'
import {
  claimWarning,
  type FailureWarning,
  findSubscription,
  type Subscription,
} from '../store/webhooks/webhooks.ts'
import { createWriteBehind, type WriteBehind } from '../store/write-behind.ts'
import {
  type AttemptResult,
  attemptDelivery,
  DeliveryError,
  isSuccess,
  type Message,
  messageOf,
  reasonForAccount,
  recordOf,
  type Send,
} from './attempt-delivery.ts'
import { DeliveryQueue, type DeliveryQueueLimits, isStale, type Job } from './delivery-queue.ts'
import { type Seal, SealError, sealFor } from './sealed-secret.ts'

type WebhookTestResult = components['schemas']['WebhookTestResult']

/** Delivers events to the account's active subscriptions to them. */
export type Deliverer = Publisher<Transaction> & {
  /** Sends one event, such as a test, to a subscription at once, even if it has other events (specification §4). */
  sendNow(
    account: AccountId,
    webhook: WebhookId,
    payload: WebhookPayloads[WebhookName],
  ): Promise<WebhookTestResult>
}

/**
 * The outcome of a delivery: `delivered` is a 2xx response, `rejected` any other status, and `failed` no
 * response. `unwanted` means that the subscription was deleted, deactivated or changed before it was sent.
 */
type DeliveryOutcome = 'delivered' | 'rejected' | 'failed' | 'unwanted'

/** Called when a delivery is attempted and when it is finished. */
export type DeliveryObserver = {
  started(event: WebhookName): void
  finished(event: WebhookName, outcome: DeliveryOutcome): void
}

type Limits = DeliveryQueueLimits & {
  /** Maximum number of deliveries that are sent now. They take no places of others. An account leaves half of them free. */
  sentNow: number
}

const deliveryLimits: Limits = { perSubscription: 16, total: 256, waiting: 100_000, sentNow: 64 }

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
 * Reads data for an act outside the database, such as the secret of a delivery. Repeats a
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

/** Thrown when the subscription no longer receives an event that it did receive when it was published. */
class UnwantedError extends DeliveryError {}

/** Returns whether the database failed before anything was sent. The egress wraps errors. */
const isUnsent = (result: AttemptResult): boolean =>
  'error' in result &&
  (result.error instanceof StoreFault ||
    (result.error instanceof DeliveryError && result.error.cause instanceof StoreFault))

/** A failed delivery: the status code of its response, or the reason why there is none. */
type Failure = { webhook: WebhookId; event: WebhookName } & (
  | { status: number }
  | { reason: string }
)

type ResultsOptions = Pick<DispatcherOptions, 'store' | 'clock' | 'log' | 'warn'>

/**
 * The results of deliveries, written once a second: failures to the log, attempts and ended deliveries to the database. A delivery itself writes nothing.
 */
class Results {
  readonly #options: ResultsOptions
  readonly #writeBehind: WriteBehind
  /** Failures by kind, with their number. */
  readonly #failures = new Map<string, { failure: Failure; deliveries: number }>()
  #attempts: RecordedAttempt[] = []
  /** The numbers of queued deliveries whose attempts have ended. */
  #ended: Pick<Job, 'account' | 'seq'>[] = []

  constructor(options: ResultsOptions) {
    this.#options = options
    this.#writeBehind = createWriteBehind(
      () => this.#write(),
      (error) =>
        options.log.warn(
          { reason: messageOf(error) },
          'Results of deliveries could not be written; they are kept and retried',
        ),
    )
  }

  note(attempt: RecordedAttempt): void {
    this.#attempts.push(attempt)
    this.#writeBehind.schedule()
  }

  /** Keeps that the attempt of a queued delivery has ended. */
  end({ account, seq }: Pick<Job, 'account' | 'seq'>): void {
    this.#ended.push({ account, seq })
    this.#writeBehind.schedule()
  }

  /** Keeps a failure. A subscriber that rejects every delivery has one line of the log in a second. */
  noteFailure(failure: Failure): void {
    const kind = JSON.stringify(failure)
    const deliveries = (this.#failures.get(kind)?.deliveries ?? 0) + 1
    this.#failures.set(kind, { failure, deliveries })
    this.#writeBehind.schedule()
  }

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

/** Makes the attempts of deliveries, and keeps their results. */
class Attempts {
  readonly #options: DispatcherOptions
  readonly #results: Results
  readonly #stop: AbortSignal
  readonly #seal: Seal
  readonly #sentNow: number
  /** The deliveries in progress that accounts send at once. */
  readonly #sending = new Map<AccountId, number>()

  constructor(options: DispatcherOptions, results: Results, stop: AbortSignal, sentNow: number) {
    this.#options = options
    this.#results = results
    this.#stop = stop
    this.#seal = options.seal ?? sealFor()
    this.#sentNow = sentNow
  }

  async deliver(job: Job): Promise<void> {
    const { observer } = this.#options
    observer?.started(job.event)
    const outcome = await this.#outcomeOf(job)
    this.#results.end(job)
    observer?.finished(job.event, outcome)
  }

  async #outcomeOf(job: Job): Promise<DeliveryOutcome> {
    const { webhook, event } = job
    const result = await this.#attemptWhenReadable(job)
    if ('error' in result && result.error instanceof UnwantedError) {
      this.#options.log.info({ webhook, event }, result.error.message)
      return 'unwanted'
    }
    this.#results.note(recordOf({ ...job, at: this.#options.clock() }, result))
    if ('error' in result) {
      this.#results.noteFailure({ webhook, event, reason: messageOf(result.error) })
      return 'failed'
    }
    const { status } = result.response
    if (isSuccess(status)) return 'delivered'
    this.#results.noteFailure({ webhook, event, status })
    return 'rejected'
  }

  /** Waits while the database fails: no other process attempts a claimed delivery. */
  async #attemptWhenReadable(job: Job): Promise<AttemptResult> {
    for (;;) {
      const result = await this.#attempt(job, () => this.#subscriptionOf(job))
      if (!isUnsent(result) || this.#stop.aborted) return result
      await wait(retryMilliseconds)
    }
  }

  #attempt(message: Message, subscription: () => Promise<Subscription>): Promise<AttemptResult> {
    const { store, send, clock } = this.#options
    const read = async () => {
      const { url, secret } = await readCurrent(store, subscription)
      return { url, secret: this.#seal.open(secret) }
    }
    return attemptDelivery(message, read, { send, clock, stop: this.#stop })
  }

  /** Reads the subscription of a job. @throws {UnwantedError} */
  async #subscriptionOf(job: Job): Promise<Subscription> {
    if (isStale(job)) throw new DeliveryError('The event is too old')
    const subscription = await findSubscription(this.#options.store, job.account, job.webhook)
    if (subscription?.active && subscription.events.some((each) => each === job.event))
      return subscription
    throw new UnwantedError(
      'A delivery is skipped: the subscription was deleted, deactivated or changed',
    )
  }

  readonly sendNow: Deliverer['sendNow'] = async (account, webhook, payload) => {
    const { store, clock, log } = this.#options
    const own = this.#sending.get(account) ?? 0
    const all = [...this.#sending.values()].reduce((sum, each) => sum + each, 0)
    // An account leaves half of the free places to others.
    if (own >= this.#sentNow - all)
      return failure('Too many tests are in progress. Try again later.')
    this.#sending.set(account, own + 1)
    const message = { event: payload.event, body: JSON.stringify(payload) }
    const read = async () => {
      const subscription = await findSubscription(store, account, webhook)
      if (!subscription) throw new DeliveryError('The subscription was deleted')
      return subscription
    }
    const result = await this.#attempt(message, read)
    if ('error' in result && result.error instanceof SealError)
      log.error({ err: result.error }, 'A test delivery cannot be signed')
    this.#results.note(recordOf({ account, webhook, at: clock(), ...message }, result))
    this.#sending.set(account, (this.#sending.get(account) ?? 0) - 1)
    // The page that shows the result lists it with those before. At a stop, the response must leave at once.
    if (!this.#stop.aborted) await this.#results.save()
    return testResultOf(result)
  }
}

function testResultOf(result: AttemptResult): WebhookTestResult {
  if ('error' in result) return failure(reasonForAccount(result.error))
  const { status } = result.response
  return isSuccess(status)
    ? { success: true, statusCode: status, error: null }
    : failure(`The subscriber returned status ${status}`, status)
}

function failure(error: string, statusCode: number | null = null): WebhookTestResult {
  return { success: false, statusCode, error }
}

/**
 * Creates a dispatcher, which delivers events to active subscriptions: one attempt each, without retries
 * (specification §6). Failed deliveries are logged and dropped.
 */
export const createDispatcher = (options: DispatcherOptions): Dispatcher => {
  const { server = 'server' } = options
  const limits = { ...deliveryLimits, ...options.limits }
  const results = new Results(options)
  const stopping = new AbortController()
  const attempts = new Attempts(options, results, stopping.signal, limits.sentNow)
  const queue = new DeliveryQueue({
    ...options,
    server,
    limits,
    attempt: (job) => attempts.deliver(job),
  })
  const settled = async () => {
    await queue.settled()
    await results.save()
  }
  return {
    enqueue: queue.enqueue.bind(queue),
    sendNow: attempts.sendNow,
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
