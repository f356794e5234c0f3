import { laws } from '../laws/all.ts'
import { ownServer } from '../own/own-server.ts'
import { parseOptions, print, runAsProgram, wholeNumber } from '../support/arguments.ts'
import type { Law } from '../support/law.ts'
import { Run } from '../support/run-laws.ts'
import { SuiteError } from '../support/server.ts'
import { type Change, startMutant } from './changes.ts'
import { mutants } from './mutants.ts'

const usage = `Usage: npx node contract-tests/mutants/main.ts [--seed N] [--only WORDS]

Plants violations in this project's server, one at a time, and runs the law that must detect each. A law that detects
no planted violation fails the command, and so does one that finds a violation in the unchanged server.

  --seed N      the seed of the laws (default: 20261120)
  --only WORDS  only laws and violations that contain these words
  --help        show this text
`

const options = {
  seed: { type: 'string', default: '20261120' },
  only: { type: 'string', default: '' },
} as const

type Mutant = { law: Law; change: Change; name: string }

/**
 * Returns the mutants with their laws.
 * @throws {SuiteError} when words are not in exactly one promise, or a law has no mutant.
 */
const pairs = (): Mutant[] => {
  const all = Object.entries(mutants).flatMap(([words, changes]) => {
    const [law, other] = laws.filter(({ promise }) => promise.includes(words))
    if (!law || other) throw new SuiteError(`Not in exactly one promise: ${words}`)
    return changes.map((change, i) => ({ law, change, name: `${i + 1} of '${words}'` }))
  })
  for (const law of laws)
    if (!all.some((each) => each.law === law))
      throw new SuiteError(`No mutant breaks this law. Add one to mutants.ts: ${law.promise}`)
  return all
}

const oneLine = (text: string): string => {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  return line.length > 200 ? `${line.slice(0, 200)}…` : line
}

/** Runs laws on a changed server. Returns the laws that are not kept, each with the reason. */
const broken = async (change: Change, chosen: readonly Law[], seed: number) => {
  const server = await startMutant(await ownServer(), change)
  const run = new Run({ server, seed, runs: 5 })
  const found: string[] = []
  for (const law of chosen) {
    const { findings, skipped } = await run.check(law)
    // A law that is skipped could detect nothing.
    const reason = findings[0]?.message ?? skipped
    if (reason !== undefined) found.push(oneLine(reason))
  }
  await server.stop()
  return found
}

await runAsProgram(usage, async () => {
  const { only, seed: text } = parseOptions(options)
  const seed = wholeNumber('seed', text, 0)
  const chosen = pairs().filter(({ law }) => law.promise.includes(only))
  const needed = laws.filter((law) => chosen.some((each) => each.law === law))
  const wrong = await broken({}, needed, seed)
  for (const line of wrong) print(`✗ The unchanged server: ${line}`)
  let missed = 0
  for (const { law, change, name } of chosen) {
    const [detected] = await broken(change, [law], seed)
    if (detected === undefined) missed++
    print(`${detected === undefined ? '✗' : '✓'} ${law.area}: ${law.promise}`)
    print(`    ${detected ?? `does not detect the violation ${name}`}`)
  }
  print(`\n${chosen.length - missed} of ${chosen.length} violations detected`)
  return missed + wrong.length === 0 ? 0 : 1
})
