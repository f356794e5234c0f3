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
  /** How many may be under way at once. */
  most: number
}

/** Makes what sends `webhook.test` (specification §4, test rules): at once, beside all other deliveries. */
export const testDeliveries =
  ({ attempts, seal, clock, log, most }: Options): Deliverer['test'] =>
  async (read) => {
    const payload = testEvent(timestamp(clock()))
    const body = JSON.stringify(payload)
    const target = async () => {
      const subscription = await read()
      if (!subscription) throw new DeliveryError('The subscription is gone')
      return { url: subscription.url, secret: seal.open(subscription.secret) }
    }
    try {
      if (attempts.size >= most) throw new DeliveryError('Too many tests are under way')
      const { url } = await target()
      const sign = async () => makeDelivery(await target(), payload.event, body, clock())
      const status = await attempts.make(url, sign)
      const success = isSuccess(status)
      const error = success ? null : `The subscriber answered ${status}`
      return { success, statusCode: status, error }
    } catch (error) {
      const isSealed = error instanceof SealError
      // What the operator must mend is no business of the account's.
      if (isSealed) log.error({ err: error }, 'a test delivery cannot be signed')
      const short = isSealed ? 'The signing secret cannot be read' : messageOf(error)
      return { success: false, statusCode: null, error: short }
    }
  }
