import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { type Fault, faultsIn, withFault } from './faults-in.ts'
import { judge } from './judge.ts'
import { copyCommitted } from './working-copy.ts'

const usage = `Usage: npm run test:faults -- [--n N] [--seed S] [--only PATH]

Plants random faults in the server's code, one at a time, in a copy of the last commit, and runs the tests
that import the changed file. Lists the faults that no test noticed.

  --n N        number of faults (default: 100, which takes about an hour)
  --seed S     draws the same faults again (default: a random seed, which is printed)
  --only PATH  only faults in files whose path contains this text
  --help       show this text

Exits with 1 if tests notice fewer than 95 % of the faults.
`

const options = {
  n: { type: 'string', default: '100' },
  seed: { type: 'string' },
  only: { type: 'string', default: '' },
  help: { type: 'boolean', default: false },
} as const

const goal = 0.95
const root = fileURLToPath(new URL('../..', import.meta.url))
const print = (line: string) => process.stdout.write(`${line}\n`)

const wholeNumber = (name: string, text: string): number => {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new Error(`--${name} must be a whole number, not "${text}"`)
}

type Planted = { file: string; fault: Fault }

/** Returns every fault that can be planted in the server's code. Tests and their helpers are left out. */
const allFaults = (folder: string, only: string): Planted[] =>
  globSync('server/**/*.ts', { cwd: folder })
    .filter((file) => file.includes(only) && !/\.test\.ts$|\/testing\//.test(file))
    .toSorted()
    .flatMap((file) =>
      faultsIn(readFileSync(join(folder, file), 'utf8')).map((fault) => ({ file, fault })),
    )

const describe = ({ file, fault }: Planted, source: string): string => {
  const text = source.slice(fault.start, fault.end).split('\n')[0] ?? ''
  return `${file}:${fault.line} ${fault.kind}: ${text.slice(0, 60)}`
}

const run = async (): Promise<number> => {
  const { n, seed: given, only, help } = parseArgs({ options }).values
  if (help) {
    print(usage)
    return 0
  }
  const count = wholeNumber('n', n)
  const seed = given === undefined ? Math.floor(Math.random() * 1e9) : wholeNumber('seed', given)
  const copy = copyCommitted(root)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      copy.remove()
      process.exit(1)
    })
  try {
    const faults = allFaults(copy.folder, only)
    if (faults.length === 0) throw new Error(`no file of server/ has "${only}" in its path`)
    const [drawn = []] = fc.sample(
      fc.shuffledSubarray(faults, { minLength: Math.min(count, faults.length), maxLength: count }),
      { numRuns: 1, seed },
    )
    print(`${drawn.length} of ${faults.length} faults, seed ${seed}\n`)
    const sound = await judge(copy.folder, [...new Set(drawn.map(({ file }) => file))])
    if (sound.noticedBy) throw new Error(`the ${sound.noticedBy} tests fail without a fault`)
    const unnoticed: string[] = []
    for (const [i, planted] of drawn.entries()) {
      const path = join(copy.folder, planted.file)
      const source = readFileSync(path, 'utf8')
      writeFileSync(path, withFault(source, planted.fault))
      const { noticedBy } = await judge(copy.folder, [planted.file])
      writeFileSync(path, source)
      const line = describe(planted, source)
      if (!noticedBy) unnoticed.push(line)
      print(
        `${noticedBy ? '✓' : '✗'} ${i + 1}/${drawn.length} ${line} (${noticedBy ?? 'UNNOTICED'})`,
      )
    }
    const noticed = drawn.length - unnoticed.length
    print(`\n${noticed} of ${drawn.length} faults noticed, seed ${seed}`)
    for (const line of unnoticed) print(`✗ ${line}`)
    return noticed >= goal * drawn.length ? 0 : 1
  } finally {
    copy.remove()
  }
}

process.exitCode = await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  return 2
})
