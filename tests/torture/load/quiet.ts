import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../soak/memory.ts'
import type { Stage } from './stage.ts'

/** What may be kept when all is over, more than in the first third of the quiet time, in bytes. */
const mostKept = 4 * 1024 * 1024
/** What may be resident more in its last third than in its first: the system does not want all back at once. */
const mostResident = 64 * 1024 * 1024

/** How often is looked: so seldom that collecting garbage is no load of its own. */
const samplesIn = (seconds: number) => Math.max(6, Math.min(30, Math.floor(seconds / 5)))

/** How long deliveries that wait are waited for, in milliseconds. */
const patience = 120_000

/** A delivery is given ten seconds, and what times it is kept as long. */
const aftermath = 11_000

/** Waits until the subscriber hears nothing more. @returns how many deliveries waited. */
const delivered = async ({ subscriber }: Stage): Promise<number> => {
  const { received: first } = await subscriber.look()
  const deadline = performance.now() + patience
  let last = first
  for (;;) {
    await sleep(2000)
    const { received } = await subscriber.look()
    if (received === last || performance.now() > deadline) return received - first
    last = received
  }
}

const mebibytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)

/**
 * Has nothing happen but load, then not even that, and looks at what the server holds. Deliveries that
 * wait while there is load are no leak; what is left when nothing waits any more would be.
 */
export const stayQuiet = async (stage: Stage, seconds: number): Promise<string[]> => {
  const { running, counts, takeLatencies, sendHome, problems } = stage
  const samples = samplesIn(seconds)
  const start = performance.now()
  const answered = counts.answered
  takeLatencies()
  const heap: number[] = []
  const resident: number[] = []
  for (let i = 1; i <= samples; i++) {
    await sleep(Math.max(0, start + (i * seconds * 1000) / samples - performance.now()))
    // Connections are in use: none of them is waited for.
    const held = await running.server().held(Number.MAX_SAFE_INTEGER)
    heap.push(held.bytes)
    resident.push(held.resident)
  }
  const { median: half, p99 } = takeLatencies()
  const perSecond = ((counts.answered - answered) * 1000) / (performance.now() - start)
  await sendHome()
  const waited = await delivered(stage)
  await sleep(aftermath)
  const { bytes: left } = await running.server().held(Number.MAX_SAFE_INTEGER)

  const kept = left - median(heap.slice(0, samples / 3))
  const more = median(resident.slice(-samples / 3)) - median(resident.slice(0, samples / 3))
  if (kept >= mostKept) problems.push(`memory grows by ${mebibytes(kept)} MiB`)
  if (more >= mostResident) problems.push(`resident memory grows by ${mebibytes(more)} MiB`)
  return [
    `nothing but load for ${seconds.toFixed()} s: ${perSecond.toFixed()} requests/s, median ${half.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; ${waited} deliveries waited at its end`,
    `held then, garbage collected: ${heap.map(mebibytes).join(' ')}; ${mebibytes(left)} MiB when nothing waits any more`,
    `resident then: ${resident.map(mebibytes).join(' ')} MiB`,
  ]
}
