import { isCurrent } from '../migrate.ts'
import { ofAllAccounts } from '../statement.ts'
import type { Store } from '../store.ts'

/** Returns whether a database can be written, and has the schema of this version and space for temporary files. */
export const isReady = async (store: Pick<Store, 'write'>): Promise<boolean> => {
  try {
    return await store.write(async (transaction) => {
      const [, , current] = await Promise.all([
        transaction.all(ofAllAccounts`select set_config('work_mem', '64kB', true)`),
        transaction.all(fillFile),
        isCurrent(transaction),
      ])
      return current
    })
  } catch {
    return false
  }
}

/** Sorts more than memory may hold, in a temporary file of 320 KiB: it fails if the disk is full. */
const fillFile = ofAllAccounts`
  select count(*) from (
    select repeat(md5(i::text), 32) as filler from generate_series(1, 320) as i order by filler offset 0
  ) as sorted`
