import { systemClock } from '../domain/clock.ts'
import type { Publisher } from '../domain/event.ts'
import type { Transaction } from '../store/store.ts'
import { queueEvent } from './delivery-queue.ts'

/** Publishes the events of a command: it queues their deliveries, which a server makes. */
export type CommandPublisher = Publisher<Transaction> & {
  /** Returns the number of deliveries that were queued. */
  count(): number
}

export const commandPublisher = (): CommandPublisher => {
  let deliveries = 0
  return {
    enqueue: async (transaction, account, event) => {
      const added = await queueEvent(transaction, account, event, systemClock())
      return () => {
        deliveries += added.length
      }
    },
    count: () => deliveries,
  }
}
