import { expect, test } from 'vitest'
import { readOptions } from '../report/run-command.ts'
import { SuiteError } from './target.ts'

test.each([
  [['--url', 'http://127.0.0.1:1'], '--url and --key belong together'],
  [['--url', 'ftp://x', '--key', 'k'], '--url must be such as http://127.0.0.1:8080: ftp://x'],
  [['--only', 'auth,nothing'], /^--only must be some of auth, budget, .*: nothing$/],
  [['--leave-out', 'budget'], /^--leave-out must be such as 'budget=.*': budget$/],
  [['--runs', '0'], '--runs must be a whole number from 1 to 999999999: 0'],
  [['--seed', 'x'], '--seed must be a whole number from 0 to 999999999: x'],
])('%j is rejected with what to do', (args, message) => {
  expect(() => readOptions(args)).toThrow(SuiteError)
  expect(() => readOptions(args)).toThrow(message)
})
