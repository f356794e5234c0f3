import type { Logger } from 'pino'
import { type Clock, timestamp } from '../../domain/clock.ts'
import type { Store } from '../../store/store.ts'
import { testEvent } from '../payloads/payload.ts'
import type { Deliverer } from './deliverer.ts'
import { isSuccess, type Send } from './delivery.ts'
import { DeliveryError } from './delivery-error.ts'
import type { LastDeliveries } from './last-deliveries.ts'
import { reasonForAccount, type Seal, SealError } from './sealed-secret.ts'
import { sendCurrent } from './send-current.ts'

type Options = {
  store: Pick<Store, 'settleMilliseconds'>
  send: Send
  results: LastDeliveries
  seal: Seal
  clock: Clock
  log: Logger
  /** Maximum number of concurrent tests. */
  maximum: number
}

/** Returns a function that sends `webhook.test` at once, without a queue (specification §4, test rules). */
export const testDeliveries = ({
  store,
  send,
  results,
  seal,
  clock,
  log,
  maximum,
}: Options): Deliverer['test'] => {
  let inProgress = 0
  return async (account, subscription, find) => {
    const payload = testEvent(timestamp(clock()))
    const { event } = payload
    const body = JSON.stringify(payload)
    const note = (statusCode: number | null, error: string | null): void => {
      results.note(account, subscription.id, { event, at: clock(), statusCode, error })
    }
    if (inProgress >= maximum) {
      const reason = 'Too many tests are in progress. Try again later.'
      return { success: false, statusCode: null, error: reason }
    }
    const targetOf = ({ url, secret }: typeof subscription) => ({ url, secret: seal.open(secret) })
    const read = async () => {
      const current = await find()
      if (!current) throw new DeliveryError('The subscription was deleted')
      return targetOf(current)
    }
    inProgress++
    try {
      const known = targetOf(subscription)
      const options = { store, send, clock, read }
      const status = await sendCurrent(options, { event, body }, known)
      note(status, null)
      const success = isSuccess(status)
      const error = success ? null : `The subscriber returned status ${status}`
      return { success, statusCode: status, error }
    } catch (error) {
      if (error instanceof SealError) log.error({ err: error }, 'A test delivery cannot be signed')
      const reason = reasonForAccount(error)
      note(null, reason)
      return { success: false, statusCode: null, error: reason }
    } finally {
      inProgress--
    }
  }
}
