import type { Store } from '../../../server/store/store.ts'

export const countingStore = (store: Store) => {
  const count = { reads: 0, writes: 0 }
  const counting: Store = {
    ...store,
    all: (statement) => {
      count.reads++
      return store.all(statement)
    },
    first: (statement) => {
      count.reads++
      return store.first(statement)
    },
    change: (statement) => {
      count.writes++
      return store.change(statement)
    },
    write: (work) => {
      count.writes++
      return store.write(work)
    },
  }
  return { store: counting, count }
}
