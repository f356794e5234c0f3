import { laws } from '../laws/all.ts'
import { startOwnServer } from '../own/own-server.ts'
import { makeTemplate, type Template } from '../own/template.ts'
import type { Law } from '../support/law.ts'
import { parseOptions, print, runAsProgram, wholeNumber } from '../support/program.ts'
import { runLaws } from '../support/run-laws.ts'
import { SuiteError } from '../support/target.ts'
import { mutants } from './all.ts'
import { type Change, startMutant } from './changes.ts'

const usage = `Usage: npx node contract-tests/mutants/main.ts [--seed N] [--only WORDS]

Plants violations in this project's server, one at a time, and runs the law that must detect each. A law that detects
no planted violation fails the command, and so does one that finds a violation in the unchanged server.

  --seed N      the seed of the laws (default: 20261120)
  --only WORDS  only violations and laws whose sentence contains these words
  --help        show this text
`

const options = {
  seed: { type: 'string', default: '20261120' },
  only: { type: 'string', default: '' },
} as const

/** A violation, the law that must detect it, and the change to the server. */
type Mutant = { law: Law; breaks: string; change: Change }

/**
 * Returns the mutants with their laws.
 * @throws {SuiteError} when words are not the beginning of exactly one promise, or a law has no mutant.
 */
const pairs = (): Mutant[] => {
  const all = Object.entries(mutants).flatMap(([words, changes]) => {
    const [law, other] = laws.filter(({ promise }) => promise.startsWith(words))
    if (!law || other) throw new SuiteError(`Not the beginning of exactly one promise: ${words}`)
    return Object.entries(changes).map(([breaks, change]) => ({ law, breaks, change }))
  })
  for (const law of laws)
    if (!all.some((each) => each.law === law))
      throw new SuiteError(`No mutant breaks this law. Add one to mutants/all.ts: ${law.promise}`)
  return all
}

/** Formats an error as one line of at most 200 characters. */
const oneLine = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error)
  const line = text.trim().replaceAll(/\s+/g, ' ')
  return line.length > 200 ? `${line.slice(0, 200)}…` : line
}

/** Runs laws on a changed server. Returns the laws that are not kept, each with the reason. */
const broken = async (
  template: Template,
  change: Change,
  chosen: readonly Law[],
  seed: number,
): Promise<string[]> => {
  const target = await startMutant(await startOwnServer({ template }), change)
  try {
    const results = await runLaws(chosen, { target, seed, runs: 20 })
    return results.flatMap(({ law, outcome }) => {
      if (outcome.kind === 'kept') return []
      // A law that is skipped could detect nothing.
      const reason = outcome.kind === 'broken' ? oneLine(outcome.error) : outcome.reason
      return [`${law.area}: ${law.promise}: ${reason}`]
    })
  } finally {
    await target.stop()
  }
}

await runAsProgram(usage, async () => {
  const { only, seed: text } = parseOptions(options)
  const seed = wholeNumber('seed', text, 0)
  const chosen = pairs().filter(({ law, breaks }) => `${breaks}\n${law.promise}`.includes(only))
  const template = await makeTemplate()
  const needed = laws.filter((law) => chosen.some((each) => each.law === law))
  const wrong = await broken(template, {}, needed, seed)
  for (const line of wrong) print(`✗ The unchanged server: ${line}`)
  let missed = 0
  for (const { law, breaks, change } of chosen) {
    const [detected] = await broken(template, change, [law], seed)
    if (detected === undefined) missed++
    print(`${detected === undefined ? '✗' : '✓'} ${breaks}`)
    print(`    ${detected ?? `not detected by ${law.area}: ${law.promise}`}`)
  }
  await template.remove()
  print(`\n${chosen.length - missed} of ${chosen.length} violations detected`)
  return missed + wrong.length === 0 ? 0 : 1
})
