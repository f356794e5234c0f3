import { messageOf } from '../../events/dispatch/delivery-error.ts'
import type { ReceivedDelivery } from '../../events/listeners/listener.ts'
import type { Forward } from '../../events/listeners/local-egress.ts'
import { print } from '../command.ts'

/** Returns the number of the order or invite that an event is about. */
const numberOf = ({ event }: ReceivedDelivery): string => {
  if ('orderNumber' in event.data) return event.data.orderNumber
  return 'inviteId' in event.data ? (event.data.inviteNumber ?? event.data.inviteId) : '-'
}

type Options = {
  /** Forwards a delivery. Undefined without --forward-to. */
  forward: Forward | undefined
  /** Whether to print the payload too. */
  printsPayload: boolean
}

/** The status for a delivery that got no response where it was forwarded to (RFC 9110 §15.6.3). */
const badGateway = 502

/**
 * Forwards a delivery once, and prints its time, event, number and outcome as one line.
 * @returns the status of the response to the delivery: that of the program it was forwarded to.
 */
export const printDelivery = async (
  delivery: ReceivedDelivery,
  { forward, printsPayload }: Options,
): Promise<number> => {
  let status = 204
  const columns = [new Date().toISOString(), delivery.event.event, numberOf(delivery)]
  if (forward) {
    const started = performance.now()
    const outcome = await forward(delivery).catch(messageOf)
    status = typeof outcome === 'number' ? outcome : badGateway
    columns.push(String(outcome), `${Math.round(performance.now() - started)} ms`)
  }
  print(columns.join('\t'))
  if (printsPayload) print(JSON.stringify(delivery.event, null, 2))
  return status
}
