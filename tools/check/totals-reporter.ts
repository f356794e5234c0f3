import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** How many tests passed, failed and were skipped. */
export type Totals = { passed: number; failed: number; skipped: number }

/** The totals of a run, and its failures: the file, the test and the first line of the error. */
export type Results = Totals & { failures: string[] }

const firstLine = (error: unknown): string => {
  const isError = typeof error === 'object' && error !== null && 'message' in error
  return String(isError ? error.message : error).split('\n')[0] ?? ''
}

const say = (line: string) => process.stdout.write(`${line}\n`)

/**
 * Prints the reason for each skipped test, and the totals as the last line. Also writes the totals to
 * the folder that `TEST_TOTALS` names, if it is set.
 */
// biome-ignore lint/style/noDefaultExport: Vitest loads reporters by their default export.
export default class TotalsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const totals: Totals = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    const failures = unhandledErrors.map((error) => firstLine(error))
    for (const module of modules) {
      const [error] = module.errors()
      // A file that does not load fails without a test of its own.
      if (error) {
        totals.failed += 1
        failures.push(`${module.relativeModuleId}: ${firstLine(error)}`)
      }
      for (const test of module.children.allTests()) {
        const result = test.result()
        if (result.state === 'passed') totals.passed += 1
        else if (result.state === 'failed') {
          totals.failed += 1
          const [why] = result.errors
          failures.push(`${module.relativeModuleId}: ${test.fullName}: ${firstLine(why)}`)
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
