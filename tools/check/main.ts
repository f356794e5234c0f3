import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Results } from './totals-reporter.ts'

const bench = 'npm run -s bench -- --seconds 1 --rounds 1 --only list'

type Step = [title: string, command: string]

/** The steps of the check, the quickest first. Those of a group run beside each other. */
const groups: Step[][] = [
  [
    ['Format and lint', 'npm run -s lint'],
    ['Types', 'npm run -s types'],
    ['Boundaries', 'npm run -s boundaries'],
    ['Document', 'redocly lint merch@v1 contract-tests/workflows/*.arazzo.yaml'],
    ['Generated layer', 'npm run -s generate -- --check'],
    ['Breaking changes', 'node openapi/changes.ts'],
  ],
  [
    ['Benchmark', bench],
    ['Benchmark on PostgreSQL', `${bench} --database postgres`],
  ],
  [['Tests', 'npm run -s test']],
  [
    ['Long tests', 'vitest run --project long --project long-alone'],
    ['Contract mutants', 'node contract-tests/mutants/main.ts'],
    ['Schemathesis', 'npm run -s test:schemathesis -- -- --max-examples 25'],
  ],
  [
    ['Citus tests', 'npm run -s test:citus'],
    ['Long PostgreSQL tests', 'vitest run --project long-postgres'],
    ['First hour: from a clone to the docs', '.ci/first-hour'],
  ],
]

const say = (line: string) => process.stdout.write(`${line}\n`)

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs a command as npm does: with the project's programs and Node first in the PATH.
 * @param output `pipe` to return what it prints, `inherit` to print it at once
 */
const run = async (command: string, totals: string, output: 'pipe' | 'inherit') => {
  const child = spawn(`(${command}) 2>&1`, {
    cwd: root,
    shell: true,
    stdio: ['inherit', output, 'inherit'],
    env: {
      ...process.env,
      PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
      TEST_TOTALS: totals,
      // Long tests of a kind run on one of a few days each.
      TEST_TURNS: '1',
      REDOCLY_TELEMETRY: 'off',
      // Programs in Go, such as the compiler of types, spend a third of their time on garbage otherwise.
      GOGC: '400',
    },
  })
  const closed = once(child, 'close')
  const printed = child.stdout ? await text(child.stdout) : ''
  const [status] = await closed
  return { passed: status === 0, printed }
}

const readTotals = (folder: string): Results => {
  const totals: Results = { passed: 0, failed: 0, skipped: 0, failures: [] }
  for (const file of readdirSync(folder)) {
    const results: Results = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    totals.passed += results.passed
    totals.failed += results.failed
    totals.skipped += results.skipped
    totals.failures.push(...results.failures)
  }
  return totals
}

const check = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'merch-check-'))
  const failed: Step[] = []
  const times: string[] = []
  const runStep = async ([title, command]: Step, isAlone: boolean) => {
    const heading = `\n── ${title}: ${command}`
    if (isAlone) say(heading)
    const start = performance.now()
    const { passed, printed } = await run(command, folder, isAlone ? 'inherit' : 'pipe')
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    const time = `${passed ? '✓' : '✗'} ${title.padEnd(40)} ${seconds.padStart(6)} s`
    say(isAlone ? time : `${heading}\n${printed}${time}`)
    times.push(time)
    if (!passed) failed.push([title, command])
  }
  for (const group of groups) {
    if (group.length > 1) say(`\nBeside each other: ${group.map(([title]) => title).join('; ')}`)
    await Promise.all(group.map((step) => runStep(step, group.length === 1)))
  }

  const totals = readTotals(folder)
  rmSync(folder, { recursive: true })
  // Failed tests are in the totals one by one; any other failed step counts as one failure.
  const isCounted = (title: string) => /tests$/i.test(title) && totals.failed > 0
  const otherFailures = failed.filter(([title]) => !isCounted(title)).length
  say(`\n${times.join('\n')}`)
  if (failed.length > 0) {
    say(`\nFailed: ${failed.map(([title]) => title).join('; ')}`)
    for (const failure of totals.failures) say(`✗ ${failure}`)
    process.exitCode = 1
  }
  say('')
  say(`${totals.passed} passed, ${totals.failed + otherFailures} failed, ${totals.skipped} skipped`)
}

if (process.argv.includes('--help')) {
  say(
    'Usage: npm run check\n\nRuns what CI runs, and prints the total in the last line. Of long tests of a kind, one runs each\nday; npm run test:long runs all:\n',
  )
  for (const [title, command] of groups.flat()) say(`  ${title.padEnd(40)} ${command}`)
} else await check()
