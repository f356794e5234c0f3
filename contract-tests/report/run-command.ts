import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { laws } from '../laws/all.ts'
import type { Law } from '../support/law.ts'
import { type CommandLine, type Options, readOptions, usageOf } from '../support/options.ts'
import { runLaws, selectLaws } from '../support/run-laws.ts'
import { checkTarget, type Running, SuiteError, type Target } from '../support/target.ts'
import { Coverage, coverageTable, excusedBy, resultLine, summaryLine } from './coverage.ts'
import { failureReport } from './failure.ts'
import { reportPage } from './page.ts'

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

type Start = (database: string | undefined) => Promise<Running>

const run = async (line: CommandLine, start?: Start): Promise<number> => {
  const options = readOptions(process.argv.slice(2), line.html)
  if (options === 'help') {
    process.stdout.write(usageOf(line))
    return 0
  }
  const target = options.target ?? (await start?.(options.database))
  if (!target) throw new SuiteError('--url and --key are missing. --help lists the options')
  try {
    await checkTarget(target)
    const print = (text: string) => process.stdout.write(`${text}\n`)
    const isKept = await checkContract(target, options, { command: line.command, print })
    return isKept ? 0 : 1
  } finally {
    await target.stop()
  }
}

/**
 * Runs the suite as a program and sets its exit status.
 * @param start starts the server that is checked without --url
 */
export const runCommand = async (line: CommandLine, start?: Start): Promise<void> => {
  // What was made for the run is removed with the process, also when it is stopped.
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
  // A reader that closes its end, such as head, is no error.
  process.stdout.on('error', () => process.exit())
  try {
    process.exitCode = await run(line, start)
  } catch (error) {
    const isExpected = error instanceof SuiteError
    const text = error instanceof Error ? (isExpected ? error.message : error.stack) : String(error)
    process.stderr.write(`${text}\n`)
    process.exitCode = 2
  }
}
