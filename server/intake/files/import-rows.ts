import { setTimeout as wait } from 'node:timers/promises'
import { type Outcome, previewImport } from '../../actions/preview-import.ts'
import type { ImportedOrder } from '../../domain/imported-order.ts'
import { type Refusal, refusalText } from '../../domain/refusal.ts'
import { type ImportServices, importBatch } from './import-batch.ts'
import type { OrderRow, RowFailure } from './order-row.ts'

/** How many orders came to what. */
export type Counts = Record<Outcome | 'refused', number>

/** Rows whose orders share a commit: a flush to disk costs as much as some hundred of them. */
const batchSize = 200

/** Longer than a server that shares the database waits before it tries again to write. */
const pauseMilliseconds = 6

type Options = {
  /** Whether to report what an import would do, without writing. */
  dryRun: boolean
  /** Ends the import after the current batch. */
  signal: AbortSignal
  onFailure: (failure: RowFailure) => void
  /** Called after every batch. */
  onProgress: (counts: Counts) => void
}

type Good = Extract<OrderRow, { order: ImportedOrder }>

const preview = ({ store, importer }: ImportServices, orders: readonly ImportedOrder[]) =>
  Promise.all(orders.map((order) => previewImport(store, importer, order)))

/**
 * Imports the orders of a file in batches, as they are read. Reports each order that cannot be imported
 * with its line, and imports the others.
 * @returns the counts, and the last line that is done; 0 if there is none.
 */
export const importRows = async (
  services: ImportServices,
  rows: AsyncIterable<OrderRow>,
  { dryRun, signal, onFailure, onProgress }: Options,
): Promise<{ counts: Counts; lastLine: number }> => {
  const counts: Counts = { created: 0, updated: 0, unchanged: 0, refused: 0 }
  let batch: Good[] = []
  let rowsRead = 0
  let lastLine = 0

  const note = ({ line }: Good, result: Outcome | Refusal): void => {
    const isDone = typeof result === 'string'
    counts[isDone ? result : 'refused']++
    if (!isDone) onFailure({ line, reason: refusalText(result) })
  }

  const finish = async (): Promise<void> => {
    const orders = batch.map(({ order }) => order)
    const results = await (dryRun ? preview : importBatch)(services, orders)
    for (const [i, row] of batch.entries()) {
      const result = results[i]
      if (result !== undefined) note(row, result)
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
      for (const failure of row.failures) onFailure(failure)
    }
    if (++rowsRead % batchSize === 0) await finish()
    if (signal.aborted) break
  }
  await finish()
  return { counts, lastLine }
}
