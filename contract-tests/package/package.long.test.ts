import { type ExecFileOptions, execFile } from 'node:child_process'
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { hasTurn, ofToday } from '../../tests/kit/of-today.ts'
import { root } from '../../tests/kit/project.ts'
import { makeTemporaryFolder, temporaryFolder } from '../../tests/kit/temporary-folder.ts'
import { at, type Change, json, startMutant } from '../mutants/changes.ts'
import { controlKeys, ownServer } from '../own/own-server.ts'
import type { Running } from '../support/server.ts'

const execute = promisify(execFile)
const installed = (name: string) => join(root, 'node_modules', name)
const readme = readFileSync(join(root, 'contract-tests/README.md'), 'utf8')
const [vitestFile = '', nodeFile = ''] = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(
  ([, code]) => code,
)
const [, commandLine = ''] = /^npx merch-contract (.*)$/m.exec(readme) ?? []

/** A project outside the repository with only the package and the README's files. */
let folder = ''

beforeAll(async () => {
  const { path, remove } = makeTemporaryFolder()
  const pack = ['pack', './contract-tests', '--pack-destination', path, '--silent']
  const { stdout } = await execute('npm', pack, { cwd: root })
  // Uses the installed dependencies, so that npm contacts no registry.
  const names = [
    'ajv',
    'fast-deep-equal',
    'fast-uri',
    'json-schema-traverse',
    'require-from-string',
    'fast-check',
    'hono',
    'pure-rand',
    'zod',
  ]
  const dependencies = {
    'merch-fulfillment-contract-tests': `file:${stdout.trim().split('\n').at(-1)}`,
    ...Object.fromEntries(names.map((name) => [name, `file:${installed(name)}`])),
  }
  writeFileSync(join(path, 'package.json'), JSON.stringify({ type: 'module', dependencies }))
  const options = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps']
  await execute('npm', ['install', ...options], { cwd: path })
  for (const name of ['vitest', '@types'])
    symlinkSync(installed(name), join(path, 'node_modules', name))
  writeFileSync(join(path, 'contract.test.ts'), vitestFile)
  writeFileSync(join(path, 'contract.node.ts'), nodeFile)
  folder = path
  return remove
})

/** Runs a program in the project until it exits. */
const run = (command: readonly string[], env: Record<string, string> = {}) => {
  const [program = '', ...args] = command
  return outputOf(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', NO_COLOR: '1', ...env },
  })
}

/** Runs a function on our server, with a planted fault. */
const withServer = async <T>(fault: Change, use: (server: Running) => Promise<T>): Promise<T> => {
  const server = await startMutant(await ownServer(), fault)
  return use(server).finally(server.stop)
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

test('the README’s files, and one that passes laws on, compile with the declarations of the package', async () => {
  const passOn = `import { laws } from 'merch-fulfillment-contract-tests'\nexport const all = laws\n`
  writeFileSync(join(folder, 'pass-on.ts'), passOn)
  const compiler = [process.execPath, installed('typescript-7/bin/tsc'), '--noEmit', '--strict']
  const options =
    '--target es2024 --module nodenext --types node --exactOptionalPropertyTypes --declaration'
  const files = ['contract.test.ts', 'contract.node.ts', 'pass-on.ts']
  const { status, output } = await run([...compiler, ...options.split(' '), ...files])
  expect([status, output]).toEqual([0, ''])
})

const stage =
  (program: string[]) =>
  ({ url, key }: Running) =>
    run(program, { STAGE_URL: url, STAGE_KEY: key })

// Each runs several programs, which wait for each other.
describe.concurrent.each(
  ofToday<[string, (server: Running) => ReturnType<typeof run>, string]>([
    [
      'Vitest with the README’s file',
      stage([process.execPath, installed('vitest/vitest.mjs'), 'run', '--reporter=verbose']),
      'accounts cannot be deactivated yet',
    ],
    [
      'the test runner of Node with the README’s file',
      stage([process.execPath, '--test', '--test-reporter=spec', 'contract.node.ts']),
      'needs deactivatedKey',
    ],
    [
      'the README’s command',
      stage(['sh', '-c', `npx --no-install merch-contract ${commandLine} --seed 7`]),
      'not yet',
    ],
    [
      'the action with the installed package',
      ({ url, key }: Running) => {
        const inputs = { url, key, 'leave-out': 'deactivated=not yet' }
        return runAction({ ...inputs, options: '--only auth,catalogue --seed 7' }, folder)
      },
      'not yet',
    ],
  ]),
)('%s', (_, check, reason) => {
  test('passes an implementation that keeps the laws, and prints why it skips others', async ({
    expect,
  }) => {
    const { status, output } = await withServer({}, check)
    expect(output).toContain('A missing Authorization header returns a plain-text 401')
    expect(output).toContain(reason)
    expect(status).toBe(0)
  })

  test('reports a planted fault', async ({ expect }) => {
    const fault = at(401, json(401, { message: 'Unauthorized' }))
    const { status, output } = await withServer(fault, check)
    expect(output).toContain('401 is application/json, not text/html')
    expect(output).toMatch(/seed:? \d+/)
    expect(output).not.toContain(controlKeys.key)
    expect(status).toBe(1)
  })
})

// On no day on which the action runs with the installed package.
if (hasTurn(0, 2))
  test('the action from a checkout passes a server with only its URL and key', async () => {
    const workspace = temporaryFolder()
    const read = (name: string) => readFileSync(join(workspace, name), 'utf8')
    const { key, output, status } = await withServer({}, async ({ url, key }) => ({
      key,
      ...(await runAction({ url, key, options: '--runs 1' }, workspace)),
    }))
    expect(output).toMatch(/^✓ orders .*cancelOrder returns 201/m)
    expect(output).toMatch(/^– faults .*\(skipped: needs failNext\)$/m)
    expect(output).toMatch(/ 0 broken, \d+ skipped; \d+ requests in /)
    expect([status, output.includes(key)]).toEqual([0, false])
    expect(read('contract.md')).toContain('campaignExpired not checked')
    expect(read('contract.md')).not.toContain('NEVER SEEN')
    expect(read('summary.md')).toContain('## The contract is kept')
  })

const actionFolder = fileURLToPath(new URL('../../.github/actions/contract/', import.meta.url))

const Step = z.object({
  env: z.record(z.string(), z.string()),
  run: z.string().refine((text) => !text.includes('${{'), 'inputs in the script'),
})
const Action = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string().optional() })),
  runs: z.object({ using: z.literal('composite'), steps: z.tuple([Step]) }),
})

function outputOf(program: string, args: string[], options: ExecFileOptions) {
  return new Promise<{ status: number | null; output: string }>((resolve) => {
    const child = execFile(program, args, options, (_, stdout, stderr) =>
      resolve({ status: child.exitCode, output: `${stdout}${stderr}` }),
    )
  })
}

/**
 * Runs the composite action as GitHub does.
 * @param cwd the workspace
 */
function runAction(given: Record<string, string>, cwd: string) {
  const { inputs, runs } = Action.parse(
    parse(readFileSync(join(actionFolder, 'action.yml'), 'utf8')),
  )
  const [{ env, run }] = runs.steps
  const inputOf = (expression: string) => {
    const [, name = ''] = /^\$\{\{ (?:inputs|github)\.([\w-]+) \}\}$/.exec(expression) ?? []
    const value = name === 'action_path' ? actionFolder : (given[name] ?? inputs[name]?.default)
    if (value === undefined) throw new Error(`The action has no value for ${expression}`)
    return value
  }
  const variables = Object.entries(env).map(([name, value]) => [name, inputOf(value)])
  const { PATH = '' } = process.env
  const environment = { PATH, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(cwd, 'summary.md') }
  const args = ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', run]
  return outputOf('bash', args, { cwd, env: { ...environment, ...Object.fromEntries(variables) } })
}
