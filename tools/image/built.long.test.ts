import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { send } from '../../testkit/http.ts'
import { waitForOutput } from '../../testkit/run.ts'
import { makeTemporaryFolder } from '../../testkit/temporary-folder.ts'
import { type Built, buildImage, environmentOf, mapped } from './build.ts'
import { services } from './compose.ts'
import { execForm, last, read, readDockerfile } from './dockerfile.ts'

const isRoot = process.getuid?.() === 0
const folder = makeTemporaryFolder()
let image: Built

/** Two installations and the docs. */
const buildMilliseconds = 300_000

beforeAll(() => {
  if (!isRoot) return
  // Others may look in: what runs in the image is not who builds it.
  chmodSync(folder.path, 0o755)
  image = buildImage(folder.path)
}, buildMilliseconds)
afterAll(folder.remove)

const [stage] = readDockerfile(read('Dockerfile')).slice(-1)
const [uid = 0, gid = 0] = (stage ? (last(stage, 'USER') ?? '') : '').split(':').map(Number)
const command = stage ? execForm(last(stage, 'CMD')) : []
const healthCheck = stage ? execForm(last(stage, 'HEALTHCHECK')) : []

/** How a program is run as the image's user, on its loopback alone. */
const settings = (environment: Record<string, string>) => ({
  cwd: join(image.folder, image.workdir),
  uid,
  gid,
  env: { ...environmentOf(image), HOST: '127.0.0.1', ...environment },
})

const runInImage = ([program = '', ...args]: readonly string[], environment = {}) => {
  const ran = spawnSync(program, args, { ...settings(environment), encoding: 'utf8' })
  return { status: ran.status, stdout: ran.stdout, stderr: ran.stderr }
}

const startInImage = async ([program = '', ...args]: readonly string[], environment = {}) => {
  const child = spawn(program, args, {
    ...settings({ PORT: '0', ...environment }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, ended }
}

test('the image answers as a user who may write nothing but its data, and ends with 0', async (context) => {
  if (!isRoot) return context.skip('only root can run a program as another user')
  const { child, ended } = await startInImage(command)
  const printed = await waitForOutput(child, /\/i\/\S+\n/)
  const [, address = ''] = /listening on (\S+)/.exec(printed) ?? []
  const [key] = /mfk_\w+/.exec(printed) ?? []
  const [, invite = ''] = /(\/i\/\S+)\n/.exec(printed) ?? []
  const status = async (path: string, headers = {}) =>
    (await send(address, { path, headers })).status

  const authorization = { authorization: `Bearer ${key}` }
  expect(await status('/v1/products/list', authorization)).toBe(200)
  for (const path of ['/readyz', '/openapi.json', '/docs.md', '/llms.txt', '/portal', invite])
    expect(await status(path), path).toBeLessThan(400)
  const docs = await send(address, { path: '/docs' })
  expect([docs.status, docs.text.length > 100_000]).toEqual([200, true])

  const PORT = new URL(address).port
  expect(runInImage(healthCheck, { PORT })).toMatchObject({ status: 0, stdout: 'ready\n' })
  expect(runInImage(['merch', 'accounts', 'create', '--name', 'A'])).toMatchObject({ status: 0 })

  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(runInImage(healthCheck, { PORT })).toMatchObject({ status: 1 })
  expect(existsSync(join(image.folder, 'data/merch.db'))).toBe(true)
  const writable = runInImage(['find', image.folder, '-writable', '-not', '-type', 'l'])
  expect(
    writable.stdout.split('\n').filter((path) => !path.startsWith(`${image.folder}/data`)),
  ).toEqual([''])
})

test('no tests, tools or sources of the document are in it', (context) => {
  if (!isRoot) return context.skip('only root builds the image here')
  const files = runInImage([
    'find',
    '.',
    '-name',
    'node_modules',
    '-prune',
    '-o',
    '-type',
    'f',
    '-print',
  ])
  const others = files.stdout
    .split('\n')
    .filter(
      (path) =>
        !/^(|\.\/(server|client|generated)\/.*|\.\/(LICENSE|package.*\.json|\.npmrc|dist\/docs\.html))$/.test(
          path,
        ),
    )
  expect(others).toEqual([])
  expect(files.stdout).not.toMatch(/\.test\.ts|\/testing\//)
  const { devDependencies } = JSON.parse(read('package.json'))
  for (const name of Object.keys(devDependencies))
    expect(existsSync(join(image.folder, 'app/node_modules', name)), name).toBe(false)
})

test('what Schemathesis is run on has its keys, and Schemathesis gets them', async (context) => {
  if (!isRoot) return context.skip('only root can run a program as another user')
  const shell = (words: readonly string[] = []) =>
    words.map((word) => mapped(word.replaceAll('$$', '$'), image))

  const DATABASE_URL = mapped('file:/data/merch.db', image)
  const { child, ended } = await startInImage(shell(services.tested.command), {
    ...services.tested.environment,
    DATABASE_URL,
    LOG_LEVEL: 'info',
  })
  const [, address = ''] =
    /"address":"([^"]+)"/.exec(await waitForOutput(child, /"address":"[^"]+"/)) ?? []
  const spy = join(folder.path, 'schemathesis')
  writeFileSync(spy, '#!/bin/sh\necho "$@"\nenv\n', { mode: 0o755 })
  const { stdout } = runInImage(shell(services.schemathesis.entrypoint), {
    PATH: `${folder.path}:${process.env.PATH}`,
  })
  expect(stdout.split('\n')[0]).toBe(
    '--config-file /contract/schemathesis.toml run http://tested:8080/openapi.json --url http://tested:8080',
  )
  const status = async (name: string) => {
    const [, key] = RegExp(`^${name}=(.*)$`, 'm').exec(stdout) ?? []
    const headers = { authorization: `Bearer ${key}` }
    return (await send(address, { path: '/v1/products/list', headers })).status
  }
  expect(await status('MERCH_KEY')).toBe(200)
  expect(await status('MERCH_OTHER_KEY')).toBe(200)
  expect(await status('MERCH_REVOKED_KEY')).toBe(401)
  expect(await status('MERCH_DEACTIVATED_KEY')).toBe(401)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})
