import { setTimeout as wait } from 'node:timers/promises'
import { createActions } from '../../actions/actions.ts'
import { importOrder } from '../../actions/import-order.ts'
import { type Importer, type Outcome, previewImport } from '../../actions/preview-import.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Publisher } from '../../domain/event.ts'
import type { ImportedOrder } from '../../domain/imported-order.ts'
import { type Rejection, rejectionText } from '../../domain/rejection.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { OrderRow } from './read-orders.ts'

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
): Promise<(Outcome | Rejection)[]> => {
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

/** How many orders had each outcome. */
export type Counts = Record<Outcome | 'refused', number>

export const noCounts = (): Counts => ({ created: 0, updated: 0, unchanged: 0, refused: 0 })

/** Rows whose orders share a commit: a flush to disk costs as much as some hundred of them. */
const batchSize = 200

/** Longer than a server that shares the database waits before it tries again to write. */
const pauseMilliseconds = 6

type Options = {
  /** Whether to report what an import would do, without writing. */
  dryRun: boolean
  /** Ends the import after the current batch. */
  signal: AbortSignal
  /** Called with a line for each problem of an order. */
  onProblem: (problem: string) => void
  /** Called after every batch. */
  onProgress: (counts: Counts) => void
}

/**
 * Imports the orders of a file in batches, as they are read. Reports each order that cannot be imported
 * with its line, and imports the others.
 * @returns the counts, and the last line that is done; 0 if there is none.
 */
export const importRows = async (
  services: ImportServices,
  rows: AsyncIterable<OrderRow>,
  { dryRun, signal, onProblem, onProgress }: Options,
): Promise<{ counts: Counts; lastLine: number }> => {
  const { store, importer } = services
  const counts = noCounts()
  let batch: { place: string; order: ImportedOrder }[] = []
  let rowsRead = 0
  let lastLine = 0

  const finish = async (): Promise<void> => {
    const orders = batch.map(({ order }) => order)
    const results = dryRun
      ? await Promise.all(orders.map((order) => previewImport(store, importer, order)))
      : await importBatch(services, orders)
    for (const [i, { place }] of batch.entries()) {
      const result = results[i]
      if (typeof result === 'string') counts[result]++
      else if (result) {
        counts.refused++
        onProblem(`${place}: ${rejectionText(result)}`)
      }
    }
    batch = []
    onProgress(counts)
    if (!dryRun) await wait(pauseMilliseconds)
  }

  for await (const row of rows) {
    lastLine = row.lastLine
    if ('order' in row) batch.push(row)
    else {
      counts.refused++
      for (const problem of row.problems) onProblem(problem)
    }
    if (++rowsRead % batchSize === 0) await finish()
    if (signal.aborted) break
  }
  await finish()
  return { counts, lastLine }
}
