import { setTimeout as sleep } from 'node:timers/promises'
import { startPartialOrders } from './partial-orders.ts'
import type { Setup } from './setup.ts'

/** Stops the server under load. Requests that it has accepted must get their response. */
export const stopUnderLoad = async ({
  running,
  shop,
  acknowledged,
  problems,
}: Setup): Promise<string> => {
  const finish = await startPartialOrders(running.url, shop, acknowledged)
  const ending = running.again('SIGTERM')
  await sleep(200)
  problems.push(...(await finish()))
  const status = await ending
  if (status !== 0) problems.push(`SIGTERM under load ended with ${status}`)
  return `stopped by SIGTERM with status ${status}, restarted`
}

/** PostgreSQL has room in the files of its log, which must be used up first. */
const mostMilliseconds = 60_000

/** Fills the disk of the data for some seconds, and until a request fails. The server must keep responding. */
export const fillDisk = async (
  { database, disk, running, faults, counts, problems }: Setup,
  seconds: number,
): Promise<string> => {
  if (!disk) return `skipped: filling a disk needs root${database.cluster ? '' : ' or prlimit'}`
  const { pid } = running.server()
  const before = counts.failed
  const isFree = faults.beginFailing()
  disk.fill(pid)
  const filled = performance.now()
  const passed = () => performance.now() - filled
  await sleep(seconds * 1000)
  while (counts.failed === before && passed() < mostMilliseconds) await sleep(100)
  const fullFor = passed() / 1000
  disk.free(pid)
  // PostgreSQL ends when it cannot write its log. A process manager starts it again.
  await database.cluster?.startServer()
  isFree()
  await sleep(1000)
  const failed = counts.failed - before
  if (failed === 0) problems.push('no request failed while the disk was full')
  return `the disk was full for ${fullFor.toFixed()} s (${disk.how}): ${failed} requests got a 500`
}
