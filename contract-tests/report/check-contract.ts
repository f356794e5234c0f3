import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { laws } from '../laws/all.ts'
import { failureReport } from '../support/failure-report.ts'
import type { Law } from '../support/law.ts'
import type { Options } from '../support/options.ts'
import { runLaws } from '../support/run-laws.ts'
import { selectLaws } from '../support/select-laws.ts'
import type { Target } from '../support/target.ts'
import { Coverage } from './coverage.ts'
import { excusedBy } from './excused-by.ts'
import { reportPage } from './page.ts'
import { coverageTable, resultLine, summaryLine } from './text.ts'

type Terminal = {
  /** What starts the program, for the command that repeats a failure. */
  command: string
  print: (line: string) => void
}

/**
 * Checks all laws on a target, prints the results, and writes the report.
 * @returns whether every law holds and every declared response was seen.
 */
export const checkContract = async (
  target: Target,
  { seed, runs, only, leaveOut, ownWords, html }: Omit<Options, 'target'>,
  { command, print }: Terminal,
): Promise<boolean> => {
  // Our own server is started for each run.
  const server = target.controls.fresh ? '' : `--url ${target.url} --key "$KEY" `
  const again = ({ area }: Law) =>
    `${command} ${server}--seed ${seed} --runs ${runs} --only ${area}`
  const coverage = new Coverage(ownWords)
  print(`${target.url}, seed ${seed}, ${runs} values for each property\n`)
  const results = await runLaws(selectLaws(laws, { only, leaveOut }), {
    target,
    seed,
    runs,
    recorder: { received: (exchange) => coverage.see(exchange) },
    onResult: (result) => {
      const { law, outcome } = result
      print(resultLine(result))
      if (outcome.kind !== 'broken') return
      const { error } = outcome
      print(`\n${failureReport({ law, error, target, seed, again: again(law) })}\n`)
    },
  })

  const isPartial = only !== undefined || Object.keys(leaveOut).length > 0
  const excused = excusedBy(target, results, isPartial)
  const unobserved = coverage.unobserved(excused)
  print(`\n${coverageTable(coverage, excused)}`)
  if (unobserved.length > 0) print('\nDeclared and never seen:')
  for (const { operation, status, example } of unobserved)
    print(`✗ ${operation} ${status} ${example}`)
  const isKept =
    unobserved.length === 0 && results.every(({ outcome }) => outcome.kind !== 'broken')
  mkdirSync(dirname(html), { recursive: true })
  writeFileSync(
    html,
    await reportPage({ target, seed, runs, again, results, coverage, excused, isKept }),
  )
  print(`\n${summaryLine(results)}\nReport: ${html}`)
  return isKept
}
