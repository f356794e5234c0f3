import type { Logger } from 'pino'
import { type Clock, timestamp } from '../../domain/clock.ts'
import { readCurrent } from '../../store/engine/settled-reads.ts'
import type { Store } from '../../store/store.ts'
import { testEvent } from '../payloads/payload.ts'
import type { Attempts } from './attempts.ts'
import type { Deliverer } from './deliverer.ts'
import { isSuccess, makeDelivery } from './delivery.ts'
import { DeliveryError } from './delivery-error.ts'
import type { LastDeliveries } from './last-deliveries.ts'
import { reasonForAccount, type Seal, SealError } from './sealed-secret.ts'

type Options = {
  store: Pick<Store, 'settleMilliseconds'>
  attempts: Attempts
  results: LastDeliveries
  seal: Seal
  clock: Clock
  log: Logger
  /** Maximum number of concurrent tests. */
  maximum: number
}

/** Returns a function that sends `webhook.test` at once, without a queue (specification §4, test rules). */
export const testDeliveries =
  ({ store, attempts, results, seal, clock, log, maximum }: Options): Deliverer['test'] =>
  async (account, subscription, read) => {
    const payload = testEvent(timestamp(clock()))
    const body = JSON.stringify(payload)
    const note = (statusCode: number | null, error: string | null): void => {
      const { event } = payload
      results.note(account, subscription.id, { event, at: clock(), statusCode, error })
    }
    const secretOf = ({ secret }: typeof subscription) => seal.open(secret)
    if (attempts.size >= maximum) {
      const reason = 'Too many tests are in progress. Try again later.'
      return { success: false, statusCode: null, error: reason }
    }
    try {
      // A secret that cannot be decrypted fails before the connection.
      secretOf(subscription)
      const sign = async () => {
        const current = await readCurrent(store, read)
        if (!current) throw new DeliveryError('The subscription was deleted')
        const target = { url: current.url, secret: secretOf(current) }
        return makeDelivery(target, payload.event, body, clock())
      }
      const status = await attempts.make(subscription.url, sign)
      note(status, null)
      const success = isSuccess(status)
      const error = success ? null : `The subscriber returned status ${status}`
      return { success, statusCode: status, error }
    } catch (error) {
      if (error instanceof SealError) log.error({ err: error }, 'a test delivery cannot be signed')
      const reason = reasonForAccount(error)
      note(null, reason)
      return { success: false, statusCode: null, error: reason }
    }
  }
