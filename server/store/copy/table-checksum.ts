import { hash } from 'node:crypto'
import type { CopyReader, Row, Table } from './copy-sides.ts'
import { rowText } from './row-text.ts'

const wordAt = (bytes: string, i: number): number =>
  bytes.charCodeAt(i) +
  bytes.charCodeAt(i + 1) * 2 ** 8 +
  bytes.charCodeAt(i + 2) * 2 ** 16 +
  bytes.charCodeAt(i + 3) * 2 ** 24

/** The number of rows of a table, and a checksum that does not depend on their order. */
export class TableChecksum {
  /** Sums of the rows' hashes. A sum, unlike an exclusive or, notices a row that occurs twice. */
  readonly #sums = new Uint32Array(4)
  rows = 0

  add(row: Row): void {
    // A string of bytes: a buffer of each row would take long to be collected.
    const digest = hash('sha256', rowText(row), 'binary')
    for (let i = 0; i < this.#sums.length; i++)
      this.#sums[i] = (this.#sums[i] ?? 0) + wordAt(digest, 4 * i)
    this.rows++
  }

  /** Returns the checksum as 32 hexadecimal digits. */
  toString(): string {
    return [...this.#sums].map((sum) => sum.toString(16).padStart(8, '0')).join('')
  }
}

/**
 * Reads a table.
 * @param onRows called after each batch with its number of rows.
 */
export const checksumOf = async (
  reader: CopyReader,
  table: Table,
  onRows: (rows: number) => Promise<void>,
): Promise<TableChecksum> => {
  const checksum = new TableChecksum()
  for await (const rows of reader.batches(table)) {
    for (const row of rows) checksum.add(row)
    await onRows(rows.length)
  }
  return checksum
}
