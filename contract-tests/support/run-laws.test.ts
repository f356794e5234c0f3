import { expect, test } from 'vitest'
import { laws } from '../laws/all.ts'
import { readOptions } from '../report/run-command.ts'
import { runLaws, selectLaws } from './run-laws.ts'
import { SuiteError } from './target.ts'

test('laws are selected by area, left out by area or words, and not run but shown with the reason', async () => {
  const leaveOut = { budget: 'the gateway limits requests', 'revoked key': 'not yet' }
  const selected = selectLaws(laws, { only: ['auth', 'budget'], leaveOut })
  expect(new Set(selected.map(({ area }) => area))).toEqual(new Set(['auth', 'budget']))
  const leftOut = selected.filter((law) => law.leftOut !== undefined)
  const ofBudget = laws.filter(({ area }) => area === 'budget').map(() => leaveOut.budget)
  expect(leftOut.map((law) => law.leftOut)).toEqual(['not yet', ...ofBudget])
  const target = { url: 'http://127.0.0.1:1', key: 'k', controls: {} }
  const [result] = await runLaws(leftOut, { target, seed: 1, runs: 1 })
  expect(result).toMatchObject({ outcome: { kind: 'skipped', reason: 'not yet' }, requests: 0 })
})

test.each([
  [{ refunds: 'not yet' }, 'No law to leave out is of the area or contains the words: refunds'],
  [{ '': 'not yet' }, 'No law to leave out'],
  [{ budget: ' ' }, 'Leaving out needs a reason: budget'],
])('%j is an error', (leaveOut, message) => {
  expect(() => selectLaws(laws, { leaveOut })).toThrow(message)
})

test.each([
  [['--url', 'http://127.0.0.1:1'], '--url and --key belong together'],
  [['--url', 'ftp://x', '--key', 'k'], '--url must be such as http://127.0.0.1:8080: ftp://x'],
  [['--only', 'auth,nothing'], /^--only must be some of auth, budget, .*: nothing$/],
  [['--leave-out', 'budget'], /^--leave-out must be such as 'budget=.*': budget$/],
  [['--runs', '0'], '--runs must be a whole number from 1 to 999999999: 0'],
  [['--seed', 'x'], '--seed must be a whole number from 0 to 999999999: x'],
  [['--speed'], "Unknown option '--speed'. --help lists the options"],
])('%j is rejected with what to do', (args, message) => {
  expect(() => readOptions(args)).toThrow(SuiteError)
  expect(() => readOptions(args)).toThrow(message)
})
