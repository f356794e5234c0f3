import type { WebhookName } from '../../../generated/webhooks.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Subscription } from '../../domain/subscription.ts'
import { type Store, StoreFault } from '../../store/store.ts'
import { makeDelivery, type Send } from './delivery.ts'
import { DeliveryError } from './delivery-error.ts'

type Payload = { event: WebhookName; body: string }

type Target = Pick<Subscription, 'url' | 'secret'>

type Options = {
  store: Pick<Store, 'settleMilliseconds'>
  send: Send
  clock: Clock
  /** Reads the URL and the secret. Throws if the subscription does not receive the payload. */
  read: () => Promise<Target>
}

const mostReads = 20

/**
 * Reads what decides about something outside of the database, such as the secret of a delivery. Repeats a
 * slow read: the state that it returns may have been replaced, and the replacement may have settled.
 * @throws {StoreFault} if all reads are slow.
 */
export const readCurrent = async <T>(
  { settleMilliseconds }: Pick<Store, 'settleMilliseconds'>,
  read: () => Promise<T>,
): Promise<T> => {
  if (settleMilliseconds === 0) return read()
  for (let i = 0; i < mostReads; i++) {
    const started = performance.now()
    const result = await read()
    // The other half is the time to act on it.
    if (performance.now() - started < settleMilliseconds / 2) return result
  }
  throw new StoreFault('The database is too slow. Look for locks and slow statements.')
}

/** Thrown when the subscription has another URL than the one that is connected to. */
class MovedError extends DeliveryError {}

/**
 * Sends a payload to a subscription's URL of the moment. The subscription is read again after the
 * connection is made. If its URL has changed, connects to the new one instead.
 * @param known the subscription, if it was read a moment ago.
 * @returns the status code of the response.
 */
export const sendCurrent = async (
  options: Options,
  payload: Payload,
  known?: Target,
): Promise<number> => {
  const { store, send, clock, read } = options
  const { url } = known ?? (await read())
  const sign = async () => {
    const current = await readCurrent(store, read)
    if (current.url !== url) throw new MovedError('The subscription has another URL')
    return makeDelivery(current, payload.event, payload.body, clock())
  }
  try {
    return await send(url, sign)
  } catch (error) {
    if (error instanceof MovedError) return sendCurrent(options, payload)
    throw error
  }
}
