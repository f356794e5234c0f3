import type { ImportedOrder } from '../../domain/imported-order.ts'

/** What is wrong with an order of a file, and on which line. */
export type RowFailure = { line: number; reason: string }

/** An order of a file, or why it is none; `line` is its first line, `lastLine` its last. */
export type OrderRow = { line: number; lastLine: number } & (
  | { order: ImportedOrder }
  | { failures: readonly RowFailure[] }
)

/** A value that is to be an order, and where in the file a field of it stands, under which name. */
export type UncheckedRow = {
  line: number
  lastLine: number
  value: unknown
  placeOf: (path: readonly PropertyKey[]) => { line: number; name: string }
}
