import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import { uuids } from '../../server/domain/ids.ts'

/** Ids that are the same in every process with the same seed, and sort by creation. `next` counts them. */
export type StableIds = { seed: string; next: number }

/** Runs a function whose ids are these, also those that it creates later. */
export const withIds = <T>(ids: StableIds, run: () => T): T => current.run(ids, run)

const current = new AsyncLocalStorage<StableIds>()

/** Later than the ids of the document's examples, in milliseconds. */
const start = Date.parse('2026-01-01T00:00:00Z')

const randomId = uuids.next

uuids.next = () => {
  const ids = current.getStore()
  if (!ids) return randomId()
  const number = ids.next++
  const random = createHash('sha256').update(`${ids.seed} ${number}`).digest()
  return v7({ random, msecs: start + number })
}
