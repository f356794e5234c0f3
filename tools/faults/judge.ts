import type { RunResult } from './run-messages.ts'
import type { TestRunner } from './test-runner.ts'

/** Milliseconds that each test file takes without a fault. Files that fail without one are absent. */
export type Durations = ReadonlyMap<string, number>

type Failure = NonNullable<RunResult['failed']>

/** Runs a failed test alone. A busy machine can make a test fail once. */
const failsAgain = async (runner: TestRunner, { tests }: Failure, limit?: number) => {
  const again = await runner.run(tests, limit)
  return again === 'expired' || again.failed !== undefined
}

/**
 * Runs tests without a fault.
 * @param report called with each test file that fails twice. These notice no faults.
 */
export const measure = async (
  runner: TestRunner,
  tests: readonly string[],
  report: (test: string) => void,
): Promise<Durations> => {
  const durations = new Map<string, number>()
  let left = tests
  while (left.length > 0) {
    const result = await runner.run(left)
    if (result === 'expired') throw new Error('tests without a fault take too long')
    const { failed } = result
    const passed = Object.entries(result.durations)
    for (const [test, duration] of passed) durations.set(test, duration)
    if (!failed) return durations
    const isBroken = await failsAgain(runner, failed)
    if (isBroken) for (const test of failed.tests) report(`${test} > ${failed.name}`)
    left = left.filter((test) => !durations.has(test) && !(isBroken && failed.tests.includes(test)))
  }
  return durations
}

/** Three times what the tests take without a fault, and time to start. */
const limitOf = (tests: readonly string[], durations: Durations): number =>
  30_000 + 3 * tests.reduce((sum, test) => sum + (durations.get(test) ?? 0), 0)

/**
 * Runs the tests of a planted fault until one fails twice with it and passes without it, or they do not end
 * in time.
 * @param withoutFault runs a function while the fault is removed.
 * @returns the test that noticed the fault.
 */
export const judge = async (
  runner: TestRunner,
  tests: readonly string[],
  durations: Durations,
  withoutFault: <T>(act: () => Promise<T>) => Promise<T>,
): Promise<string | undefined> => {
  const sound = tests.filter((test) => durations.has(test))
  if (sound.length === 0) return undefined
  const limit = limitOf(sound, durations)
  const result = await runner.run(sound, limit)
  if (result === 'expired') {
    const unchanged = await withoutFault(() => runner.run(sound, limit))
    return unchanged === 'expired' ? undefined : `no end within ${Math.round(limit / 1000)} s`
  }
  const { failed } = result
  if (!failed) return undefined
  const failsWithoutFault = () => withoutFault(() => failsAgain(runner, failed, limit))
  // Without this, a machine on which no test can run would notice every fault.
  if (failed.isUnhandled && (await failsWithoutFault()))
    throw new Error(`${failed.name}, without a fault too`)
  // A machine that stays busy makes a test fail twice.
  if ((await failsAgain(runner, failed, limit)) && !(await failsWithoutFault()))
    return `${failed.tests[0]} > ${failed.name}`
  const left = sound.filter((test) => !failed.tests.includes(test) && !(test in result.durations))
  return judge(runner, left, durations, withoutFault)
}
