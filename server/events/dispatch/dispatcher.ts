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
import { type DeliveryObserver, unobserved } from './delivery-observer.ts'
import { EventQueue, type Happened } from './event-queue.ts'
import { Lanes, type LanesOptions } from './lanes.ts'
import { noSeal, type Seal } from './sealed-secret.ts'
import { testDeliveries } from './test-deliveries.ts'

/** An event on its way to one subscription. */
type Job = {
  account: AccountId
  webhook: WebhookId
  event: SubscribableEvent['event']
  body: string
  /** To be called once the subscriber was told or could not be. */
  done: () => void
}

/** How much is done and kept at once. */
type Limits = Omit<LanesOptions<Job>, 'work'> & {
  /** How many tests are under way at once, beside deliveries. */
  tests: number
}

/** A connection costs some 60 KiB and one of the files that a process may open. */
const usualLimits: Limits = { inLane: 16, places: 256, bytes: 64 * 1024 * 1024, tests: 64 }

/** What a job costs while it waits, besides its body. */
const jobBytes = 512

type Options = {
  store: Store
  clock: Clock
  log: Logger
  send: Send
  /** How signing secrets are kept; as they are, if nothing is said. */
  seal?: Seal
  limits?: Partial<Limits>
  /** Told of every delivery; nobody is, if nothing is said. */
  observer?: DeliveryObserver
}

export type Dispatcher = Deliverer & {
  /**
   * Takes an event as `publish` does, and answers once every subscriber was told or could not be: who
   * has many waits, so that none is turned away.
   */
  bring(account: AccountId, event: SubscribableEvent): Promise<void>
  /** Waits for every delivery that waits or is under way. */
  settled(): Promise<void>
  /** Drops what is not delivered yet, and whatever comes after. */
  giveUp(): void
}

/** The subscription does not want what it wanted when the event happened. */
class Unwanted extends DeliveryError {
  constructor() {
    super('a delivery is not wanted any more')
  }
}

/**
 * Brings events to the subscriptions that want them: one attempt each, without retries (specification
 * §6). What fails is logged and dropped. A subscription is read when there is a connection to send a
 * delivery on: from the moment that a rotation is answered, nothing that was signed with the secret
 * before is sent, and nothing at all once a deletion is.
 */
export const createDispatcher = (options: Options): Dispatcher => {
  const { store, clock, log, send, seal = noSeal, observer = unobserved } = options
  const limits = { ...usualLimits, ...options.limits }
  const attempts = new Attempts(send)
  const tests = new Attempts(send)
  let stopped: DeliveryError | undefined

  const drop = ({ webhook, event }: Job, why: { status: number } | { reason: string }): void => {
    log.warn({ webhook, event, ...why }, 'a delivery failed and is dropped')
    observer.over(event, 'status' in why ? 'refused' : 'failed')
  }

  /** Where a job goes and what it is signed with, as things are now. */
  const target = async ({ account, webhook, event }: Job) => {
    const subscription = await findSubscription(store, account, webhook)
    if (!subscription?.active || !subscription.events.includes(event)) throw new Unwanted()
    return { url: subscription.url, secret: seal.open(subscription.secret) }
  }

  const deliver = async (job: Job): Promise<void> => {
    const { event, body } = job
    try {
      const { url } = await target(job)
      const sign = async () => makeDelivery(await target(job), event, body, clock())
      const status = await attempts.make(url, sign)
      if (isSuccess(status)) observer.over(event, 'delivered')
      else drop(job, { status })
    } catch (error) {
      if (error instanceof Unwanted) {
        log.info({ webhook: job.webhook, event }, error.message)
        observer.over(event, 'unwanted')
      } else drop(job, { reason: messageOf(error) })
    } finally {
      job.done()
    }
  }

  const lanes = new Lanes<Job>({ ...limits, work: deliver })

  const refuse = (job: Job, reason: string): void => {
    drop(job, { reason })
    job.done()
  }

  const distribute = ({ account, event, done }: Happened, ids: readonly WebhookId[]): void => {
    if (ids.length === 0) done()
    // Serialised once: what is signed is what is sent, to each.
    const body = JSON.stringify(event)
    let left = ids.length
    const oneIsDone = () => {
      if (--left === 0) done()
    }
    for (const webhook of ids) {
      const job = { account, webhook, event: event.event, body, done: oneIsDone }
      observer.taken(event.event)
      const isTaken = lanes.add(`${account} ${webhook}`, job, body.length + jobBytes)
      if (!isTaken) refuse(job, 'Too much waits already')
    }
  }

  const events = new EventQueue(async (happened) => {
    // Who wants an event is read once for all of its kind.
    const subscribers = new Map<string, Promise<WebhookId[]>>()
    for (const one of happened) {
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
      await events.empty()
      await lanes.idle()
    } while (!events.isEmpty)
  }

  return {
    publish: (account, event) => events.add({ account, event, done: () => {} }),
    bring: (account, event) => new Promise((done) => events.add({ account, event, done })),
    test: testDeliveries({ attempts: tests, seal, clock, log, most: limits.tests }),
    settled,
    giveUp: () => {
      stopped = new DeliveryError('The service is stopping')
      for (const job of lanes.clear()) refuse(job, stopped.message)
      attempts.giveUp(stopped)
      tests.giveUp(stopped)
    },
  }
}
