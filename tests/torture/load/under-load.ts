import { setTimeout as sleep } from 'node:timers/promises'
import { lookAfterwards } from './afterwards.ts'
import { stayQuiet } from './quiet.ts'
import { scheduleOf } from './schedule.ts'
import { type Stage, setStage } from './stage.ts'
import { fillDisk, stopUnderLoad } from './trouble.ts'

/** What of the machine's most is held. */
const share = 0.8

type Options = { minutes: number; say: (line: string) => void }

/**
 * Finds out what the machine does, clients, server and subscriber on it: as much as it can, once what
 * is compiled at first is compiled. Four fifths of that are asked for from then on.
 */
const calibrate = async (
  { counts, takeLatencies, setRate }: Stage,
  seconds: number,
): Promise<string> => {
  await sleep(seconds * 200)
  const [answered, from] = [counts.answered, performance.now()]
  takeLatencies()
  await sleep(seconds * 800)
  const most = ((counts.answered - answered) * 1000) / (performance.now() - from)
  const { median, p99 } = takeLatencies()
  setRate(most * share)
  return `the machine does ${most.toFixed()} requests/s, median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; ${(most * share).toFixed()} are asked for`
}

/**
 * Holds a server under load while it is killed, stopped and out of disk, and looks whether everything
 * that it has acknowledged is there.
 * @returns what does not hold.
 */
export const underLoad = async ({ minutes, say }: Options): Promise<string[]> => {
  const { killEvery, term, full, fullFor, quiet, end } = scheduleOf(minutes)
  const stage = await setStage()
  const { running, subscriber, known, problems } = stage
  say(await calibrate(stage, Math.min(15, end / 6)))

  const start = performance.now()
  const passed = () => (performance.now() - start) / 1000
  const until = (seconds: number) => sleep(Math.max(0, seconds - passed()) * 1000)
  const tell = (what: string) => say(`${passed().toFixed().padStart(4)} s: ${what}`)

  for (let next = killEvery; next < term; next += killEvery) {
    await until(next)
    await running.again('SIGKILL')
    tell('killed, and there again')
  }
  await until(term)
  tell(await stopUnderLoad(stage))
  await until(full)
  tell(await fillDisk(stage, fullFor))
  await until(quiet)
  await subscriber.forget()
  const noted = known.orders.size
  for (const line of await stayQuiet(stage, end - passed())) tell(line)

  for (const line of await lookAfterwards(stage, noted)) say(line)
  stage.remove()
  say(problems.length > 0 ? 'it does not hold' : 'it holds')
  return problems
}
