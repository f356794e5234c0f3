import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { laws } from '../laws/all.ts'
import { failureReport } from '../support/failure-report.ts'
import type { Options } from '../support/options.ts'
import { type Result, runLaws } from '../support/run-laws.ts'
import type { Target } from '../support/target.ts'
import { Coverage, statusesOf } from './coverage.ts'
import { reportPage } from './page.ts'
import { coverageTable, resultLine, summaryLine } from './text.ts'

/** Returns the declared responses that only skipped laws produce. */
const excusedBy = (results: readonly Result[]): string[] =>
  results.flatMap(({ law, outcome }) => (outcome.kind === 'skipped' ? (law.shows ?? []) : []))

/**
 * Checks all laws on a target, prints the results, and writes the report.
 * @returns whether every law holds and every declared response was seen.
 */
export const checkContract = async (
  target: Target,
  { seed, runs, only, ownWords, html }: Omit<Options, 'target'>,
  print: (line: string) => void,
): Promise<boolean> => {
  const coverage = new Coverage(ownWords)
  print(`${target.url}, seed ${seed}, ${runs} values for each property\n`)
  const results = await runLaws(
    laws.filter(({ area }) => only === undefined || area === only),
    {
      target,
      seed,
      runs,
      recorder: { received: (exchange) => coverage.see(exchange) },
      onResult: (result) => {
        const { law, outcome } = result
        print(resultLine(result))
        if (outcome.kind === 'broken')
          print(`\n${failureReport({ law, error: outcome.error, target, seed, runs })}\n`)
      },
    },
  )

  const isWhole = only === undefined && target.controls.memory === true
  // A run of some laws, or on a target with little data, cannot see all declared responses.
  const isBare = results.some(({ outcome }) => outcome.kind === 'skipped' && outcome.isBare)
  const excused =
    isWhole && !isBare ? excusedBy(results) : statusesOf(coverage).map((each) => `* ${each}`)
  const unobserved = coverage.unobserved(excused)
  print(`\n${coverageTable(coverage, excused)}`)
  if (unobserved.length > 0) print('\nDeclared and never seen:')
  for (const { operation, status, example } of unobserved)
    print(`✗ ${operation} ${status} ${example}`)
  const isKept =
    unobserved.length === 0 && results.every(({ outcome }) => outcome.kind !== 'broken')
  mkdirSync(dirname(html), { recursive: true })
  writeFileSync(html, await reportPage({ target, seed, runs, results, coverage, excused, isKept }))
  print(`\n${summaryLine(results)}\nReport: ${html}`)
  return isKept
}
