import type { Clock } from '../domain/clock.ts'
import type { Publisher } from '../domain/event.ts'
import type { Store, Transaction } from '../store/store.ts'
import { queueEvent } from './delivery-queue.ts'

/** Publishes the events of a command: it queues their deliveries, which a server makes. */
export type CommandPublisher = Publisher<Transaction> & {
  /** Tells the servers of the deliveries. */
  settled(): Promise<void>
  /** Returns the number of deliveries that were queued. */
  count(): number
}

/** Creates the publisher of a command's events. */
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
