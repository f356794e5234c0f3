import { setTimeout as sleep } from 'node:timers/promises'
import { startAttackerProcess } from './attacker-process.ts'
import type { Report } from './messages.ts'
import { compare, idleResources, watchDescriptors } from './resources.ts'
import { type Setup, setUp } from './setup.ts'
import type { Latencies } from './well-behaved-client.ts'

type Say = (line: string) => void

type Options = {
  count: number
  seed: number
  minutes: number
  isQuick: boolean
  say: Say
}

/** Limit for the well-behaved client's p99, in milliseconds. */
const maxP99 = 100

const inWords = ({ requests, median, p99, slowest }: Latencies): string =>
  `${requests} requests, median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms`

/** Measures the client without attackers, as a baseline for this machine. */
const measureAlone = async (client: Setup['client']): Promise<Latencies> => {
  const { stop } = client.keepAsking()
  await sleep(5000)
  return stop()
}

/** @param alone undefined if times are not checked. */
const latencyProblems = ({ p99 }: Latencies, alone: Latencies | undefined): string[] => {
  if (!alone || p99 < maxP99) return []
  const isBusy = alone.p99 >= maxP99
  return [
    `p99 of the well-behaved client is ${p99.toFixed(1)} ms, not under ${maxP99}${isBusy ? '; without attackers it is not either: the machine is busy' : ''}`,
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
    ...rows.map(([name, { attacks, responses }]) => cells([name, attacks, ...responses.slice(1)])),
  ]
}

/** Prints the progress at each tenth. */
const progress = (count: number, say: Say) => {
  const start = performance.now()
  let reported = 0
  return ({ done }: Report) => {
    const tenths = Math.floor((10 * done) / count)
    if (tenths > reported)
      say(`${done} done in ${((performance.now() - start) / 1000).toFixed()} s`)
    reported = Math.max(reported, tenths)
  }
}

/** Attacks a running server. @returns problems. */
const attackServer = async (
  { server, attacked, client }: Setup,
  { count, seed, isQuick, say }: Options,
  deadline: AbortSignal,
): Promise<string[]> => {
  const { attack, stopAttacker } = startAttackerProcess(deadline)
  // Warm up: compiled code, caches and pools are no leak.
  await attack({ attacked, seed, count: Math.ceil(count / 10), longest: 200 })
  if (!server.isAlive()) return []
  const before = await idleResources(server)
  const alone = isQuick ? undefined : await measureAlone(client)

  const most = watchDescriptors(server)
  const { stop, problems: clientProblems } = client.keepAsking()
  let latencies: ReturnType<typeof stop> | undefined
  const tell = progress(count, say)
  const report = await attack({ attacked, seed, count, longest: isQuick ? 200 : null }, (so) => {
    tell(so)
    // Slow clients alone do not load the server.
    if (so.isQuickOver) latencies ??= stop()
  })
  stopAttacker()
  const mostOpen = most()
  const whileAttacked = await (latencies ?? stop())

  for (const row of table(report.kinds)) say(row)
  if (alone) say(`well-behaved client without attackers: ${inWords(alone)}`)
  say(`well-behaved client under attack: ${inWords(whileAttacked)}`)
  const problems = [
    ...report.problems,
    ...clientProblems,
    ...(report.isOver ? [] : [`only ${report.done} of ${count} attacks were run`]),
    ...(whileAttacked.requests > 0 ? [] : ['the well-behaved client sent no requests']),
    ...latencyProblems(whileAttacked, alone),
  ]
  if (!server.isAlive()) return problems
  const after = await idleResources(server)
  say(`descriptors: ${before.open} before, ${mostOpen} at most, ${after.open} after`)
  return [...problems, ...compare(server, before, after, say)]
}

/**
 * Attacks a server while a well-behaved client uses it.
 * @returns problems; none if the server passed.
 */
export const runHostile = async (options: Options): Promise<string[]> => {
  const { count, seed, minutes, say } = options
  say(`${count} hostile requests, --seed ${seed}`)
  const scene = await setUp()
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), minutes * 60_000)
  let hasEnded = false
  void scene.server.ended.then(() => {
    hasEnded = true
    deadline.abort()
  })
  const problems = await attackServer(scene, options, deadline.signal)
  clearTimeout(timer)
  if (hasEnded) problems.push('the server ended before SIGTERM')
  problems.push(...(await scene.end()))
  say(problems.length > 0 ? 'failed' : 'passed')
  return problems
}
