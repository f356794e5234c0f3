import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { plantedFaults } from './planted.ts'
import type { Counts } from './run-context.ts'
import { runSeeds } from './run-seeds.ts'
import { behaviours, changes, operations } from './steps.ts'
import { faultModes, statementKinds } from './world/sqlite-faults.ts'

const usage = `Usage: npm run test:simulation -- [--seeds N] [--seed S]
       npm run test:simulation -- --planted [--only WORDS]

Runs the whole server in one process on a simulated clock, network, DNS and disk. Clients mix every
operation, statements fail, the process is killed and restarted. Everything follows from the seed.
Laws are checked after each step. A seed that violates one is reduced to few steps and printed.

  --seeds N     number of seeds (1000)
  --seed S      the first seed (random); without --seeds, the only one
  --planted     plant one fault after another in the server; each must be found within 500 seeds
  --only WORDS  only planted faults whose description contains these words
  --help        show this text
`

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
  ...['killed', 'stopped', 'delivered', 'lost response', 'flood', 'key revoked'],
]

const say = (line: string) => process.stdout.write(`${line}\n`)

/** @throws if a text is no whole number. */
const whole = (name: string, text: string): number => {
  if (!/^[0-9]{1,9}$/.test(text)) throw new Error(`--${name} must be a whole number`)
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

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    seed: { type: 'string' },
    planted: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) say(usage)
else {
  const {
    seed = String(randomInt(1_000_000_000)),
    seeds = values.seed === undefined ? '1000' : '1',
  } = values
  const isPassed = values.planted
    ? await findPlantedFaults(values.only)
    : await simulate(whole('seed', seed), whole('seeds', seeds))
  say(isPassed ? 'passed' : 'failed')
  if (!isPassed) process.exitCode = 1
}
