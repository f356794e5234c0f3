import type { Planted } from './ask-together.ts'
import { withFault } from './faults-in.ts'
import { type Durations, judge } from './judge.ts'
import type { TestRunner } from './test-runner.ts'

/** Runs tests with one fault in its file. Returns the test that noticed it. */
export const askAlone = async (
  runner: TestRunner,
  { file, source, fault }: Planted,
  tests: readonly string[],
  durations: Durations,
): Promise<string | undefined> => {
  const plant = () => runner.write(file, withFault(source, fault))
  const remove = () => runner.write(file, source)
  plant()
  const by = await judge(runner, tests, durations, async (act) => {
    remove()
    return act().finally(plant)
  })
  remove()
  return by
}
