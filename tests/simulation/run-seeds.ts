import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Result } from './seed-worker.ts'

type Options = {
  /** The first seed. */
  first: number
  count: number
  /** The name of a planted fault. */
  plantedFault?: string
  /** Whether a failing seed is reduced to fewer steps. */
  shrinks: boolean
  /** Called with each result, in the order in which seeds end. */
  onResult: (result: Result) => void
}

/**
 * Runs seeds, one at a time on each core. Stops at the first that fails.
 * @returns the result of the lowest seed that failed.
 */
export const runSeeds = async (options: Options): Promise<Result | undefined> => {
  const { first, count, plantedFault, shrinks, onResult } = options
  const failed: Result[] = []
  let next = first
  const work = (): Promise<void> =>
    new Promise((done, fail) => {
      const worker = new Worker(new URL('./seed-worker.ts', import.meta.url), {
        workerData: { plantedFault, shrinks },
      })
      const give = () => {
        if (next >= first + count || failed.length > 0) void worker.terminate().then(() => done())
        else worker.postMessage(next++)
      }
      worker.on('message', (result: Result) => {
        if (result.failure) failed.push(result)
        onResult(result)
        give()
      })
      worker.on('error', fail)
      give()
    })
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), count) }, work))
  return failed.toSorted((a, b) => a.seed - b.seed)[0]
}
