import { expect, test } from 'vitest'
import { laws } from '../laws/all.ts'
import { runLaws, selectLaws } from './run-laws.ts'

test('laws are selected by areas', () => {
  const areas = selectLaws(laws, { only: ['auth', 'orders'] }).map(({ area }) => area)
  expect(new Set(areas)).toEqual(new Set(['auth', 'orders']))
  expect(selectLaws(laws, {})).toEqual(laws)
})

test('laws are left out by area or words, are not run, and show the reason', async () => {
  const leaveOut = { budget: 'the gateway limits requests', 'revoked key': 'not yet' }
  const selected = selectLaws(laws, { only: ['auth', 'budget'], leaveOut })
  const leftOut = selected.filter((law) => law.leftOut !== undefined)
  const budget = laws.filter(({ area }) => area === 'budget')
  expect(leftOut.map((law) => law.leftOut)).toEqual([
    'not yet',
    ...budget.map(() => 'the gateway limits requests'),
  ])
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
