import { parseArgs } from 'node:util'
import { Coverage } from './coverage.ts'
import { startCluster } from './database/start-cluster.ts'
import { findPlantedFaults } from './planted/find.ts'
import { runSeeds } from './run-seeds.ts'
import { statementKinds } from './world/fault.ts'
import { postgresKinds } from './world/postgres-faults.ts'

const usage = `Usage: npm run test:simulation -- [--seeds N] [--seed S] [--database postgres]
       npm run test:simulation -- --planted [--only WORDS] [--database postgres]

Runs the whole server in one process on a simulated clock, network, DNS and disk. Clients mix every
operation, statements fail, the process is killed and restarted. Everything follows from the seed.
Laws are checked after each step. A seed that violates one is reduced to few steps and printed.

  --seeds N     number of seeds (1000)
  --seed S      the first seed; without --seeds, the only one
  --database D  sqlite or postgres (sqlite). Starts a PostgreSQL server for the data. Which statements
                fail, and how, is then what PostgreSQL and the network to it do
  --planted     plant one fault after another in the server; each must be found within 200 seeds
  --only WORDS  only planted faults whose description contains these words
  --help        show this text
`

/** From this many seeds on, a run must reach everything that it claims to simulate. */
const enough = 100

const leftOut = `left out on PostgreSQL: faults of ${statementKinds
  .filter((kind) => !new Set<string>(postgresKinds).has(kind))
  .join(', ')}, which are SQLite's own`

const say = (line: string) => process.stdout.write(`${line}\n`)

/** @throws if a text is no whole number. */
const whole = (name: string, text: string): number => {
  if (!/^[0-9]{1,9}$/.test(text)) throw new Error(`--${name} must be a whole number`)
  return Number(text)
}

const simulate = async (
  first: number,
  count: number,
  postgres: string | undefined,
): Promise<boolean> => {
  const started = performance.now()
  const coverage = new Coverage()
  let done = 0
  say(`${count} seeds from --seed ${first}`)
  const failed = await runSeeds({
    first,
    count,
    postgres,
    shrinks: false,
    onResult: ({ counts }) => {
      coverage.addAll(counts)
      done++
      if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${count} seeds`)
      else if (done % 250 === 0 && done < count) say(`${done} seeds done`)
    },
  })
  if (process.stderr.isTTY) process.stderr.write('\r')
  for (const line of coverage.lines()) say(`  ${line}`)
  say(`${done} seeds in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  if (failed?.failure) {
    const { seed, failure } = failed
    say(`seed ${seed} fails: ${failure.message}`)
    say('looking for fewer steps')
    const reduced = await runSeeds({
      first: seed,
      count: 1,
      postgres,
      shrinks: true,
      onResult: () => {},
    })
    for (const line of reduced?.failure?.trace ?? failure.trace) say(line)
    say(
      `Repeat: npm run test:simulation -- --seed ${seed}${postgres === undefined ? '' : ' --database postgres'}`,
    )
    return false
  }
  const missing =
    count < enough ? [] : coverage.missing(postgres === undefined ? statementKinds : postgresKinds)
  if (missing.length > 0) say(`never reached: ${missing.join(', ')}`)
  return missing.length === 0
}

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    seed: { type: 'string' },
    database: { type: 'string', default: 'sqlite' },
    planted: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) say(usage)
else {
  const {
    seed = String(Date.now() % 1_000_000_000),
    seeds = values.seed === undefined ? '1000' : '1',
  } = values
  const { database } = values
  if (database !== 'sqlite' && database !== 'postgres')
    throw new Error('--database must be sqlite or postgres')
  const cluster = database === 'postgres' ? await startCluster() : undefined
  if (cluster) say(leftOut)
  const isPassed = values.planted
    ? await findPlantedFaults(values.only, cluster?.socket, say)
    : await simulate(whole('seed', seed), whole('seeds', seeds), cluster?.socket)
  await cluster?.stop()
  say(isPassed ? 'passed' : 'failed')
  if (!isPassed) process.exitCode = 1
}
