import { join, relative } from 'node:path'
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from 'vitest/node'
import { type RunResult, runMessage } from './run-messages.ts'

// Runs tests on request, in one Vitest that keeps the transformed modules. The folder is the working folder.

const folder = process.cwd()
let requested: readonly string[] = []
let result: RunResult = { failed: undefined, durations: {} }

const pathOf = (moduleId: string): string => relative(folder, moduleId)

const failureIn = (module: TestModule): string | undefined => {
  const [error] = module.errors()
  if (error) return error.message.split('\n')[0]
  return [...module.children.allTests()].find((test) => test.result().state === 'failed')?.fullName
}

/** Whether every test of a module ran. A failure elsewhere cancels the others. */
const isComplete = (module: TestModule): boolean =>
  [...module.children.allTests()].every((test) => test.result().state === 'passed')

const onTestRunEnd = (modules: readonly TestModule[], unhandled: readonly unknown[]): void => {
  for (const module of modules) {
    const name = failureIn(module)
    if (name !== undefined)
      result.failed ??= { tests: [pathOf(module.moduleId)], name, isUnhandled: false }
  }
  if (unhandled.length > 0)
    result.failed ??= { tests: [...requested], name: String(unhandled[0]), isUnhandled: true }
  for (const module of modules) {
    const { collectDuration, duration } = module.diagnostic()
    if (module.state() === 'passed' && (!result.failed || isComplete(module)))
      result.durations[pathOf(module.moduleId)] = collectDuration + duration
  }
}

const isOnPostgresOnly = (moduleId: string): boolean => moduleId.endsWith('.postgres.test.ts')

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
  project: ['unit', 'mock', 'process', 'contract', 'postgres'],
  reporters: [{ onTestRunEnd }],
  sequence: { sequencer: RequestedOrder },
})
for (const project of vitest.projects)
  project.config.setupFiles.push(join(folder, 'tools/faults/record-reached.ts'))
await vitest.standalone()
const specifications = new Map(
  (await vitest.globTestSpecifications())
    // Tests that run on each database run on SQLite alone.
    .filter(({ project, moduleId }) => project.name !== 'postgres' || isOnPostgresOnly(moduleId))
    .map((each) => [pathOf(each.moduleId), each]),
)

const run = async (tests: readonly string[]): Promise<RunResult> => {
  requested = tests
  result = { failed: undefined, durations: {} }
  const found = tests.flatMap((test) => specifications.get(test) ?? [])
  if (found.length > 0) await vitest.runTestSpecifications(found)
  return result
}

process.on('message', async (message) => {
  const { tests, changed } = runMessage.parse(message)
  for (const file of changed) vitest.invalidateFile(file)
  process.send?.(await run(tests))
})
process.once('disconnect', () => process.exit())
process.send?.('ready')
