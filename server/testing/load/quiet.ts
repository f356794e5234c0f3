import { setTimeout as sleep } from 'node:timers/promises'
import { growth, type Held, inWords } from '../soak/memory.ts'
import type { Stage } from './stage.ts'

/** What may be kept more in the last third of the quiet time than in the first, in bytes. */
const mostKept = 4 * 1024 * 1024
/** The same of resident memory, which also has what the system does not want back yet. */
const mostResident = 64 * 1024 * 1024

/** How often is looked: so seldom that collecting garbage is no load of its own. */
const samplesIn = (seconds: number) => Math.max(6, Math.min(30, Math.floor(seconds / 5)))

const mebibytes = (bytes: number) => (bytes / 1024 / 1024).toFixed()

/** Has nothing happen but load, and looks at what the server holds: it does not grow. */
export const stayQuiet = async (
  { running, counts, takeLatencies, problems }: Stage,
  seconds: number,
): Promise<string[]> => {
  const samples = samplesIn(seconds)
  const start = performance.now()
  const answered = counts.answered
  takeLatencies()
  const heap: Held[] = []
  const resident: Held[] = []
  for (let i = 1; i <= samples; i++) {
    await sleep(Math.max(0, start + (i * seconds * 1000) / samples - performance.now()))
    // Connections are in use: none of them is waited for.
    const held = await running.server().held(Number.MAX_SAFE_INTEGER)
    heap.push({ bytes: held.bytes, handles: 0 })
    resident.push({ bytes: held.resident, handles: 0 })
  }
  const { median, p99 } = takeLatencies()
  const perSecond = ((counts.answered - answered) * 1000) / (performance.now() - start)
  const [kept, more] = [growth(heap).bytes, growth(resident).bytes]
  if (kept >= mostKept) problems.push(`memory grows: ${heap.map(inWords).join('; ')}`)
  if (more >= mostResident) problems.push(`resident memory grows by ${mebibytes(more)} MiB`)
  return [
    `nothing but load for ${seconds.toFixed()} s: ${perSecond.toFixed()} requests/s, median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    `memory, its last third against its first: ${(kept / 1024 / 1024).toFixed(2)} MiB more are held, ${mebibytes(more)} MiB more are resident: ${resident.map(({ bytes }) => mebibytes(bytes)).join(' ')}`,
  ]
}
