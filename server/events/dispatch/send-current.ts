import type { WebhookName } from '../../../generated/webhooks.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Subscription } from '../../domain/subscription.ts'
import { makeDelivery, type Send } from './delivery.ts'
import { DeliveryError } from './delivery-error.ts'

type Payload = { event: WebhookName; body: string }

type Target = Pick<Subscription, 'url' | 'secret'>

type Options = {
  send: Send
  clock: Clock
  /** Reads the URL and the secret. Throws if the subscription does not receive the payload. */
  read: () => Promise<Target>
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
  const { send, clock, read } = options
  const { url } = known ?? (await read())
  const sign = async () => {
    const current = await read()
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
