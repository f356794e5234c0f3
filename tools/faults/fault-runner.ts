import { relative } from 'node:path'
// Those of `globalThis` are replaced by tests with fake timers.
import { clearTimeout, setTimeout } from 'node:timers'
import {
  type RunnerTestCase,
  type RunnerTestFile,
  type RunnerTestSuite,
  TestRunner,
  type TestRunnerConfig,
} from 'vitest'
import { type Attempt, attempts } from './attempts.ts'
import { Exchange } from './exchange.ts'
import { Switches } from './switches.ts'
import { onPostgresId } from './test-id.ts'

type AskedTest = {
  runs: ReturnType<typeof attempts>
  attempt: Attempt
  executed: Set<number>
  /** Milliseconds that a run may take. */
  limit: number
}
/** What a test file executes outside its tests, and in them. */
type AskedFile = { outside: Set<number>; asked: Set<number>; left: Set<number> }
type TryOptions = { retry: number; repeats: number }

const folder = process.cwd()
const { now } = Date
const unlimited = 2 ** 31 - 1

/** Rejects after a time. The function goes on, without the fault. */
const within = async (limit: number, act: () => unknown): Promise<void> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no end within ${limit} ms`)), limit)
  await Promise.race([act(), promise]).finally(() => clearTimeout(timer))
}

/**
 * A Vitest runner that repeats each test for each fault that the test executes, if faults are planted behind
 * switches. Its tests never fail: what they notice is in the exchange.
 */
export default class FaultRunner extends TestRunner {
  readonly #exchange = new Exchange(folder)
  readonly #isAsking: boolean
  readonly #switches = new Switches()
  readonly #tests = new WeakMap<RunnerTestCase, AskedTest>()
  readonly #files = new WeakMap<RunnerTestFile, AskedFile>()

  constructor(config: TestRunnerConfig) {
    super(config)
    this.#isAsking = this.#exchange.isOpen()
  }

  override onCollectStart(file: RunnerTestFile): void {
    super.onCollectStart(file)
    this.#files.set(file, { outside: new Set(), asked: new Set(), left: new Set() })
    this.#recordOutside(file)
  }

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onBeforeRunSuite(suite)
    this.#recordOutside(suite.file)
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test)
    if (!this.#isAsking) return
    const name = `${relative(folder, test.file.filepath)} > ${test.fullTestName}`
    const executed = new Set<number>()
    const runs = attempts(executed, {
      has: (id) => this.#exchange.noticedBy(id) !== undefined,
      add: (id) => this.#exchange.notice(id, name),
    })
    const first = runs.next()
    if (first.done) return
    this.#tests.set(test, { runs, attempt: first.value, executed, limit: unlimited })
    // Each run is a retry, so that Vitest executes the test's hooks again.
    test.retry = Number.MAX_SAFE_INTEGER
  }

  override onBeforeTryTask(test: RunnerTestCase, options: TryOptions): void {
    super.onBeforeTryTask(test, options)
    const asked = this.#tests.get(test)
    if (!asked) return
    const { attempt, executed, limit } = asked
    if (attempt === 'recording') this.#switches.record(executed)
    else if (attempt === 'sound') this.#switches.record(undefined)
    else this.#switches.plant(attempt, limit)
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const started = now()
    const asked = this.#tests.get(test)
    try {
      await within(asked?.limit ?? unlimited, TestRunner.getTestFn(test))
    } finally {
      // What ends the test's server and removes its files runs without the fault.
      this.#recordOutside(test.file)
      if (asked?.attempt === 'recording') asked.limit = Math.max(2000, 5 * (now() - started))
    }
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: TryOptions): Promise<void> {
    await super.onAfterRetryTask(test, options)
    const asked = this.#tests.get(test)
    const file = this.#files.get(test.file)
    if (!asked || !file || !test.result) return
    const next = asked.runs.next(test.result.state === 'fail')
    if (next.done) {
      for (const id of asked.executed) file.asked.add(id)
      for (const id of next.value) file.left.add(id)
    } else asked.attempt = next.value
    // Vitest runs a test again that fails with an error.
    test.result.state = next.done ? 'pass' : 'fail'
    test.result.errors = next.done ? [] : [{ message: 'asked again' }]
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite)
    const file = this.#files.get(suite.file)
    if (!this.#isAsking || !file || suite !== suite.file) return
    const { outside, asked, left } = file
    const path = relative(folder, suite.file.filepath)
    const id = this.config.name === 'postgres' ? onPostgresId(path) : path
    const notAsked = [...outside].filter((each) => !asked.has(each))
    this.#exchange.leave(id, [...new Set([...notAsked, ...left])])
  }

  #recordOutside(file: RunnerTestFile): void {
    this.#switches.record(this.#isAsking ? this.#files.get(file)?.outside : undefined)
  }
}
