import type { Logger } from 'pino'
import { type Clock, timestamp } from '../domain/clock.ts'
import type { Store } from '../store/store.ts'
import { listSubscriptions, type Subscription } from '../store/webhooks.ts'
import type { Deliverer, SubscribableEvent } from './deliverer.ts'
import { makeDelivery, type Send } from './delivery.ts'
import { Lanes } from './lanes.ts'
import { testEvent } from './payload.ts'
import { noSeal, type Seal } from './sealed-secret.ts'

type Options = {
  store: Store
  clock: Clock
  log: Logger
  send: Send
  /** How signing secrets are kept; as they are, if nothing is said. */
  seal?: Seal
}

export type Dispatcher = Deliverer & {
  /**
   * Takes an event as `publish` does, and answers once every subscriber was told or could not be: who
   * has many waits, so that none is turned away.
   */
  bring(account: string, event: SubscribableEvent): Promise<void>
  /** Waits for every delivery under way. */
  settled(): Promise<void>
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Brings events to the subscriptions that want them: one attempt each, all at once, without retries
 * (specification §6). What fails is logged and dropped.
 */
export const createDispatcher = ({
  store,
  clock,
  log,
  send,
  seal = noSeal,
}: Options): Dispatcher => {
  const underWay = new Set<Promise<void>>()
  const lanes = new Lanes({ inLane: 16, waiting: 1000 })

  const deliver = async (
    { id, url, secret }: Pick<Subscription, 'id' | 'url' | 'secret'>,
    event: SubscribableEvent['event'],
    body: string,
  ): Promise<void> => {
    const failed = (details: object) =>
      log.warn({ webhook: id, event, ...details }, 'a delivery failed and is dropped')
    try {
      const status = await lanes.run(id, () =>
        send(makeDelivery({ url, secret: seal.open(secret) }, event, body, clock())),
      )
      if (!isSuccess(status)) failed({ status })
    } catch (error) {
      failed({ reason: reason(error) })
    }
  }

  const publish = async (account: string, event: SubscribableEvent): Promise<void> => {
    const subscriptions = await listSubscriptions(store, account)
    const wanting = subscriptions.filter(
      ({ active, events }) => active && events.includes(event.event),
    )
    if (wanting.length === 0) return
    const body = JSON.stringify(event)
    await Promise.all(wanting.map((subscription) => deliver(subscription, event.event, body)))
  }

  const bring = (account: string, event: SubscribableEvent): Promise<void> => {
    const done = publish(account, event)
      .catch((error: unknown) =>
        log.error({ err: error, event: event.event }, 'an event cannot be delivered'),
      )
      .finally(() => underWay.delete(done))
    underWay.add(done)
    return done
  }

  return {
    bring,

    publish: (account, event) => {
      void bring(account, event)
    },

    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },

    test: async (subscription) => {
      const event = testEvent(timestamp(clock()))
      const body = JSON.stringify(event)
      try {
        const secret = seal.open(subscription.secret)
        const delivery = makeDelivery({ ...subscription, secret }, event.event, body, clock())
        const status = await send(delivery)
        const success = isSuccess(status)
        return {
          success,
          statusCode: status,
          error: success ? null : `The subscriber answered ${status}`,
        }
      } catch (error) {
        return { success: false, statusCode: null, error: reason(error) }
      }
    },
  }
}
