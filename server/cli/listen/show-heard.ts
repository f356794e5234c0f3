import { messageOf } from '../../events/dispatch/delivery-error.ts'
import type { Heard } from '../../events/listeners/listener.ts'
import type { HandOn } from '../../events/listeners/local-egress.ts'
import { print } from '../command.ts'

/** What people call that which an event is about. */
const numberOf = ({ event }: Heard): string => {
  if ('orderNumber' in event.data) return event.data.orderNumber
  return 'inviteId' in event.data ? (event.data.inviteNumber ?? event.data.inviteId) : '-'
}

type Options = {
  /** What brings deliveries on, if they go anywhere. */
  forward: HandOn | undefined
  /** Whether what is delivered is printed, too. */
  prints: boolean
}

/** Brings a delivery on, once, and prints a line of what it was and what came of it. */
export const showHeard = async (heard: Heard, { forward, prints }: Options): Promise<void> => {
  const columns = [new Date().toISOString(), heard.event.event, numberOf(heard)]
  if (forward) {
    const started = performance.now()
    const outcome = await forward(heard).catch(messageOf)
    columns.push(String(outcome), `${Math.round(performance.now() - started)} ms`)
  }
  print(columns.join('\t'))
  if (prints) print(JSON.stringify(heard.event, null, 2))
}
