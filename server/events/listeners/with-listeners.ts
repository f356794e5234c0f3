import type { Logger } from 'pino'
import type { Clock } from '../../domain/clock.ts'
import type { SubscribableEvent } from '../../domain/event.ts'
import type { AccountId } from '../../domain/ids.ts'
import { isSuccess, makeDelivery } from '../dispatch/delivery.ts'
import { DeliveryError, messageOf } from '../dispatch/delivery-error.ts'
import type { Dispatcher } from '../dispatch/dispatcher.ts'
import { Lanes } from '../dispatch/lanes.ts'
import { MemoryQueue } from '../dispatch/memory-queue.ts'
import type { Seal } from '../dispatch/sealed-secret.ts'
import type { Listeners, ListenerTarget } from './listeners.ts'

type Options = { listeners: Listeners; clock: Clock; seal: Seal; log: Logger }

/** A delivery to one listener. */
type Job = Pick<ListenerTarget, 'id' | 'secret' | 'forward'> & {
  event: SubscribableEvent['event']
  body: string
}

/** Concurrency and memory. Listeners respond before they process a delivery. */
export const listenerLimits = { perLane: 16, slots: 64 }
export const maxQueuedBytes = 16 * 1024 * 1024

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

  const queue = new MemoryQueue<Job>(maxQueuedBytes)
  const lanes = new Lanes({
    ...listenerLimits,
    take: queue.take,
    work: async (job: Job) => {
      const { secret, forward, event, body } = job
      try {
        const signed = makeDelivery({ url: '', secret: seal.open(secret) }, event, body, clock())
        const status = await forward(signed, stopping.signal)
        if (!isSuccess(status)) logMiss(job, { status })
        return true
      } catch (error) {
        logMiss(job, { reason: messageOf(error) })
        return false
      }
    },
  })

  /** Lanes start after the current turn of the event loop, like a dispatcher's. */
  const deliver = (account: AccountId, event: SubscribableEvent): void => {
    const matching = listeners.matching(account, event.event)
    if (matching.length === 0) return
    const body = JSON.stringify(event)
    for (const listening of matching) {
      const job = { ...listening, event: event.event, body }
      const lane = { account, name: listening.id }
      if (queue.add(lane, job, body.length)) lanes.wake(lane)
      else logMiss(job, { reason: 'The queue is full' })
    }
  }

  return {
    ...dispatcher,

    enqueue: (transaction, account, event) => {
      const start = dispatcher.enqueue(transaction, account, event)
      return () => {
        start()
        deliver(account, event)
      }
    },

    publish: (account, event) => {
      dispatcher.publish(account, event)
      deliver(account, event)
    },

    settled: async () => {
      await dispatcher.settled()
      await lanes.idle()
    },

    close: async () => {
      await dispatcher.close()
      await lanes.idle()
    },

    giveUp: () => {
      dispatcher.giveUp()
      lanes.stop()
      stopping.abort(new DeliveryError('The service is stopping'))
    },
  }
}
