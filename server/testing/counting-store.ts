import type { Store } from '../store/store.ts'

/** Wraps a store and counts its reads, its writes and its calls of `freshen`. */
export const countingStore = (store: Store) => {
  const count = { reads: 0, writes: 0, freshened: 0 }
  const counting: Store = {
    migrated: store.migrated,
    requests: store.requests,
    settleMilliseconds: store.settleMilliseconds,
    all: (statement, values) => {
      count.reads++
      return store.all(statement, values)
    },
    first: (statement, values) => {
      count.reads++
      return store.first(statement, values)
    },
    write: (work) => {
      count.writes++
      return store.write(work)
    },
    claim: (...args) => {
      count.writes++
      return store.claim(...args)
    },
    freshen: () => {
      count.freshened++
      store.freshen()
    },
    isCurrent: () => store.isCurrent(),
    isHealthy: () => store.isHealthy(),
    close: () => store.close(),
  }
  return { store: counting, count }
}
