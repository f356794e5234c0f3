import type { Logger } from 'pino'
import type { StoreObserver } from '../store/engine/fault-monitor.ts'
import { StoreFault } from '../store/store-error.ts'

/** Logs the faults of a store, with the number of reads and writes that failed since the last line. */
export const storeLog = (log: Logger): StoreObserver => ({
  failed: ({ message }, failures) => log.error({ failures }, message),
  recovered: () => log.info('the database works again'),
})

/** Returns the level for an error. The store's log has its faults already. */
export const levelOf = (error: unknown): 'debug' | 'error' =>
  error instanceof StoreFault ? 'debug' : 'error'
