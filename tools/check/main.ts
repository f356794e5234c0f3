import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Totals } from './totals-reporter.ts'

/** Everything that must hold before a change lands, cheapest first. */
const steps: [title: string, script: string, args: string[]][] = [
  ['Code is formatted and linted', 'lint', []],
  ['Types', 'types', []],
  ['Boundaries', 'boundaries', []],
  ['The document and its laws', 'lint:document', []],
  ['The generated layer is what the document says', 'generate', ['--check']],
  ['Nothing that somebody relies on breaks', 'changes', []],
  ['Scores, sizes and times', 'scores', []],
  ['Measurements run', 'bench', ['--seconds', '1', '--rounds', '1', '--only', 'list']],
  ['Measurements of the budget run', 'bench:budget', ['--addresses', '1000']],
  ['Measurements of the mock run', 'bench:mock', ['--seconds', '1', '--rounds', '1']],
  ['The profile is taken', 'bench:profile', []],
  ['Tests', 'test', []],
  ['Long tests', 'test:long', []],
  ['Planted violations of the contract', 'contract:mutants', []],
  ['CONTRIBUTING shows what happens', 'transcript', []],
  ['A first hour, from a clone to the docs', 'first-hour', []],
]

const say = (line: string) => process.stdout.write(`${line}\n`)

const folder = mkdtempSync(join(tmpdir(), 'merch-check-'))

const run = (script: string, args: string[]): boolean => {
  const { status } = spawnSync('npm', ['run', '--silent', script, '--', ...args], {
    stdio: 'inherit',
    env: { ...process.env, TEST_TOTALS: folder, REDOCLY_TELEMETRY: 'off' },
  })
  return status === 0
}

/** What all runs of tests counted that came to an end. */
const readTotals = (): Totals => {
  const totals = { passed: 0, failed: 0, skipped: 0 }
  for (const file of readdirSync(folder)) {
    const { passed, failed, skipped }: Totals = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    totals.passed += passed
    totals.failed += failed
    totals.skipped += skipped
  }
  return totals
}

const failed: string[] = []
for (const [title, script, args] of steps) {
  say(`\n── ${title}: npm run ${[script, ...args].join(' ')}`)
  if (!run(script, args)) failed.push(title)
}

const totals = readTotals()
rmSync(folder, { recursive: true })
// A step that fails is a failure of its own; failing tests are counted one by one.
const isCounted = (title: string) => /tests/i.test(title) && totals.failed > 0
const otherwise = failed.filter((title) => !isCounted(title)).length
if (failed.length > 0) {
  say(`\nFailed: ${failed.join('; ')}`)
  process.exitCode = 1
}
say('')
say(`${totals.passed} passed, ${totals.failed + otherwise} failed, ${totals.skipped} skipped`)
