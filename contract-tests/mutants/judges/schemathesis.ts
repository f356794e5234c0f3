import { makeFolder } from '../../own/temporary-folder.ts'
import { captureCommand } from '../../schemathesis/capture-command.ts'
import { commandOf, variablesOf } from '../../schemathesis/command.ts'
import type { AvailableRunner } from '../../schemathesis/runner.ts'
import { type Judge, oneLine } from './judge.ts'

/** The maximum duration of a run, in milliseconds. */
const longest = 15 * 60_000

/** Returns the first failure in the output of Schemathesis, or its last line if it could not run. */
export const firstFailure = (output: string): string => {
  const [, title, detail = ''] = /^- (.+)\n((?:\n? {4}.*\n)*)/m.exec(output) ?? []
  if (title !== undefined) return oneLine(`${title} ${detail}`)
  const [, missing] = /AssertionError: (.+)/.exec(output) ?? []
  return oneLine(missing ?? output.trim().split('\n').at(-1))
}

/**
 * Judges by Schemathesis with all checks and phases.
 * @param examples the number of generated cases for each operation. `npm run test:schemathesis` has 100
 */
export const schemathesisJudge = (runner: AvailableRunner, seed: number, examples = 20): Judge => ({
  name: 'schemathesis',
  judge: async (target) => {
    const folder = makeFolder()
    const more = ['--seed', `${seed}`, '--max-examples', `${examples}`, '--max-failures', '1']
    const variables = { ...variablesOf(target), NO_COLOR: '1', COLUMNS: '200' }
    const job = { url: target.url, reports: folder.path, variables, more }
    try {
      const { status, output } = await captureCommand(commandOf(runner, job), longest)
      const [, summary = ''] = /Test cases:\s+(.*)/.exec(output) ?? []
      return { violation: status === 0 ? undefined : firstFailure(output), summary }
    } finally {
      folder.remove()
    }
  },
})
