import type { Store } from './store.ts'
import { StoreFault } from './store-error.ts'

type Settling = Pick<Store, 'settleMilliseconds'>

const mostReads = 20

/**
 * Reads what decides about something outside of the database, such as the secret of a delivery. Repeats a
 * slow read: the state that it returns may have been replaced, and the replacement may have settled.
 * @throws {StoreFault} if all reads are slow.
 */
export const readCurrent = async <T>(
  { settleMilliseconds }: Settling,
  read: () => Promise<T>,
): Promise<T> => {
  if (settleMilliseconds === 0) return read()
  for (let i = 0; i < mostReads; i++) {
    const started = performance.now()
    const result = await read()
    // The other half is the time to act on it.
    if (performance.now() - started < settleMilliseconds / 2) return result
  }
  throw new StoreFault('The database is too slow. Look for locks and slow statements.')
}
