import type { Statement, Values } from '../statement.ts'

/**
 * Lets equal reads of a turn of the event loop share one, if their statement says so. The statements of a
 * turn are sent at its end, so a shared read is as new as one of its own.
 * @param store reads of different stores are not equal.
 * @param read called unless an equal read of this turn was.
 */
export const shareRead = <P extends Values, Row>(
  store: object,
  { shared }: Statement<P, Row>,
  values: P,
  read: () => Promise<Row[]>,
): Promise<Row[]> => {
  if (!shared) return read()
  const ofStore = shared.get(store) ?? new Map<string, Promise<Row[]>>()
  shared.set(store, ofStore)
  const key = JSON.stringify(values)
  const found = ofStore.get(key)
  if (found) return found
  const reading = read()
  ofStore.set(key, reading)
  setImmediate(() => ofStore.delete(key))
  return reading
}
