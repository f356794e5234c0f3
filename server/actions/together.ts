/**
 * Waits for statements that were sent in this order and do not depend on each other's results, so that
 * a database on another machine answers them in one round trip. Waits for all of them, because none may
 * run after the transaction has ended.
 * @throws the first error.
 */
export const together = async (statements: readonly Promise<unknown>[]): Promise<void> => {
  for (const result of await Promise.allSettled(statements))
    if (result.status === 'rejected') throw result.reason
}
