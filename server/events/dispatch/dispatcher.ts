import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../../domain/clock.ts'
import { type Store, StoreFault } from '../../store/store.ts'
import { findSubscription } from '../../store/webhooks.ts'
import type { Deliverer } from './deliverer.ts'
import { isSuccess, type Send } from './delivery.ts'
import { DeliveryError, messageOf } from './delivery-error.ts'
import { type DeliveryObserver, noObserver } from './delivery-observer.ts'
import { FailureLog } from './failure-log.ts'
import { LastDeliveries } from './last-deliveries.ts'
import { isStale, type Job, Outbox, type OutboxLimits, outboxLimits } from './outbox.ts'
import { noSeal, reasonForAccount, type Seal } from './sealed-secret.ts'
import { sendCurrent } from './send-current.ts'
import { testDeliveries } from './test-deliveries.ts'

type Limits = OutboxLimits & {
  /** Maximum number of concurrent test deliveries. They take no places of others. */
  tests: number
}

const deliveryLimits: Limits = { ...outboxLimits, tests: 64 }

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
  Pick<Outbox, 'pickUp' | 'settled' | 'close'> & {
    /** Aborts deliveries in progress. Starts none later. */
    giveUp(): void
  }

/** While the database fails, a claimed delivery is begun again after this time. */
const retryMilliseconds = 500

/** Returns whether the database failed before anything was sent. The egress wraps errors. */
const isUnsent = (error: unknown): boolean =>
  error instanceof StoreFault ||
  (error instanceof DeliveryError && error.cause instanceof StoreFault)

/** Thrown when the subscription no longer receives an event that it did receive when it was published. */
class UnwantedError extends DeliveryError {
  constructor() {
    super('A delivery is skipped: the subscription was deleted, deactivated or changed')
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
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)
  const sendUntilStop: Send = (url, sign) => send(url, sign, stopping.signal)

  const drop = ({ webhook, event }: Job, why: { status: number } | { reason: string }): void => {
    failures.note({ webhook, event, ...why })
    observer.finished(event, 'status' in why ? 'refused' : 'failed')
  }

  /** Reads the current URL and secret of a job's subscription. @throws {UnwantedError} */
  const target = async (job: Job) => {
    if (isStale(job)) throw new DeliveryError('The event is too old')
    const subscription = await findSubscription(store, job.account, job.webhook)
    if (!subscription?.active || !subscription.events.some((each) => each === job.event))
      throw new UnwantedError()
    return { url: subscription.url, secret: seal.open(subscription.secret) }
  }

  /** Waits while the database fails: a claimed delivery is in no other place than here. */
  const sendWhenReadable = async (job: Job): Promise<number> => {
    for (;;)
      try {
        const read = () => target(job)
        return await sendCurrent({ store, send: sendUntilStop, clock, read }, job)
      } catch (error) {
        if (!isUnsent(error) || stopping.signal.aborted) throw error
        await wait(retryMilliseconds)
      }
  }

  const attempt = async (job: Job): Promise<void> => {
    const { account, webhook, event } = job
    observer.started(event)
    try {
      const status = await sendWhenReadable(job)
      results.note(account, webhook, { event, at: clock(), statusCode: status, error: null })
      if (isSuccess(status)) observer.finished(event, 'delivered')
      else drop(job, { status })
    } catch (error) {
      if (error instanceof UnwantedError) {
        log.info({ webhook, event }, error.message)
        observer.finished(event, 'unwanted')
        return
      }
      drop(job, { reason: messageOf(error) })
      const reason = reasonForAccount(error)
      results.note(account, webhook, { event, at: clock(), statusCode: null, error: reason })
    }
  }

  const outbox = new Outbox({ store, clock, log, limits, attempt })

  const save = async (): Promise<void> => {
    failures.flush()
    await results.save()
  }

  return {
    enqueue: (...queued) => outbox.add(...queued),
    publish: (...published) => outbox.publish(...published),
    test: testDeliveries({
      store,
      send: sendUntilStop,
      results,
      seal,
      clock,
      log,
      maximum: limits.tests,
    }),
    pickUp: () => outbox.pickUp(),
    settled: async () => {
      await outbox.settled()
      await save()
    },
    close: async () => {
      await outbox.close()
      await save()
    },
    giveUp: () => {
      outbox.giveUp()
      stopping.abort(new DeliveryError('The service is stopping'))
    },
  }
}
