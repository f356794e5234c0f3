/** Thrown when a database cannot be opened or closed, or fails. The message says why. */
export class StoreError extends Error {
  override name = 'StoreError'
}

/**
 * Thrown when the database fails for a reason outside the program, such as its disk. The store counts and
 * reports these errors itself. The message says what happened and what to do.
 */
export class StoreFault extends StoreError {
  override name = 'StoreFault'
}
