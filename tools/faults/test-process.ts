import { join, relative } from 'node:path'
import { inspect } from 'node:util'
import {
  BaseSequencer,
  createVitest,
  type TestModule,
  type TestRunEndReason,
  type TestSpecification,
} from 'vitest/node'
import { type RunResult, runMessage } from './run-messages.ts'
import { onPostgresId } from './test-id.ts'

// Runs tests on request, in one Vitest that keeps the transformed modules. The folder is the working folder.

const folder = process.cwd()
let requested: readonly string[] = []
let result: RunResult = { failed: undefined, durations: {} }
/** Whether tests of this run were cancelled, by a failure in it or, if that came late, in the run before. */
let isInterrupted = false
/** The modules that ended in this run. The others keep the state of an earlier one. */
let ended = new Set<TestModule>()

type Run = { moduleId: string; project: { name: string } }

const idOf = ({ moduleId, project }: Run): string => {
  const path = relative(folder, moduleId)
  return project.name === 'postgres' ? onPostgresId(path) : path
}

const failureIn = (module: TestModule): string | undefined => {
  const [error] = module.errors()
  if (error) return error.message.split('\n')[0]
  return [...module.children.allTests()].find((test) => test.result().state === 'failed')?.fullName
}

/** Whether every test of a module ran. A failure elsewhere cancels the others. */
const isComplete = (module: TestModule): boolean =>
  [...module.children.allTests()].every((test) => test.result().state === 'passed')

const onTestRunEnd = (
  _: unknown,
  unhandled: readonly unknown[],
  reason: TestRunEndReason,
): void => {
  isInterrupted = reason === 'interrupted'
  for (const module of ended) {
    const name = failureIn(module)
    if (name !== undefined) result.failed ??= { tests: [idOf(module)], name, isUnhandled: false }
  }
  if (unhandled.length > 0)
    result.failed ??= { tests: [...requested], name: inspect(unhandled[0]), isUnhandled: true }
  for (const module of ended) {
    const { collectDuration, duration } = module.diagnostic()
    if (module.state() === 'passed' && (!result.failed || isComplete(module)))
      result.durations[idOf(module)] = collectDuration + duration
  }
}

class RequestedOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
}

const vitest = await createVitest({
  root: folder,
  watch: false,
  bail: 1,
  testTimeout: 30_000,
  project: ['unit', 'mock', 'contract', 'postgres', 'browser', 'process'],
  reporters: [{ onTestModuleEnd: (module) => void ended.add(module), onTestRunEnd }],
  sequence: { sequencer: RequestedOrder },
})
for (const project of vitest.projects)
  project.config.runner = join(folder, 'tools/faults/fault-runner.ts')
await vitest.standalone()
const specifications = new Map(
  (await vitest.globTestSpecifications()).map((each) => [idOf(each), each]),
)

const run = async (tests: readonly string[]): Promise<RunResult> => {
  requested = tests
  result = { failed: undefined, durations: {} }
  isInterrupted = false
  ended = new Set()
  const found = tests.flatMap((test) => specifications.get(test) ?? [])
  if (found.length > 0) await vitest.runTestSpecifications(found)
  return isInterrupted && !result.failed ? run(tests) : result
}

process.on('message', async (message) => {
  const { tests, changed } = runMessage.parse(message)
  for (const file of changed) vitest.invalidateFile(file)
  process.send?.(await run(tests))
})
process.once('disconnect', () => process.exit())
process.send?.('ready')
