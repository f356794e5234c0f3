import type { Operation } from '../model/model.ts'

/** Emits `operations.txt`: one line for each operation, so that a change of the API is a one-line diff. */
export const emitOperationsTxt = (operations: readonly Operation[]): string => {
  const rows = operations.map(({ id, method, path, replies }) => [
    id,
    method.toUpperCase(),
    path,
    replies.map(({ status }) => status).join(' '),
  ])
  const widths = [0, 1, 2].map((i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)))
  return rows
    .map((row) => `${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}\n`)
    .join('')
}
