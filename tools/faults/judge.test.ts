import { expect, test, vi } from 'vitest'
import { judge, measure } from './judge.ts'
import type { RunResult } from './run-messages.ts'
import type { TestRunner } from './test-runner.ts'

const passed = (...tests: string[]): RunResult => ({
  durations: Object.fromEntries(tests.map((test) => [test, 10])),
})
const failed = (test: string, isUnhandled = false): RunResult => ({
  failed: { tests: [test], name: 'responds', isUnhandled },
  durations: {},
})

/** A runner whose runs end with these results, one after another. */
const runnerOf = (...results: (RunResult | 'expired')[]) => {
  const run = vi.fn<TestRunner['run']>()
  for (const result of results) run.mockResolvedValueOnce(result)
  return { run, write() {}, close() {} }
}

const durations = new Map([
  ['a', 10],
  ['b', 10],
])

test.each<[string, (RunResult | 'expired')[], string | undefined]>([
  ['no test fails', [passed('a', 'b')], undefined],
  ['a test fails twice', [failed('a'), failed('a'), passed('a')], 'a > responds'],
  [
    'a test fails twice, and without the fault',
    [failed('a'), failed('a'), failed('a'), passed('b')],
    undefined,
  ],
  ['a test fails once', [failed('a'), passed('a'), passed('b')], undefined],
  [
    'another test fails twice',
    [failed('a'), passed('a'), failed('b'), failed('b'), passed('b')],
    'b > responds',
  ],
  ['the tests end in time only without the fault', ['expired', passed('a')], 'no end within 30 s'],
  ['the tests never end in time', ['expired', 'expired'], undefined],
])('judges a fault when %s', async (_, results, by) => {
  const runner = runnerOf(...results)
  expect(await judge(runner, ['a', 'b', 'broken'], durations, (act) => act())).toBe(by)
  expect(runner.run).toHaveBeenCalledTimes(results.length)
})

test('an error outside of the tests is no fault if it is there without one', async () => {
  const runner = runnerOf(failed('a', true), failed('a', true))
  await expect(judge(runner, ['a'], durations, (act) => act())).rejects.toThrow('without a fault')
})

test('tests that fail twice without a fault are reported and have no duration', async () => {
  const runner = runnerOf(failed('a'), failed('a'), failed('b'), passed('b'), passed('b', 'c'))
  const broken: string[] = []
  const measured = await measure(runner, ['a', 'b', 'c'], (test) => broken.push(test))
  expect([...measured.keys()]).toEqual(['b', 'c'])
  expect(broken).toEqual(['a > responds'])
})
