import { setTimeout as sleep } from 'node:timers/promises'
import { holdOrders } from './held-orders.ts'
import type { Stage } from './stage.ts'

/** Stops the server while it is asked: what it has accepted is answered. */
export const stopUnderLoad = async ({ running, shop, known, problems }: Stage): Promise<string> => {
  const finish = await holdOrders(running.url, shop, known)
  const ending = running.again('SIGTERM')
  await sleep(200)
  problems.push(...(await finish()))
  const status = await ending
  if (status !== 0) problems.push(`SIGTERM under load ended with ${status}`)
  return `stopped by SIGTERM with ${status}, and there again`
}

/** Leaves the server no room to write, for a while, in which it goes on answering. */
export const fillDisk = async (
  { disk, running, faults, counts, problems }: Stage,
  seconds: number,
): Promise<string> => {
  if (!disk) return 'the disk cannot be made full here: it takes root, or prlimit'
  const { pid } = running.server()
  const before = counts.failed
  const isFree = faults.fillsUp()
  disk.fill(pid)
  await sleep(seconds * 1000)
  disk.free(pid)
  isFree()
  await sleep(1000)
  const failed = counts.failed - before
  if (failed === 0) problems.push('the disk was full and nobody noticed')
  return `the disk was full for ${seconds.toFixed()} s (${disk.how}): ${failed} requests were answered 500`
}
