import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../memory.ts'
import type { Setup } from './setup.ts'

/** Limit for the heap at the end, above its median in the first third of the phase, in bytes. */
const maxRetainedBytes = 4 * 1024 * 1024
/** Limit for the growth of resident memory, in bytes. The allocator returns memory late. */
const maxResidentGrowth = 64 * 1024 * 1024

/** Number of samples: so few that garbage collection adds no load. */
const samplesIn = (seconds: number) => Math.max(6, Math.min(30, Math.floor(seconds / 5)))

/** How long pending deliveries may take, in milliseconds. */
const patience = 120_000

/** Longer than the timeout of a delivery (10 s), whose timer holds memory. */
const margin = 11_000

/** Waits until the subscriber receives nothing more. @returns the number of pending deliveries. */
const delivered = async ({ subscriber }: Setup): Promise<number> => {
  const { received: first } = await subscriber.report()
  const deadline = performance.now() + patience
  let last = first
  for (;;) {
    await sleep(2000)
    const { received } = await subscriber.report()
    if (received === last || performance.now() > deadline) return received - first
    last = received
  }
}

const mebibytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)

/**
 * Measures memory under load without faults, then without load. Pending deliveries are no leak; memory
 * that remains once none is pending is.
 */
export const measureMemory = async (setup: Setup, seconds: number): Promise<string[]> => {
  const { running, counts, takeLatencies, stopClients, problems } = setup
  const samples = samplesIn(seconds)
  const start = performance.now()
  const responded = counts.responded
  takeLatencies()
  const heap: number[] = []
  const resident: number[] = []
  for (let i = 1; i <= samples; i++) {
    await sleep(Math.max(0, start + (i * seconds * 1000) / samples - performance.now()))
    // Connections are in use: wait for none.
    const held = await running.server().held(Number.MAX_SAFE_INTEGER)
    heap.push(held.bytes)
    resident.push(held.resident)
  }
  const { median: half, p99 } = takeLatencies()
  const perSecond = ((counts.responded - responded) * 1000) / (performance.now() - start)
  await stopClients()
  const waited = await delivered(setup)
  await sleep(margin)
  const { bytes: left } = await running.server().held(Number.MAX_SAFE_INTEGER)

  const kept = left - median(heap.slice(0, samples / 3))
  const more = median(resident.slice(-samples / 3)) - median(resident.slice(0, samples / 3))
  if (kept >= maxRetainedBytes) problems.push(`the heap grew by ${mebibytes(kept)} MiB`)
  if (more >= maxResidentGrowth) problems.push(`resident memory grew by ${mebibytes(more)} MiB`)
  return [
    `load without faults for ${seconds.toFixed()} s: ${perSecond.toFixed()} requests/s, median ${half.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; ${waited} deliveries pending at the end`,
    `heap after garbage collection: ${heap.map(mebibytes).join(' ')}; ${mebibytes(left)} MiB with no delivery pending`,
    `resident: ${resident.map(mebibytes).join(' ')} MiB`,
  ]
}
