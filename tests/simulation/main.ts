import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { plantedFaults } from './planted.ts'
import type { Occurrences } from './run-context.ts'
import type { Job, Result } from './seed-worker.ts'
import { behaviours, changes, operations } from './steps.ts'
import { faultModes, statementKinds } from './world/sqlite-faults.ts'

/** From this many seeds on, a run must reach everything that it claims to simulate. */
const enough = 100
/** The number of seeds in which a planted fault must be found. */
const maxSeeds = 500

const mustReach = [
  ...operations.map((name) => `${name} 2xx`),
  ...statementKinds.map((kind) => `fault in ${kind}`),
  ...faultModes.map((mode) => `fault ${mode}`),
  ...behaviours.map((behaviour) => `endpoint ${behaviour}`),
  ...changes.map((change) => `order ${change}`),
  ...[401, 404, 429, 500].map((status) => `status ${status}`),
  'killed',
  'stopped',
  'delivered',
  'lost response',
  'flood',
  'key revoked',
  'clock set',
  'file overwritten',
  'invite opened',
]

const say = (line: string) => process.stdout.write(`${line}\n`)

const whole = (text: string): number => {
  if (!/^[0-9]{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

/** Runs seeds, one at a time on each core. Stops at the first that fails. */
const runSeeds = async (
  first: number,
  count: number,
  job: Omit<Job, 'seeds'>,
): Promise<readonly Result[]> => {
  const results: Result[] = []
  const cores = Math.min(availableParallelism(), count)
  const workers = Array.from({ length: cores }, (_, core) => {
    const length = Math.ceil((count - core) / cores)
    const seeds = Array.from({ length }, (_, i) => first + core + i * cores)
    return new Worker(new URL('./seed-worker.ts', import.meta.url), {
      workerData: { ...job, seeds } satisfies Job,
    })
  })
  const run = async (worker: Worker) => {
    worker.on('message', (result: Result) => {
      results.push(result)
      if (results.length % 250 === 0) say(`${results.length} seeds done`)
      if (result.failure) for (const each of workers) void each.terminate()
    })
    await once(worker, 'exit')
  }
  await Promise.all(workers.map(run))
  return results
}

const failed = ({ failure }: Result): boolean => failure !== undefined

const report = ({ trace, message }: NonNullable<Result['failure']>): void => {
  for (const line of trace) say(line)
  say(`these steps violate: ${message}`)
}

/** Runs seeds. Prints what they reached, and the fewest steps of one that fails. Returns whether none does. */
const simulate = async (first: number, count: number): Promise<boolean> => {
  const started = performance.now()
  say(`${count} seeds from --seed ${first}`)
  const results = await runSeeds(first, count, { shrinks: false })
  const counts: Occurrences = {}
  for (const result of results)
    for (const [name, by] of Object.entries(result.counts)) counts[name] = (counts[name] ?? 0) + by
  for (const name of Object.keys(counts).toSorted()) say(`  ${name}: ${counts[name]}`)
  say(`${results.length} seeds in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  const { seed = first, failure } = results.find(failed) ?? {}
  if (count === 1) say(`digest of the trace: ${results[0]?.digest}`)
  if (failure) {
    say(`seed ${seed} fails: ${failure.message}`)
    say('looking for fewer steps')
    const [reduced] = await runSeeds(seed, 1, { shrinks: true })
    report(reduced?.failure ?? failure)
    say(`Repeat: npm run test:simulation -- --seed ${seed}`)
    return false
  }
  if (results.length < count) say('a worker ended before its seeds')
  const missing = count < enough ? [] : mustReach.filter((name) => !counts[name])
  if (missing.length > 0) say(`never reached: ${missing.join(', ')}`)
  return missing.length === 0 && results.length === count
}

/** Runs seeds with each planted fault until one fails. Returns whether all were found. */
const findPlantedFaults = async (only: string): Promise<boolean> => {
  const wanted = plantedFaults.filter(({ name }) => name.includes(only))
  let isComplete = wanted.length > 0
  say(`${'planted fault'.padEnd(66)} ${'seed'.padStart(4)}  law`)
  for (const { name } of wanted) {
    const shrinks = wanted.length === 1
    const results = await runSeeds(1, maxSeeds, { plantedFault: name, shrinks })
    const { seed, failure } = results.find(failed) ?? {}
    say(`${name.padEnd(66)} ${String(seed).padStart(4)}  ${failure?.law ?? 'not found'}`)
    if (shrinks && failure) report(failure)
    isComplete &&= failure !== undefined
  }
  return isComplete
}

const {
  seed = randomInt(1_000_000_000),
  planted,
  only,
  ...given
} = new Command('npm run test:simulation --')
  .description(`\
Runs the whole server in one process on a simulated clock, network, DNS and disk. Clients mix every
operation, statements fail, the clock is set, the process is killed and restarted. Everything follows
from the seed. Laws are checked after each step. A seed that violates one is reduced to few steps and
printed.`)
  .option('--seeds <number>', 'number of seeds (1000, or 1 with --seed)', whole)
  .option('--seed <number>', 'the first seed (random)', whole)
  .option('--planted', `plant faults in turn; each must be found within ${maxSeeds} seeds`)
  .option('--only <words>', 'only planted faults whose description contains these words', '')
  .parse()
  .opts()
const { seeds = process.argv.includes('--seed') ? 1 : 1000 } = given
const isPassed = planted ? await findPlantedFaults(only) : await simulate(seed, seeds)
say(isPassed ? 'passed' : 'failed')
if (!isPassed) process.exitCode = 1
