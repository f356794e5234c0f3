import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Results } from './totals-reporter.ts'

/** The steps of the check, the quickest first. */
const steps: [title: string, script: string, args: string[]][] = [
  ['Format and lint', 'lint', []],
  ['Types', 'types', []],
  ['Boundaries', 'boundaries', []],
  ['Document', 'lint:document', []],
  ['Generated layer', 'generate', ['--check']],
  ['Breaking changes', 'changes', []],
  ['Scores', 'scores', []],
  ['Benchmark', 'bench', ['--seconds', '1', '--rounds', '1', '--only', 'list']],
  [
    'Benchmark on PostgreSQL',
    'bench',
    ['--database', 'postgres', '--seconds', '1', '--rounds', '1', '--only', 'list'],
  ],
  ['Benchmark of the rate limit', 'bench:budget', ['--addresses', '1000']],
  ['Simulation of nodes', 'bench:exchange', ['--nodes', '2', '--seconds', '2']],
  ['Benchmark of nodes', 'bench:nodes', ['--nodes', '2', '--seconds', '1', '--rounds', '1']],
  ['Benchmark of the mock', 'bench:mock', ['--seconds', '1', '--rounds', '1']],
  ['CPU profile', 'bench:profile', []],
  ['Tests', 'test', []],
  ['Long tests', 'test:long', []],
  ['Contract mutants', 'contract:mutants', []],
  ['Transcript of CONTRIBUTING', 'transcript', []],
  ['First hour: from a clone to the docs', 'first-hour', []],
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

/** Adds up what the test runs counted. */
const readTotals = (): Results => {
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

const failed: typeof steps = []
const times: string[] = []
for (const [i, [title, script, args]] of steps.entries()) {
  say(`\n── ${i + 1} of ${steps.length} ${title}: npm run ${[script, ...args].join(' ')}`)
  const start = performance.now()
  const passed = run(script, args)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  say(`${passed ? '✓' : '✗'} ${title}, ${seconds} s`)
  times.push(`${passed ? '✓' : '✗'} ${title.padEnd(40)} ${seconds.padStart(6)} s`)
  if (!passed) failed.push([title, script, args])
}

const totals = readTotals()
rmSync(folder, { recursive: true })
// Failed tests are in the totals one by one; any other failed step counts as one failure.
const isCounted = (script: string) => script.startsWith('test') && totals.failed > 0
const otherFailures = failed.filter(([, script]) => !isCounted(script)).length
say(`\n${times.join('\n')}`)
if (failed.length > 0) {
  say(`\nFailed: ${failed.map(([title]) => title).join('; ')}`)
  for (const failure of totals.failures) say(`✗ ${failure}`)
  process.exitCode = 1
}
say('')
say(`${totals.passed} passed, ${totals.failed + otherFailures} failed, ${totals.skipped} skipped`)
