import { createActions } from '../../actions/actions.ts'
import { importOrder } from '../../actions/import-order.ts'
import type { Importer, Outcome } from '../../actions/preview-import.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Publisher } from '../../domain/event.ts'
import type { ImportedOrder } from '../../domain/imported-order.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { Store, Transaction } from '../../store/store.ts'

/** The services that an import uses. */
export type ImportServices = {
  store: Store
  clock: Clock
  dispatcher: Publisher<Transaction> & {
    /** Resolves when the next batch may be imported. */
    settled(): Promise<void>
  }
  importer: Importer
}

/**
 * Imports orders together and waits until the dispatcher has settled. Each order may fail alone.
 * @returns the outcome of each order.
 * @throws the store's error if it cannot write. The events of committed orders are delivered first.
 */
export const importBatch = async (
  { store, clock, dispatcher, importer }: ImportServices,
  orders: readonly ImportedOrder[],
): Promise<(Outcome | Refusal)[]> => {
  const now = clock()
  const { run } = createActions(store, dispatcher)
  const last = new Map<string, Promise<unknown>>()
  const results = await Promise.allSettled(
    orders.map((order) => {
      const importOne = () => run((transaction) => importOrder(transaction, importer, order, now))
      // Rows of one order are states that follow each other.
      const before = last.get(order.sourceOrderNumber)
      const result = before ? before.then(importOne, importOne) : importOne()
      last.set(order.sourceOrderNumber, result)
      return result
    }),
  )
  await dispatcher.settled()
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}
