import type { Logger } from 'pino'
import type { Clock } from '../../domain/clock.ts'
import type { SubscribableEvent } from '../dispatch/deliverer.ts'
import { isSuccess, makeDelivery } from '../dispatch/delivery.ts'
import { DeliveryError, messageOf } from '../dispatch/delivery-error.ts'
import type { Dispatcher } from '../dispatch/dispatcher.ts'
import { Lanes } from '../dispatch/lanes.ts'
import type { Seal } from '../dispatch/sealed-secret.ts'
import type { Listeners, Listening } from './listeners.ts'

type Options = { listeners: Listeners; clock: Clock; seal: Seal; log: Logger }

/** An event on its way to one listener. */
type Job = Pick<Listening, 'id' | 'secret' | 'hand'> & {
  event: SubscribableEvent['event']
  body: string
  /** To be called once the listener was told or could not be. */
  done: () => void
}

/** How much is done and kept at once: a listener answers before it does anything with a delivery. */
const limits = { inLane: 16, places: 64, bytes: 16 * 1024 * 1024 }

/**
 * Has a dispatcher tell who listens on this machine, besides its subscribers. It is a developer's
 * convenience: what a listener does not take is nothing that a log need complain of.
 */
export const withListeners = (
  dispatcher: Dispatcher,
  { listeners, clock, seal, log }: Options,
): Dispatcher => {
  const stopping = new AbortController()

  const miss = ({ id, event }: Job, why: object): void =>
    log.debug({ listener: id, event, ...why }, 'a listener does not take a delivery')

  const lanes = new Lanes<Job>({
    ...limits,
    work: async (job) => {
      const { secret, hand, event, body, done } = job
      try {
        const signed = makeDelivery({ url: '', secret: seal.open(secret) }, event, body, clock())
        const status = await hand(signed, stopping.signal)
        if (!isSuccess(status)) miss(job, { status })
      } catch (error) {
        miss(job, { reason: messageOf(error) })
      } finally {
        done()
      }
    },
  })

  /** Lanes begin after the turn of the event loop, as a dispatcher's do. */
  const tell = (wanting: readonly Listening[], event: SubscribableEvent): Promise<void>[] => {
    if (wanting.length === 0) return []
    const body = JSON.stringify(event)
    return wanting.map(
      (listening) =>
        new Promise((done) => {
          const job = { ...listening, event: event.event, body, done }
          if (lanes.add(listening.id, job, body.length)) return
          miss(job, { reason: 'Too much waits already' })
          done()
        }),
    )
  }

  return {
    ...dispatcher,

    publish: (account, event) => {
      dispatcher.publish(account, event)
      tell(listeners.wanting(account, event.event), event)
    },

    bring: async (account, event) => {
      const told = tell(listeners.wanting(account, event.event), event)
      await Promise.all([dispatcher.bring(account, event), ...told])
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
