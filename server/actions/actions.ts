import type { Emitter, Publisher } from '../domain/event.ts'
import type { Store, Transaction } from '../store/store.ts'

/** A transaction that also takes the events of what it changes. */
export type EventTransaction = Transaction & Emitter

type Work<T> = (transaction: EventTransaction) => Promise<T>

/** Runs actions. This file alone publishes events: actions emit them, and their callers do neither. */
export type Actions = Emitter & {
  /**
   * Runs an action in a transaction. The events that it emits are a part of the transaction, in that
   * order. There are none if the action or the commit fails.
   */
  run<T>(action: Work<T>): Promise<T>
}

/** Creates what runs actions on a store. Its own `emit` publishes an event that needs no transaction. */
export const createActions = (store: Store, publisher: Publisher<Transaction>): Actions => ({
  run: async (action) => {
    const { result, starts } = await store.write(async (transaction) => {
      const queued: Promise<() => void>[] = []
      const emit: Emitter['emit'] = (...event) => {
        const added = publisher.enqueue(transaction, ...event)
        // A failure is thrown below, unless the action fails first.
        added.catch(() => {})
        queued.push(added)
      }
      const result = await action({ ...transaction, emit })
      return { result, starts: await Promise.all(queued) }
    })
    for (const start of starts) start()
    return result
  },
  emit: (account, event) => publisher.publish(account, event),
})

/** Runs actions without events, for data that is seeded: subscribers must not receive its past. */
export const withoutEvents = (transaction: Transaction): EventTransaction => ({
  ...transaction,
  emit: () => {},
})
