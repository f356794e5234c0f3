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
    let starts: (() => void)[] = []
    const result = await store.write(async (transaction) => {
      const emitted: Parameters<Emitter['emit']>[] = []
      const done = await action({ ...transaction, emit: (...event) => emitted.push(event) })
      starts = emitted.map((event) => publisher.enqueue(transaction, ...event))
      return done
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
