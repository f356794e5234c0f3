import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { explainError } from '../../server/process/explain-error.ts'
import { makeTemplate, type Template } from '../own/template.ts'
import { mutants } from './all.ts'
import { chooseJudges, judgeNames } from './judges/choose-judges.ts'
import type { Judge } from './judges/judge.ts'
import { matrix, type Row, undetected } from './matrix.ts'
import type { Mutant } from './mutant.ts'
import { startMutant } from './start-mutant.ts'

const usage = `Usage: npm run contract:mutants -- [--judges all] [--sample N] [--seed N] [--only WORDS]

Plants each of ${mutants.length} violations in this project's server. The laws of its area must detect it. With other
judges too, prints which of them detects which violation. A violation that none detects fails the command, and so does
a judge that finds one in the unchanged server.

  --judges NAMES  all, or some of ${judgeNames.join(',')} (default: laws). Workflows take
                  seconds for each violation, Schemathesis up to two minutes
  --sample N      only N violations, drawn by the seed
  --seed N        the seed of the sample and of the judges (default: 20261120)
  --only WORDS    only violations whose description contains these words
  --help          show this text
`

const options = {
  judges: { type: 'string', default: 'laws' },
  sample: { type: 'string' },
  seed: { type: 'string', default: '20261120' },
  only: { type: 'string', default: '' },
  help: { type: 'boolean', default: false },
} as const

const print = (line: string) => process.stdout.write(`${line}\n`)

const wholeNumber = (name: string, text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} must be a whole number: ${text}`)
  return Number(text)
}

/** Draws a number of violations, in their order. */
const draw = (all: readonly Mutant[], size: number, seed: number): Mutant[] => {
  const length = Math.min(size, all.length)
  const bounds = { minLength: length, maxLength: length }
  return fc.sample(fc.subarray([...all], bounds), { seed, numRuns: 1 }).flat()
}

/** Lets judges test a server each, with or without a violation. Returns the names of those that found one. */
const detect = async (
  template: Template,
  judges: readonly Judge[],
  mutant?: Mutant,
): Promise<string[]> => {
  const detectedBy: string[] = []
  for (const { name, judge } of judges) {
    const target = await startMutant(template, mutant ?? {})
    try {
      const { violation, summary } = await judge(target, mutant?.area)
      if (violation !== undefined) detectedBy.push(name)
      print(`    ${name}: ${violation ?? `none (${summary})`}`)
    } finally {
      await target.stop()
    }
  }
  return detectedBy
}

const run = async (): Promise<number> => {
  const { only, help, ...given } = parseArgs({ options }).values
  if (help) {
    print(usage)
    return 0
  }
  const started = performance.now()
  const seed = wholeNumber('seed', given.seed)
  const judges = chooseJudges(given.judges, seed)
  const matching = mutants.filter(({ breaks }) => breaks.includes(only))
  const size = given.sample === undefined ? matching.length : wholeNumber('sample', given.sample)
  const chosen = draw(matching, size, seed)
  const template = await makeTemplate()
  print('The unchanged server')
  const wrong = await detect(template, judges)

  const rows: Row[] = []
  for (const [i, mutant] of chosen.entries()) {
    print(`${i + 1}/${chosen.length} ${mutant.breaks} (${mutant.source})`)
    rows.push({ mutant, detectedBy: await detect(template, judges, mutant) })
  }
  await template.remove()
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  const missed = undetected(rows).length
  const names = judges.map(({ name }) => name)
  const compared = matrix(names, rows)
  if (compared !== '') print(compared)
  print(`\n${chosen.length - missed} of ${chosen.length} violations detected in ${seconds} s`)
  for (const name of wrong) print(`✗ ${name} found a violation in the unchanged server`)
  return missed + wrong.length === 0 ? 0 : 1
}

process.exitCode = await run().catch((error: unknown) => {
  process.stderr.write(`${explainError(error)}\n`)
  return 2
})
