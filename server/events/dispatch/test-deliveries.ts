import type { Logger } from 'pino'
import { type Clock, timestamp } from '../../domain/clock.ts'
import { testEvent } from '../payloads/payload.ts'
import type { Attempts } from './attempts.ts'
import type { Deliverer } from './deliverer.ts'
import { isSuccess, makeDelivery } from './delivery.ts'
import { DeliveryError, messageOf } from './delivery-error.ts'
import { type Seal, SealError } from './sealed-secret.ts'

type Options = {
  attempts: Attempts
  seal: Seal
  clock: Clock
  log: Logger
  /** Maximum number of concurrent tests. */
  maximum: number
}

/** Returns a function that sends `webhook.test` at once, without a queue (specification §4, test rules). */
export const testDeliveries =
  ({ attempts, seal, clock, log, maximum }: Options): Deliverer['test'] =>
  async (read) => {
    const payload = testEvent(timestamp(clock()))
    const body = JSON.stringify(payload)
    const target = async () => {
      const subscription = await read()
      if (!subscription) throw new DeliveryError('The subscription was deleted')
      return { url: subscription.url, secret: seal.open(subscription.secret) }
    }
    try {
      if (attempts.size >= maximum)
        throw new DeliveryError('Too many tests are in progress. Try again later.')
      const { url } = await target()
      const sign = async () => makeDelivery(await target(), payload.event, body, clock())
      const status = await attempts.make(url, sign)
      const success = isSuccess(status)
      const error = success ? null : `The subscriber returned status ${status}`
      return { success, statusCode: status, error }
    } catch (error) {
      const isSealed = error instanceof SealError
      // The account does not see the cause, because only the operator can fix it.
      if (isSealed) log.error({ err: error }, 'a test delivery cannot be signed')
      const reason = isSealed ? 'The signing secret cannot be read' : messageOf(error)
      return { success: false, statusCode: null, error: reason }
    }
  }
