import type { Logger } from 'pino'
import type { Clock } from '../../domain/clock.ts'
import type { SubscribableEvent } from '../../domain/event.ts'
import { isSuccess, makeDelivery } from '../dispatch/delivery.ts'
import { DeliveryError, messageOf } from '../dispatch/delivery-error.ts'
import type { Dispatcher } from '../dispatch/dispatcher.ts'
import { Lanes } from '../dispatch/lanes.ts'
import type { Seal } from '../dispatch/sealed-secret.ts'
import type { Listeners, ListenerTarget } from './listeners.ts'

type Options = { listeners: Listeners; clock: Clock; seal: Seal; log: Logger }

/** A delivery to one listener. */
type Job = Pick<ListenerTarget, 'id' | 'secret' | 'forward'> & {
  event: SubscribableEvent['event']
  body: string
  /** Called when the delivery succeeded or failed. */
  done: () => void
}

/** Concurrency and memory. Listeners respond before they process a delivery. */
const limits = { perLane: 16, slots: 64, bytes: 16 * 1024 * 1024 }

/**
 * Extends a dispatcher to deliver to local listeners (`merch webhooks listen`) too. A tool for
 * developers: failed deliveries to listeners are logged at level `debug` only.
 */
export const withListeners = (
  dispatcher: Dispatcher,
  { listeners, clock, seal, log }: Options,
): Dispatcher => {
  const stopping = new AbortController()

  const logMiss = ({ id, event }: Job, why: object): void =>
    log.debug({ listener: id, event, ...why }, 'delivery to a listener failed')

  const lanes = new Lanes<Job>({
    ...limits,
    work: async (job) => {
      const { secret, forward, event, body, done } = job
      try {
        const signed = makeDelivery({ url: '', secret: seal.open(secret) }, event, body, clock())
        const status = await forward(signed, stopping.signal)
        if (!isSuccess(status)) logMiss(job, { status })
      } catch (error) {
        logMiss(job, { reason: messageOf(error) })
      } finally {
        done()
      }
    },
  })

  /** Lanes start after the current turn of the event loop, like a dispatcher's. */
  const deliver = (
    matching: readonly ListenerTarget[],
    event: SubscribableEvent,
  ): Promise<void>[] => {
    if (matching.length === 0) return []
    const body = JSON.stringify(event)
    return matching.map(
      (listening) =>
        new Promise((done) => {
          const job = { ...listening, event: event.event, body, done }
          if (lanes.add(listening.id, job, body.length)) return
          logMiss(job, { reason: 'The queue is full' })
          done()
        }),
    )
  }

  return {
    ...dispatcher,

    publish: (account, event) => {
      dispatcher.publish(account, event)
      deliver(listeners.matching(account, event.event), event)
    },

    publishAndWait: async (account, event) => {
      const deliveries = deliver(listeners.matching(account, event.event), event)
      await Promise.all([dispatcher.publishAndWait(account, event), ...deliveries])
    },

    settled: async () => {
      await dispatcher.settled()
      await lanes.idle()
    },

    giveUp: () => {
      dispatcher.giveUp()
      for (const { done } of lanes.clear()) done()
      stopping.abort(new DeliveryError('The service is stopping'))
    },
  }
}
