import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** How many tests passed, failed and were skipped. */
export type Totals = { passed: number; failed: number; skipped: number }

/** The totals of a run, and its failures: the file, the test and the error. */
export type Results = Totals & { failures: string[] }

/**
 * Prints the reason for each skipped test, and the totals as the last line. Also writes the totals to
 * the folder that `TEST_TOTALS` names, if it is set.
 */
// biome-ignore lint/style/noDefaultExport: Vitest loads reporters by their default export.
export default class TotalsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const totals: Totals = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    const failures = unhandledErrors.map((error) => summaryOf(error))
    for (const module of modules) {
      const [error] = module.errors()
      // A file that does not load fails without a test of its own.
      if (error) {
        totals.failed += 1
        failures.push(`${module.relativeModuleId}: ${summaryOf(error)}`)
      }
      for (const test of module.children.allTests()) {
        const result = test.result()
        if (result.state === 'passed') totals.passed += 1
        else if (result.state === 'failed') {
          totals.failed += 1
          const [why] = result.errors
          failures.push(`${module.relativeModuleId}: ${test.fullName}: ${summaryOf(why)}`)
        } else {
          totals.skipped += 1
          const why = result.state === 'skipped' ? result.note : undefined
          say(`skipped: ${test.fullName}: ${why ?? 'no reason given'}`)
        }
      }
    }
    const { TEST_TOTALS: folder } = process.env
    if (folder)
      writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify({ ...totals, failures }))
    say(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
  }
}

/** Returns what a reader needs to find the failure: of a property also its seed, its counterexample and the cause. */
function summaryOf(error: unknown): string {
  if (!(typeof error === 'object' && error !== null && 'message' in error)) return String(error)
  const lines = String(error.message).split('\n').slice(0, 3)
  const cause = 'cause' in error && error.cause ? [summaryOf(error.cause)] : []
  return [...lines, ...cause].map((line) => line.slice(0, maxLine)).join('\n  ')
}

const maxLine = 1000

function say(line: string) {
  return process.stdout.write(`${line}\n`)
}
