import { extname } from 'node:path'
import { readCsvOrders } from './csv-orders.ts'
import { ImportFileError } from './import-file-error.ts'
import { readJsonOrders } from './json-orders.ts'
import type { OrderRow } from './order-row.ts'

type Reader = (chunks: AsyncIterable<Uint8Array>) => AsyncGenerator<OrderRow>

const readers: ReadonlyMap<string, Reader> = new Map([
  ['.csv', readCsvOrders],
  ['.jsonl', readJsonOrders],
  ['.ndjson', readJsonOrders],
])

/**
 * What reads the orders of a file, by the ending of its name.
 * @throws {ImportFileError} for a name that does not say how the file is written.
 */
export const readerFor = (file: string): Reader => {
  const reader = readers.get(extname(file).toLowerCase())
  if (!reader)
    throw new ImportFileError(
      `how a file is written is told by its name, which must end with .csv (a table) or .jsonl (an order in JSON on each line)`,
    )
  return reader
}
