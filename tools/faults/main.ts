import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { askAlone } from './ask-alone.ts'
import { askTogether, type Drawn, type Planted } from './ask-together.ts'
import { faultsIn, withFault } from './faults-in.ts'
import { readImporters } from './importers.ts'
import { measure } from './judge.ts'
import { createTestRunner, type TestRunner } from './test-runner.ts'
import { type Kind, kinds, mergeNearest, testsOf } from './tests-of.ts'
import { createTypeChecker } from './type-checker.ts'
import { copyCommitted } from './working-copy.ts'

const usage = `Usage: npm run test:faults -- [--n N] [--seed S] [--only PATH] [--quick]

Plants random faults in the server's code, in a copy of the last commit, each behind a switch. Repeats each
test with each fault that it executes: the in-process tests, the nearest to the file first, then the contract
suite, the tests on PostgreSQL and those in a browser. Faults that cannot be switched are planted alone, those
that are left are asked of the tests that start a program that imports the file. Long tests do not run. Lists
the faults that no test noticed.

A fault is noticed if a test fails twice with it and passes without it, or does not end in three times its
usual time plus 30 s. A fault that does not compile is not counted: another one is drawn.

  --n N        number of faults (default: 100)
  --seed S     draws the same faults again (default: a random seed, which is printed)
  --only PATH  only faults in files whose path contains this text
  --quick      ask only the in-process tests, which takes minutes for a folder
  --help       show this text

Exits with 1 if tests notice fewer than 95 % of the faults.
`

const options = {
  n: { type: 'string', default: '100' },
  seed: { type: 'string' },
  only: { type: 'string', default: '' },
  quick: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

const goal = 0.95
const root = fileURLToPath(new URL('../..', import.meta.url))
const print = (line: string) => process.stdout.write(`${line}\n`)

const wholeNumber = (name: string, text: string): number => {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new Error(`--${name} must be a whole number, not "${text}"`)
}

/** Returns every fault that can be planted in the server's code. Tests and their helpers are left out. */
const allFaults = (folder: string, only: string): Planted[] =>
  globSync('server/**/*.ts', { cwd: folder })
    .filter((file) => file.includes(only) && !/\.test\.ts$|\/testing\//.test(file))
    .toSorted()
    .flatMap((file) => {
      const source = readFileSync(join(folder, file), 'utf8')
      return faultsIn(source).map((fault) => ({ file, source, fault }))
    })

/** Draws faults that compile. */
const draw = (folder: string, faults: readonly Planted[], count: number, seed: number): Drawn => {
  const every = { minLength: faults.length, maxLength: faults.length }
  const [shuffled = []] = fc.sample(fc.shuffledSubarray([...faults], every), { numRuns: 1, seed })
  const compiles = createTypeChecker(folder, [...new Set(faults.map(({ file }) => file))])
  const drawn = new Map<number, Planted>()
  for (const each of shuffled) {
    if (drawn.size === count) break
    if (compiles(each.file, withFault(each.source, each.fault))) drawn.set(drawn.size + 1, each)
  }
  return drawn
}

const describe = ({ file, source, fault }: Planted): string => {
  const text = source.slice(fault.start, fault.end).split('\n')[0] ?? ''
  return `${file}:${fault.line} ${fault.kind}: ${text.slice(0, 60)}`
}

const secondsSince = (start: number): string => `${Math.round((Date.now() - start) / 1000)} s`

/** Runs each kind of tests on the faults that no quicker kind noticed. Returns those that none noticed. */
const plantAll = async (
  folder: string,
  runner: TestRunner,
  drawn: Drawn,
  asked: readonly Kind[],
): Promise<Drawn> => {
  const importersOf = readImporters(folder)
  const onBroken = (test: string) => print(`left out, fails without a fault: ${test}`)
  const onProgress = (noticed: number) => print(`${noticed} noticed so far`)
  let unnoticed = drawn
  for (const kind of asked) {
    if (unnoticed.size === 0) break
    const started = Date.now()
    const testsFor = ({ file }: Planted) => testsOf(kind, file, importersOf(file))
    const testsForAll = mergeNearest([...unnoticed.values()].map(testsFor))
    const report = (sign: string, id: number, verdict: string) => {
      const planted = drawn.get(id)
      if (planted) print(`${sign} ${id}/${drawn.size} ${describe(planted)} (${verdict})`)
    }
    if (testsForAll.length === 0) continue
    print(`\n${kind}: asking ${testsForAll.length} test files about ${unnoticed.size} faults`)
    // A program that a test starts cannot switch faults.
    const together =
      kind === 'process'
        ? { noticedBy: () => undefined, isLeft: () => true }
        : await askTogether(folder, runner, unnoticed, testsForAll, onProgress)
    const left = new Map<number, { planted: Planted; tests: string[] }>()
    for (const [id, planted] of unnoticed) {
      const by = together.noticedBy(id)
      const tests = testsFor(planted).filter((test) => together.isLeft(test, id))
      if (by === undefined) left.set(id, { planted, tests })
      else report('✓', id, by)
    }
    const testsLeft = [...new Set([...left.values()].flatMap(({ tests }) => tests))]
    print(`${left.size} faults left after ${secondsSince(started)}`)
    const durations = await measure(runner, testsLeft, onBroken)
    const still = new Map<number, Planted>()
    for (const [id, { planted, tests }] of left) {
      const start = Date.now()
      const by = await askAlone(runner, planted, tests, durations)
      if (by === undefined) still.set(id, planted)
      if (tests.length > 0)
        report(by ? '✓' : '✗', id, `${by ?? 'not noticed'}, ${secondsSince(start)}`)
    }
    unnoticed = still
  }
  return unnoticed
}

const run = async (): Promise<number> => {
  const { n, seed: given, only, quick, help } = parseArgs({ options }).values
  if (help) {
    print(usage)
    return 0
  }
  const count = wholeNumber('n', n)
  const seed = given === undefined ? Math.floor(Math.random() * 1e9) : wholeNumber('seed', given)
  const copy = copyCommitted(root)
  const runner = createTestRunner(copy.folder)
  const clean = () => {
    runner.close()
    copy.remove()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      clean()
      process.exit(1)
    })
  try {
    const faults = allFaults(copy.folder, only)
    if (faults.length === 0) throw new Error(`no file of server/ has "${only}" in its path`)
    const drawn = draw(copy.folder, faults, count, seed)
    print(`${drawn.size} of ${faults.length} faults, seed ${seed}`)
    const unnoticed = await plantAll(copy.folder, runner, drawn, quick ? ['in-process'] : kinds)
    const noticed = drawn.size - unnoticed.size
    print(`\n${noticed} of ${drawn.size} faults noticed, seed ${seed}`)
    for (const planted of unnoticed.values()) print(`✗ ${describe(planted)}`)
    return noticed >= goal * drawn.size ? 0 : 1
  } finally {
    clean()
  }
}

process.exitCode = await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  return 2
})
