/**
 * Returns a function that runs long reads: at most `limit` at once, one of each account, in the order in which
 * they came. So the searches of one account delay neither its short reads nor the searches of others.
 */
export const createLongReads = (limit: number) => {
  const running = new Set<string>()
  const waiting: { account: string; start: () => void }[] = []
  const startNext = (): void => {
    if (running.size === limit) return
    const next = waiting.findIndex(({ account }) => !running.has(account))
    const [job] = next < 0 ? [] : waiting.splice(next, 1)
    if (!job) return
    running.add(job.account)
    job.start()
    startNext()
  }
  /** @param account whose rows it reads; empty for those of all accounts. */
  return async <T>(account: string, read: () => Promise<T>): Promise<T> => {
    await new Promise<void>((start) => {
      waiting.push({ account, start })
      startNext()
    })
    try {
      return await read()
    } finally {
      running.delete(account)
      startNext()
    }
  }
}
