import type { Clock } from '../domain/clock.ts'
import type { Publisher, SubscribableEvent } from '../domain/event.ts'
import { type AccountId, isListenerId, type WebhookId } from '../domain/ids.ts'
import type { Store, Transaction, Writer } from '../store/store.ts'
import { enqueueDeliveries } from '../store/webhooks/delivery-queue.ts'

/** Publishes the events of a command: it queues their deliveries, which a server makes. */
export type CommandPublisher = Publisher<Transaction> & {
  /** Tells the servers of the deliveries. */
  settled(): Promise<void>
  /** Returns the number of deliveries that were queued. */
  count(): number
}

/** Creates what publishes the events of a command. */
export const commandPublisher = (store: Store, clock: Clock): CommandPublisher => {
  let deliveries = 0
  return {
    enqueue: async (transaction, account, event) => {
      const added = await queueEvent(transaction, account, event, clock())
      return () => {
        deliveries += added.length
      }
    },
    // Servers find the deliveries without it too, later.
    settled: () => store.signals.send().catch(() => {}),
    count: () => deliveries,
  }
}

/** Adds the deliveries of an event. Returns the subscriptions that have them. Listeners take their own. */
export async function queueEvent(
  writer: Writer,
  account: AccountId,
  event: SubscribableEvent,
  now: number,
): Promise<WebhookId[]> {
  // Serialised once, so that every subscriber receives the same bytes.
  const delivery = { event: event.event, body: JSON.stringify(event), now }
  const added = await enqueueDeliveries(writer, account, delivery)
  return added.flatMap((id) => (isListenerId(id) ? [] : [id]))
}
