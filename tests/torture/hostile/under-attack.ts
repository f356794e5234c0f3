import { setTimeout as sleep } from 'node:timers/promises'
import { startAttackers } from './attackers.ts'
import { compare, settled, watch } from './holdings.ts'
import type { Latencies } from './neighbour.ts'
import type { Report } from './orders.ts'
import { type Scene, setScene } from './scene.ts'

type Say = (line: string) => void

type Options = {
  count: number
  seed: number
  minutes: number
  isQuick: boolean
  say: Say
}

/** Within which 99 of 100 of the neighbour's requests are answered, in milliseconds. */
const mostLate = 100

const inWords = ({ requests, median, p99, slowest }: Latencies): string =>
  `${requests} requests, median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms`

/** How long somebody waits who has the server alone: what the machine does, without anybody's doing. */
const aWhile = async (beside: Scene['beside']): Promise<Latencies> => {
  const { stop } = beside.goOn()
  await sleep(5000)
  return stop()
}

/** @param alone nothing where times are not judged. */
const problemOfLateness = ({ p99 }: Latencies, alone: Latencies | undefined): string[] => {
  if (!alone || p99 < mostLate) return []
  const isBusy = alone.p99 >= mostLate
  return [
    `p99 of the well-behaved client is ${p99.toFixed(1)} ms, not under ${mostLate}${isBusy ? ', but neither is it when it is alone: the machine has other work' : ''}`,
  ]
}

const table = (kinds: Report['kinds']): string[] => {
  const cells = (values: readonly (string | number)[]) =>
    values
      .map((value, i) => (i === 0 ? String(value).padEnd(45) : String(value).padStart(8)))
      .join('')
  const rows = Object.entries(kinds).toSorted(([a], [b]) => a.localeCompare(b))
  return [
    cells(['kind', 'sent', '2xx', '3xx', '4xx', '5xx']),
    ...rows.map(([name, { attacks, answers }]) => cells([name, attacks, ...answers.slice(1)])),
  ]
}

/** Says how far attackers have come, ten times. */
const progress = (count: number, say: Say) => {
  const start = performance.now()
  let told = 0
  return ({ done }: Report) => {
    const tenths = Math.floor((10 * done) / count)
    if (tenths > told) say(`${done} done in ${((performance.now() - start) / 1000).toFixed()} s`)
    told = Math.max(told, tenths)
  }
}

/** Attacks a server that is there until it is told otherwise. @returns what does not hold. */
const attackScene = async (
  { server, world, beside }: Scene,
  { count, seed, isQuick, say }: Options,
  deadline: AbortSignal,
): Promise<string[]> => {
  const { attack, dismiss } = startAttackers(deadline)
  // What is compiled, cached and pooled on first use is no leak.
  await attack({ world, seed, count: Math.ceil(count / 10), longest: 200 })
  if (!server.isAlive()) return []
  const before = await settled(server)
  const alone = isQuick ? undefined : await aWhile(beside)

  const most = watch(server)
  const { stop, problems: ofNeighbour } = beside.goOn()
  let latencies: ReturnType<typeof stop> | undefined
  const tell = progress(count, say)
  const report = await attack({ world, seed, count, longest: isQuick ? 200 : null }, (so) => {
    tell(so)
    // Beside clients that only sit there nobody is kept waiting.
    if (so.isQuickOver) latencies ??= stop()
  })
  dismiss()
  const mostOpen = most()
  const besides = await (latencies ?? stop())

  for (const row of table(report.kinds)) say(row)
  if (alone) say(`a well-behaved client, alone: ${inWords(alone)}`)
  say(`a well-behaved client, beside them: ${inWords(besides)}`)
  const problems = [
    ...report.problems,
    ...ofNeighbour,
    ...(report.isOver ? [] : [`only ${report.done} of ${count} were done`]),
    ...(besides.requests > 0 ? [] : ['the well-behaved client asked nothing']),
    ...problemOfLateness(besides, alone),
  ]
  if (!server.isAlive()) return problems
  const after = await settled(server)
  say(`descriptors: ${before.open} before, ${mostOpen} at the most, ${after.open} after`)
  return [...problems, ...compare(server, before, after, say)]
}

/**
 * Attacks a server while somebody well-behaved uses it, and judges how it bears that.
 * @returns what does not hold.
 */
export const underAttack = async (options: Options): Promise<string[]> => {
  const { count, seed, minutes, say } = options
  say(`${count} hostile requests, --seed ${seed}`)
  const scene = await setScene()
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), minutes * 60_000)
  let hasEnded = false
  void scene.server.ended.then(() => {
    hasEnded = true
    deadline.abort()
  })
  const problems = await attackScene(scene, options, deadline.signal)
  clearTimeout(timer)
  if (hasEnded) problems.push('the server has ended before it was told to')
  problems.push(...(await scene.end()))
  say(problems.length > 0 ? 'it does not hold' : 'it holds')
  return problems
}
