import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import { descriptors, type MeasuredServer, resident, type ServerHeld } from '../measured-server.ts'
import type { Latencies } from './neighbour.ts'
import { type Orders, Report } from './orders.ts'
import { type Scene, setScene } from './scene.ts'

type Options = {
  count: number
  seed: number
  minutes: number
  isQuick: boolean
  say: (line: string) => void
}

/** The most that may be kept of everything that was asked, in bytes after garbage is collected. */
const mostKept = 8 * 1024 * 1024
/** The most memory that the server may ever take, in bytes. */
const mostTaken = 768 * 1024 * 1024
/** Within which 99 of 100 of the neighbour's requests are answered, in milliseconds. */
const mostLate = 100

const mebibytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`

const nothingDone: Report = {
  done: 0,
  isQuickOver: false,
  isOver: false,
  kinds: {},
  problems: [],
}

/** Attackers, and what has them carry out a number of attacks: it answers with what they tell last. */
const startAttackers = (deadline: AbortSignal) => {
  const child = fork(fileURLToPath(new URL('./attacker.ts', import.meta.url)))
  const kill = () => child.kill('SIGKILL')
  deadline.addEventListener('abort', kill)
  process.once('exit', kill)
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const attack = async (
    orders: z.output<typeof Orders>,
    hear: (report: Report) => void = () => {},
  ): Promise<Report> => {
    let last = nothingDone
    const done = Promise.withResolvers<void>()
    const listen = (message: unknown) => {
      last = Report.parse(message)
      hear(last)
      if (last.isOver) done.resolve()
    }
    child.on('message', listen)
    child.send(orders)
    await Promise.race([done.promise, gone])
    child.off('message', listen)
    return last
  }
  return { attack, dismiss: kill }
}

/** Looks at what is held, of which the least counts: what is on its way out is no leak. */
const looks = 5

/** What is held once every client has left, and the server has noticed. */
const settled = async (
  server: MeasuredServer,
): Promise<ServerHeld & { open: number | undefined }> => {
  const deadline = performance.now() + 15_000
  const seen: ServerHeld[] = []
  for (;;) {
    const held = await server.held(1)
    // The listening socket itself is left.
    if (held.handles <= 1) seen.push(held)
    if (seen.length === looks || performance.now() > deadline) {
      const bytes = Math.min(...seen.map((each) => each.bytes))
      return { ...held, bytes, open: descriptors(server.pid) }
    }
    await sleep(100)
  }
}

/** The most descriptors that the server has had open, looked at now and then. */
const watch = ({ pid }: MeasuredServer) => {
  let most = 0
  const look = () => {
    most = Math.max(most, descriptors(pid) ?? 0)
  }
  const timer = setInterval(look, 100)
  return () => {
    clearInterval(timer)
    return most
  }
}

const inWords = ({ requests, median, p99, slowest }: Latencies): string =>
  `${requests} requests, median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms`

/** How long somebody waits who has the server alone. */
const aWhile = async (beside: Scene['beside']): Promise<Latencies> => {
  const { stop } = beside.goOn()
  await sleep(5000)
  return stop()
}

const table = (kinds: Report['kinds']): string[] => {
  const cells = (values: readonly (string | number)[]) =>
    values
      .map((value, i) => (i === 0 ? String(value).padEnd(38) : String(value).padStart(8)))
      .join('')
  const rows = Object.entries(kinds).toSorted(([a], [b]) => a.localeCompare(b))
  return [
    cells(['kind', 'sent', '2xx', '3xx', '4xx', '5xx']),
    ...rows.map(([name, { attacks, answers }]) => cells([name, attacks, ...answers.slice(1)])),
  ]
}

/**
 * Attacks a server while somebody well-behaved uses it, and judges how it bears that.
 * @returns what does not hold.
 */
export const underAttack = async ({
  count,
  seed,
  minutes,
  isQuick,
  say,
}: Options): Promise<string[]> => {
  say(`${count} hostile requests, --seed ${seed}`)
  const { server, world, beside, end }: Scene = await setScene()
  const problems: string[] = []
  const must = (holds: boolean, problem: string) => {
    if (!holds) problems.push(problem)
  }
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), minutes * 60_000)
  void server.ended.then(() => deadline.abort())

  // What is compiled, cached and pooled on first use is no leak.
  const warmUp = { world, seed, count: Math.ceil(count / 10), longest: 200 }
  const { attack, dismiss } = startAttackers(deadline.signal)
  await attack(warmUp)
  const before = await settled(server)

  // What the machine does to a client without anybody's doing.
  const alone = isQuick ? undefined : await aWhile(beside)

  const most = watch(server)
  const { stop, problems: ofNeighbour } = beside.goOn()
  let latencies: ReturnType<typeof stop> | undefined
  let told = 0
  const start = performance.now()
  const report = await attack(
    { world, seed, count, longest: isQuick ? 200 : null },
    ({ done, isQuickOver }) => {
      const tenths = Math.floor((10 * done) / count)
      const seconds = ((performance.now() - start) / 1000).toFixed()
      if (tenths > told) say(`${done} done in ${seconds} s`)
      told = Math.max(told, tenths)
      // Beside clients that only sit there nobody is kept waiting.
      if (isQuickOver) latencies ??= stop()
    },
  )
  dismiss()
  const besides = await (latencies ?? stop())
  clearTimeout(timer)
  for (const row of table(report.kinds)) say(row)
  must(
    report.isOver,
    `only ${report.done} of ${count} were done: the server ended, or the time was up`,
  )
  problems.push(...report.problems, ...ofNeighbour)

  if (alone) say(`a well-behaved client, alone: ${inWords(alone)}`)
  say(`a well-behaved client, beside them: ${inWords(besides)}`)
  must(besides.requests > 0, 'the well-behaved client asked nothing')
  must(
    isQuick || besides.p99 < mostLate,
    `p99 of the well-behaved client is ${besides.p99.toFixed(1)} ms, not under ${mostLate}`,
  )

  if (!server.isAlive()) return [...problems, 'the server has ended']
  const after = await settled(server)
  say(`descriptors: ${before.open} before, ${most()} at the most, ${after.open} after`)
  must(after.handles <= 1, `${after.handles - 1} connections are left open`)
  must(
    (after.open ?? 0) <= (before.open ?? 0),
    `${after.open} descriptors are open, not ${before.open}`,
  )
  const peak = resident(server.pid)?.most
  say(
    `memory: ${mebibytes(before.bytes)} before, ${mebibytes(after.bytes)} after; resident ${mebibytes(before.resident)} before, ${mebibytes(after.resident)} after, ${peak === undefined ? 'at the most nobody knows what' : `${mebibytes(peak)} at the most`}`,
  )
  must(
    after.bytes - before.bytes < mostKept,
    `memory grows: ${mebibytes(after.bytes - before.bytes)} are kept`,
  )
  must((peak ?? 0) < mostTaken, `the server took ${mebibytes(peak ?? 0)}`)

  problems.push(...(await end()))
  say(problems.length > 0 ? 'it does not hold' : 'it holds')
  return problems
}
