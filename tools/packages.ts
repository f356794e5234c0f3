import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const folder = fileURLToPath(new URL('../dist/packages', import.meta.url))

/** Runs a program in a folder. Returns whether it succeeds. */
const run = (cwd: string, program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { cwd, stdio: 'inherit' }).status === 0

const pack = (): boolean => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const packages = ['./packages/client', './packages/openapi-hono', './contract-tests', './mock']
  return run(`${folder}/../..`, 'npm', 'pack', '--pack-destination', folder, ...packages)
}

/** Checks the exports and declarations of the tarballs, with programs from the registry. */
const check = (): boolean =>
  readdirSync(folder).every(
    (file) =>
      run(folder, 'npx', '--yes', 'publint@0.3.25', file, '--strict') &&
      run(folder, 'npx', '--yes', '@arethetypeswrong/cli@0.18.5', file, '--profile', 'esm-only'),
  )

const { values } = parseArgs({ options: { check: { type: 'boolean' }, help: { type: 'boolean' } } })
if (values.help)
  process.stdout.write(`Usage: npm run packages -- [--check]

Builds the installable packages, and writes them as tarballs to dist/packages.

  --check  check them with publint and attw, which are downloaded
`)
else process.exitCode = pack() && (!values.check || check()) ? 0 : 1
