import { setTimeout as wait } from 'node:timers/promises'
import { createActions, withoutEvents } from '../../actions/actions.ts'
import { importOrder } from '../../actions/import-order.ts'
import type { Importer, ImportOutcome, ImportResult } from '../../actions/plan-import.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Publisher } from '../../domain/event.ts'
import type { ImportedOrder } from '../../domain/imported-order.ts'
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

/** How many orders had each outcome. */
export type ImportSummary = Record<ImportOutcome, number>

/** Rows whose orders share a commit: a flush to disk costs as much as some hundred of them. */
const batchSize = 200

/** The same in a dry run, which on PostgreSQL locks the stock of its rows. */
const dryBatchSize = 50

/** Longer than a server that shares the database waits before it tries again to write. */
const pauseMilliseconds = 6

type ImportOptions = {
  /** Whether to report what an import would do, without writing. */
  dryRun: boolean
  /** Ends the import after the current batch. */
  signal: AbortSignal
  /** Called with a line for each problem of an order. */
  onProblem: (problem: string) => void
  /** Called after every batch. */
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
  { dryRun, signal, onProblem, onProgress }: ImportOptions,
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

  for await (const row of rows) {
    lastLine = row.lastLine
    if ('order' in row) batch.push(row)
    else {
      summary.rejected++
      for (const problem of row.problems) onProblem(problem)
    }
    if (++rowsRead % (dryRun ? dryBatchSize : batchSize) === 0) await finish()
    if (signal.aborted) break
  }
  await finish()
  return { summary, lastLine }
}

/**
 * Imports orders together and waits until the dispatcher has settled. Each order may fail alone.
 * @returns the result of each order.
 * @throws the store's error if it cannot write. The events of committed orders are delivered first.
 */
export async function importBatch(
  { store, clock, dispatcher, importer }: ImportServices,
  orders: readonly ImportedOrder[],
): Promise<ImportResult[]> {
  const now = clock()
  const actions = createActions(store, dispatcher, clock)
  const last = new Map<string, Promise<unknown>>()
  const results = await Promise.allSettled(
    orders.map((order) => {
      const { run } = actions.as({ name: `import ${order.source}` })
      const importOne = () => run((transaction) => importOrder(transaction, importer, order, now))
      const key = keyOf(order, order.sourceId)
      // Rows of one order are states that follow each other. A split frees stock that its new order needs.
      const before = [key, ...order.originIds.map((id) => keyOf(order, id))].flatMap(
        (each) => last.get(each) ?? [],
      )
      const result = before.length > 0 ? Promise.allSettled(before).then(importOne) : importOne()
      last.set(key, result)
      return result
    }),
  )
  await dispatcher.settled()
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

/** Returns what an import would do: imports orders one after another, and rolls back. */
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

export function emptySummary(): ImportSummary {
  return { created: 0, updated: 0, unchanged: 0, rejected: 0 }
}

function keyOf({ source }: ImportedOrder, id: string): string {
  return `${source} ${id}`
}
