import { setTimeout as sleep } from 'node:timers/promises'
import { fillDisk, stopUnderLoad } from './fault-phases.ts'
import { checkAfterLoad } from './final-checks.ts'
import { measureMemory } from './memory-phase.ts'
import { scheduleOf } from './schedule.ts'
import { type Setup, setUp } from './setup.ts'

/** Share of the machine's capacity that is requested. */
const share = 0.8

type Options = { minutes: number; onPostgres: boolean; say: (line: string) => void }

/**
 * Measures the capacity of the machine, which runs clients, server and subscriber, after a warm-up.
 * Sets the rate to a share of it.
 */
const calibrate = async (
  { counts, takeLatencies, setRate }: Setup,
  seconds: number,
): Promise<string> => {
  await sleep(seconds * 200)
  const [responded, from] = [counts.responded, performance.now()]
  takeLatencies()
  await sleep(seconds * 800)
  const most = ((counts.responded - responded) * 1000) / (performance.now() - from)
  const { median, p99 } = takeLatencies()
  setRate(most * share)
  return `capacity: ${most.toFixed()} requests/s, median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; ${(most * share).toFixed()} requested from here on`
}

/**
 * Keeps a server under load while it is killed, stopped and out of disk, then checks that all
 * acknowledged records exist.
 * @returns problems; none if the server passed.
 */
export const runLoad = async ({ minutes, onPostgres, say }: Options): Promise<string[]> => {
  const { killEvery, term, full, fullFor, quiet, end } = scheduleOf(minutes)
  const setup = await setUp(onPostgres)
  const { running, subscriber, acknowledged, problems } = setup
  say(await calibrate(setup, Math.min(15, end / 6)))

  const start = performance.now()
  const passed = () => (performance.now() - start) / 1000
  const until = (seconds: number) => sleep(Math.max(0, seconds - passed()) * 1000)
  const tell = (what: string) => say(`${passed().toFixed().padStart(4)} s: ${what}`)

  for (let next = killEvery; next < term; next += killEvery) {
    await until(next)
    await running.again('SIGKILL')
    tell('killed and restarted')
  }
  await until(term)
  tell(await stopUnderLoad(setup))
  await until(full)
  tell(await fillDisk(setup, fullFor))
  await until(quiet)
  await subscriber.forget()
  const orderCountBefore = acknowledged.orders.size
  for (const line of await measureMemory(setup, end - passed())) tell(line)

  for (const line of await checkAfterLoad(setup, orderCountBefore)) say(line)
  await setup.remove()
  say(problems.length > 0 ? 'failed' : 'passed')
  return problems
}
