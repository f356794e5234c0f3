import { type Clock, systemClock, timestamp } from '../domain/clock.ts'
import type { Emitter, Publisher, SubscribableEvent } from '../domain/event.ts'
import { type AccountId, toId } from '../domain/ids.ts'
import type { Actor } from '../domain/order.ts'
import { recordChange } from '../store/orders.ts'
import type { Store, Transaction } from '../store/store.ts'
import { queueEvent } from '../store/webhooks/delivery-queue.ts'

/** A transaction that also takes the events of its changes, and knows their actor. */
export type EventTransaction = Transaction & Emitter & { readonly actor: Actor }

type Work<T> = (transaction: EventTransaction) => Promise<T>

/**
 * Runs actions. This file alone publishes events: actions emit them, and their callers do neither. It also writes them
 * to the history of their orders.
 */
export type Actions = {
  /** Returns a runner of someone's actions. */
  as(actor: Actor): {
    /**
     * Runs an action in a transaction. The events that it emits are a part of the transaction, in that
     * order. There are none if the action or the commit fails.
     */
    run<T>(action: Work<T>): Promise<T>
  }
}

/** Creates a runner of actions on a store. */
export const createActions = (
  store: Store,
  publisher: Publisher<Transaction>,
  clock: Clock,
): Actions => ({
  as: (actor) => ({
    run: async (action) => {
      const { result, queued } = await store.write(async (transaction) => {
        const queued: Promise<() => void>[] = []
        const emit: Emitter['emit'] = (account, event) => {
          const added = publisher.enqueue(transaction, account, event)
          queued.push(added)
          transaction.commitWith([added, recordEvent(transaction, actor, clock(), account, event)])
        }
        const result = await action({ ...transaction, actor, emit })
        return { result, queued }
      })
      for (const start of await Promise.all(queued)) start()
      return result
    },
  }),
})

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

/** Runs actions without events and history, for data that is seeded or rolled back: subscribers must not receive it. */
export const withoutEvents = (transaction: Transaction): EventTransaction => ({
  ...transaction,
  actor: { name: 'seed' },
  emit: () => {},
})

/** Writes an event of an order to the order's history. */
async function recordEvent(
  transaction: Transaction,
  actor: Actor,
  now: number,
  account: AccountId,
  { event, data }: SubscribableEvent,
): Promise<void> {
  if (!isOrderEvent(event) || !('orderId' in data)) return
  const order = toId('ord', data.orderId)
  await recordChange(transaction, account, order, { at: timestamp(now), change: event, actor })
}

function isOrderEvent(event: string): event is `order.${string}` {
  return event.startsWith('order.')
}
