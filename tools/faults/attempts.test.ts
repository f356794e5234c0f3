import { expect, test } from 'vitest'
import { type Attempt, attempts } from './attempts.ts'

/** Runs a test that executes the faults 1 and 2, and fails in the runs with these indexes. */
const run = (failing: readonly number[], before: readonly number[] = []) => {
  const noticed = new Set(before)
  const each = attempts(new Set([1, 2]), noticed)
  const runs: Attempt[] = []
  let next = each.next()
  while (!next.done) {
    runs.push(next.value)
    next = each.next(failing.includes(runs.length - 1))
  }
  return { runs, noticed: [...noticed], left: next.value }
}

test.each([
  ['passes with each fault', [], { runs: ['recording', 'sound', 1, 2], noticed: [], left: [] }],
  [
    'fails twice with a fault and passes without it',
    [2, 3],
    { runs: ['recording', 'sound', 1, 1, 'sound', 2], noticed: [1], left: [] },
  ],
  ['fails once', [2], { runs: ['recording', 'sound', 1, 1, 2], noticed: [], left: [] }],
  [
    'fails without a fault afterwards',
    [2, 3, 4],
    { runs: ['recording', 'sound', 1, 1, 'sound'], noticed: [], left: [1, 2] },
  ],
  ['fails when recorded', [0], { runs: ['recording'], noticed: [], left: [1, 2] }],
  ['cannot be repeated', [1], { runs: ['recording', 'sound'], noticed: [], left: [1, 2] }],
] as const)('a test that %s', (_, failing, expected) => {
  expect(run(failing)).toEqual(expected)
})

test('a fault that another test noticed is not asked about', () => {
  expect(run([], [1]).runs).toEqual(['recording', 'sound', 2])
})
