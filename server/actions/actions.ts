import type { Emitter, SubscribableEvent } from '../domain/event.ts'
import type { AccountId } from '../domain/ids.ts'
import type { Store, Transaction } from '../store/store.ts'

/** A transaction that also takes the events of what it changes. */
export type EventTransaction = Transaction & Emitter

type Emitted = { account: AccountId; event: SubscribableEvent }
type Work<T> = (transaction: EventTransaction) => Promise<T>

/** Takes an event after the commit that caused it. Returns at once and never throws. */
type Publisher = {
  publish(account: AccountId, event: SubscribableEvent): void
}

/** Does the same, and returns when the event is delivered or dropped. */
export type WaitingPublisher = {
  publishAndWait(account: AccountId, event: SubscribableEvent): Promise<void>
}

/** Runs actions. This file alone publishes events: actions emit them, and their callers do neither. */
export type Actions = Emitter & {
  /**
   * Runs an action in a transaction. After the commit, publishes the events that the action emitted,
   * in that order. Publishes none if the action or the commit fails.
   */
  run<T>(action: Work<T>): Promise<T>
}

/** Creates what runs actions on a store. Its own `emit` publishes an event that needs no transaction. */
export const createActions = (store: Store, publisher: Publisher): Actions => ({
  run: async (action) => {
    let emitted: Emitted[] = []
    const result = await store.write((transaction) => {
      emitted = []
      return action({
        ...transaction,
        emit: (account, event) => emitted.push({ account, event }),
      })
    })
    for (const { account, event } of emitted) publisher.publish(account, event)
    return result
  },
  emit: (account, event) => publisher.publish(account, event),
})

/** The most events of a batch that wait for delivery at once, so that the dispatcher drops none. */
const mostWaiting = 200

/**
 * Runs actions that share a commit. Each may fail alone. Returns when their events are delivered or
 * dropped.
 */
export const runBatch = async <T>(
  store: Store,
  publisher: WaitingPublisher,
  actions: readonly Work<T>[],
): Promise<PromiseSettledResult<T>[]> => {
  const events: Emitted[] = []
  const { run } = createActions(store, {
    publish: (account, event) => events.push({ account, event }),
  })
  const results = await Promise.allSettled(actions.map(run))
  for (let from = 0; from < events.length; from += mostWaiting)
    await Promise.all(
      events
        .slice(from, from + mostWaiting)
        .map(({ account, event }) => publisher.publishAndWait(account, event)),
    )
  return results
}

/** Runs actions without events, for data that is seeded: subscribers must not receive its past. */
export const withoutEvents = (transaction: Transaction): EventTransaction => ({
  ...transaction,
  emit: () => {},
})
