import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import ts from 'typescript'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { waitForOutput } from '../../testkit/run.ts'
import { makeTemporaryFolder } from '../../testkit/temporary-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const execute = promisify(execFile)
const installed = (name: string) => join(root, 'node_modules', name)
const readme = readFileSync(join(root, 'contract-tests/README.md'), 'utf8')
const [vitestFile = '', nodeFile = ''] = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(
  ([, code]) => code,
)
const [, commandLine = ''] = /^npx merch-contract (.*)$/m.exec(readme) ?? []

/** A project outside the repository with only the package, another implementation, and the README's files. */
let folder = ''

beforeAll(async () => {
  const { path, remove } = makeTemporaryFolder()
  const pack = ['pack', './contract-tests', '--pack-destination', path, '--silent']
  const { stdout } = await execute('npm', pack, { cwd: root })
  // Uses the installed dependencies, so that npm contacts no registry.
  const names = [
    ...['ajv', 'fast-deep-equal', 'fast-uri', 'json-schema-traverse', 'require-from-string'],
    ...['fast-check', 'pure-rand', 'hono', 'zod'],
  ]
  const dependencies = {
    'merch-fulfillment-contract-tests': `file:${stdout.trim().split('\n').at(-1)}`,
    ...Object.fromEntries(names.map((name) => [name, `file:${installed(name)}`])),
  }
  writeFileSync(join(path, 'package.json'), JSON.stringify({ type: 'module', dependencies }))
  const options = ['--offline', '--install-links', '--ignore-scripts', '--no-audit', '--no-fund']
  await execute('npm', ['install', ...options, '--legacy-peer-deps'], { cwd: path })
  for (const name of ['vitest', '@types'])
    symlinkSync(installed(name), join(path, 'node_modules', name))
  copyFileSync(join(root, 'contract-tests/testing/foreign-server.ts'), join(path, 'server.ts'))
  writeFileSync(join(path, 'contract.test.ts'), vitestFile)
  writeFileSync(join(path, 'contract.node.ts'), nodeFile)
  folder = path
  return remove
})

const key = 'k'.repeat(96)

/** The planted faults, and what a report says. */
const faults = {
  '401': '401 is application/json, not text/html',
  campaign: 'TEE-BLK-L in the campaign Welcome must be {',
}

/** Starts the other implementation, with a planted fault. Returns the environment of its tests. */
const startServer = async (fault: string) => {
  const server = execFile(process.execPath, ['server.ts'], {
    cwd: folder,
    env: { KEY: key, FAULT: fault },
  })
  onTestFinished(() => {
    server.kill('SIGKILL')
  })
  const url = (await waitForOutput(server, /\n/)).trim()
  return { PATH: process.env.PATH ?? '', STAGE_URL: url, STAGE_KEY: key, NO_COLOR: '1' }
}

/** Runs a program in the project. Returns its exit status and its output. */
const run = (command: readonly string[], env: Record<string, string>) => {
  const [program = '', ...args] = command
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

test('the package has its exports, its command and its README, and no tests or sources', () => {
  const installedFolder = join(folder, 'node_modules/merch-fulfillment-contract-tests')
  const files = readdirSync(installedFolder, { recursive: true, encoding: 'utf8' })
  const expected = ['README.md', 'package.json', 'dist/LICENSE', 'dist/generated/openapi.json']
  expect(files).toEqual(expect.arrayContaining(expected))
  const isForeign = /\.test\.|^dist\/(server|mock)|(?<!\.d)\.ts$/
  expect(files.filter((name) => isForeign.test(name))).toEqual([])
  const manifest = (path: string) => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
  const project = manifest(root)
  const ours = { ...project.dependencies, ...project.devDependencies }
  const { dependencies, version } = manifest(installedFolder)
  expect(version).toBe(project.version)
  expect(ours).toMatchObject(dependencies)
})

test('the README’s files compile with the declarations of the package', () => {
  const files = ['contract.test.ts', 'contract.node.ts'].map((file) => join(folder, file))
  const program = ts.createProgram(files, {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    types: ['node'],
    skipLibCheck: true,
  })
  expect(ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)).toEqual([])
})

const vitest = [process.execPath, installed('vitest/vitest.mjs'), 'run', '--reporter=verbose']
const node = [process.execPath, '--test', '--test-reporter=spec', 'contract.node.ts']
const command = ['sh', '-c', `npx --no-install merch-contract ${commandLine} --seed 7`]

describe.each([
  ['Vitest with the README’s file', vitest, 'accounts cannot be deactivated yet'],
  ['the test runner of Node with the README’s file', node, 'the target has no control deactivated'],
  ['the README’s command', command, 'not yet'],
])('%s', (_, program, reason) => {
  test('passes an implementation that keeps the laws, and prints why it skips others', async () => {
    const { status, output } = run(program, await startServer(''))
    expect(output).toContain('A missing Authorization header returns a plain-text 401')
    expect(output).toContain(reason)
    expect(status).toBe(0)
  })

  test.each(Object.entries(faults).slice(0, program === vitest ? 2 : 1))(
    'reports the planted fault %s',
    async (fault, problem) => {
      const { status, output } = run(program, await startServer(fault))
      expect(output).toContain(problem)
      expect(output).toMatch(/seed {11}\d+/)
      expect(output).not.toContain(key)
      expect(status).toBe(1)
    },
  )
})
