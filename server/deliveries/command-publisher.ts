import type { Clock } from '../domain/clock.ts'
import type { Publisher } from '../domain/event.ts'
import type { Transaction } from '../store/store.ts'
import { queueEvent } from './delivery-queue.ts'

/** Publishes the events of a command: it queues their deliveries, which a server makes. */
export type CommandPublisher = Publisher<Transaction> & {
  /** Returns the number of deliveries that were queued. */
  count(): number
}

/** Creates the publisher of a command's events. */
export const commandPublisher = (clock: Clock): CommandPublisher => {
  let deliveries = 0
  return {
    enqueue: async (transaction, account, event) => {
      const added = await queueEvent(transaction, account, event, clock())
      return () => {
        deliveries += added.length
      }
    },
    count: () => deliveries,
  }
}
