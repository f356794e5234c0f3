import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** How many tests passed, failed and were skipped. */
export type Totals = { passed: number; failed: number; skipped: number }

const say = (line: string) => process.stdout.write(`${line}\n`)

/**
 * Prints the reason for each skipped test, and the totals as the last line. Also writes the totals to
 * the folder that `TEST_TOTALS` names, if it is set.
 */
// biome-ignore lint/style/noDefaultExport: Vitest loads reporters by their default export.
export default class TotalsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const totals: Totals = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    for (const module of modules) {
      // A file that does not load fails without a test of its own.
      if (module.errors().length > 0) totals.failed += 1
      for (const test of module.children.allTests()) {
        const result = test.result()
        if (result.state === 'passed') totals.passed += 1
        else if (result.state === 'failed') totals.failed += 1
        else {
          totals.skipped += 1
          const why = result.state === 'skipped' ? result.note : undefined
          say(`skipped: ${test.fullName}: ${why ?? 'no reason given'}`)
        }
      }
    }
    const { TEST_TOTALS: folder } = process.env
    if (folder) writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(totals))
    say(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
  }
}
