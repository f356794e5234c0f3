import { randomInt } from 'node:crypto'
import { Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { plantedFaults } from './planted.ts'
import type { Counts } from './run-context.ts'
import { runSeeds } from './run-seeds.ts'
import { behaviours, changes, operations } from './steps.ts'
import { faultModes, statementKinds } from './world/sqlite-faults.ts'

/** From this many seeds on, a run must reach everything that it claims to simulate. */
const enough = 100
/** The number of seeds in which a planted fault must be found. */
const mostSeeds = 500

const mustReach = [
  ...operations.map((name) => `${name} 2xx`),
  ...statementKinds.map((kind) => `fault in ${kind}`),
  ...faultModes.map((mode) => `fault ${mode}`),
  ...behaviours.map((behaviour) => `endpoint ${behaviour}`),
  ...changes.map((change) => `order ${change}`),
  ...[401, 404, 429, 500].map((status) => `status ${status}`),
  ...['killed', 'stopped', 'delivered', 'lost response', 'flood', 'key revoked', 'clock set'],
]

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Reads an option. @throws if it is no whole number. */
const whole = (text: string): number => {
  if (!/^[0-9]{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

const simulate = async (first: number, count: number): Promise<boolean> => {
  const started = performance.now()
  const counts: Counts = {}
  let done = 0
  say(`${count} seeds from --seed ${first}`)
  const failed = await runSeeds({
    first,
    count,
    shrinks: false,
    onResult: (result) => {
      for (const [name, by] of Object.entries(result.counts))
        counts[name] = (counts[name] ?? 0) + by
      if (++done % 250 === 0 && done < count) say(`${done} seeds done`)
    },
  })
  for (const name of Object.keys(counts).toSorted()) say(`  ${name}: ${counts[name]}`)
  say(`${done} seeds in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  if (failed?.failure) {
    const { seed, failure } = failed
    say(`seed ${seed} fails: ${failure.message}`)
    say('looking for fewer steps')
    const reduced = await runSeeds({ first: seed, count: 1, shrinks: true, onResult: () => {} })
    const { trace, message } = reduced?.failure ?? failure
    for (const line of trace) say(line)
    say(`these steps violate: ${message}`)
    say(`Repeat: npm run test:simulation -- --seed ${seed}`)
    return false
  }
  const missing = count < enough ? [] : mustReach.filter((name) => !counts[name])
  if (missing.length > 0) say(`never reached: ${missing.join(', ')}`)
  return missing.length === 0
}

/** Runs seeds with each planted fault until one fails. Returns whether all were found. */
const findPlantedFaults = async (only: string): Promise<boolean> => {
  let isComplete = true
  say(`${'planted fault'.padEnd(66)} ${'seed'.padStart(4)}  law`)
  for (const { name } of plantedFaults.filter(({ name }) => name.includes(only))) {
    const found = await runSeeds({
      first: 1,
      count: mostSeeds,
      plantedFault: name,
      shrinks: false,
      onResult: () => {},
    })
    const seed = String(found?.seed ?? '–').padStart(4)
    say(`${name.padEnd(66)} ${seed}  ${found?.failure?.law ?? 'not found'}`)
    isComplete &&= found !== undefined
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
  .option(
    '--planted',
    `plant one fault after another; each must be found within ${mostSeeds} seeds`,
  )
  .option('--only <words>', 'only planted faults whose description contains these words', '')
  .parse()
  .opts()
const { seeds = process.argv.includes('--seed') ? 1 : 1000 } = given
const isPassed = planted ? await findPlantedFaults(only) : await simulate(seed, seeds)
say(isPassed ? 'passed' : 'failed')
if (!isPassed) process.exitCode = 1
