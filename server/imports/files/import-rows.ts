import { setTimeout as wait } from 'node:timers/promises'
import { withoutEvents } from '../../actions/actions.ts'
import type { ImportedOrder } from '../../domain/imported-order.ts'
import { fold } from '../../store/statement.ts'
import type { Transaction } from '../../store/store.ts'
import {
  emptySummary,
  type ImportResult,
  type ImportServices,
  type ImportSummary,
  importBatch,
  importOrder,
} from '../import-orders.ts'
import type { OrderRow } from './read-orders.ts'

/** Rows whose orders share a commit: a flush to disk costs as much as some hundred of them. */
const batchSize = 200

/** The same in a dry run, which on PostgreSQL locks the stock of its rows. */
const dryBatchSize = 50

/** Longer than a server that shares the database waits before it tries again to write. */
const pauseMilliseconds = 6

type ImportOptions = {
  /** Whether to report the results of an import without writing them. */
  dryRun: boolean
  /** The source of the orders. Their numbers are unique in it. */
  channel: string
  /** Ends the import after the current batch. */
  signal: AbortSignal
  /** Called with a line for each problem of an order. */
  onProblem: (problem: string) => void
  onProgress: (summary: ImportSummary) => void
}

/**
 * Imports the orders of a file in batches, as they are read. Reports each order that cannot be imported
 * with its line, and imports the others.
 * @returns the counts, and the last line that is done; 0 if there is none.
 */
export const importRows = async (
  services: ImportServices,
  rows: AsyncIterable<OrderRow>,
  { dryRun, channel, signal, onProblem, onProgress }: ImportOptions,
): Promise<{ summary: ImportSummary; lastLine: number }> => {
  const summary = emptySummary()
  let batch: { place: string; order: ImportedOrder }[] = []
  let rowsRead = 0
  let lastLine = 0

  const finish = async (): Promise<void> => {
    const orders = batch.map(({ order }) => order)
    const results = await (dryRun ? previewBatch : importBatch)(services, orders)
    for (const [i, { place }] of batch.entries()) {
      const { outcome = 'rejected', problems = [], remarks = [] } = results[i] ?? {}
      summary[outcome]++
      for (const line of [...problems, ...remarks]) onProblem(`${place}: ${line}`)
    }
    batch = []
    onProgress(summary)
    await wait(pauseMilliseconds)
  }

  const parcels = new Map<string, ImportedOrder>()
  for await (const row of rows) {
    lastLine = row.lastLine
    if ('order' in row) {
      const { order, place } = row
      batch.push({ place, order: { ...order, source: channel } })
      const other = order.trackingNumber && parcels.get(order.trackingNumber)
      if (other && fold(other.person.email) !== fold(order.person.email))
        onProblem(
          `${place}: ${other.sourceOrderNumber} of another person has this tracking number, too`,
        )
      if (order.trackingNumber) parcels.set(order.trackingNumber, order)
    } else {
      summary.rejected++
      for (const problem of row.problems) onProblem(problem)
    }
    if (++rowsRead % (dryRun ? dryBatchSize : batchSize) === 0) await finish()
    if (signal.aborted) break
  }
  await finish()
  return { summary, lastLine }
}

/** Imports orders one after another, and rolls back. Returns the result of each. */
async function previewBatch(
  { store, clock, importer }: ImportServices,
  orders: readonly ImportedOrder[],
): Promise<ImportResult[]> {
  const rollback = new Error('A dry run is rolled back')
  const now = clock()
  let results: ImportResult[] = []
  const importAll = async (transaction: Transaction): Promise<never> => {
    results = []
    // PostgreSQL does not give a number back.
    const takeOrderNumber = () => async () => `dry run ${results.length}`
    const changes = withoutEvents({ ...transaction, takeOrderNumber })
    for (const order of orders) results.push(await importOrder(changes, importer, order, now))
    throw rollback
  }
  await store.write(importAll).catch((error: unknown) => {
    if (error !== rollback) throw error
  })
  return results
}
