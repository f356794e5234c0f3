import { execFile } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, inject, test } from 'vitest'
import { executablePath } from '../kit/browser.ts'
import { freePort } from '../kit/free-port.ts'
import { testServer } from '../kit/server/test-server.ts'
import { makeTemporaryFolder } from '../kit/temporary-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The example in an empty folder outside the repository, which installs the tarballs as a stranger would. */
const { path: folder, remove } = makeTemporaryFolder()

const run = async (program: string, args: readonly string[], environment = {}, cwd = folder) => {
  // The programs of the example, on the Node of this process.
  const { NODE_OPTIONS: _, VITEST: __, NODE_ENV: ___, TEST: ____, ...env } = process.env
  const options = { cwd, env: { ...env, ...environment }, maxBuffer: 2 ** 26 }
  const { stdout } = await promisify(execFile)(program, args, options).catch((error) => {
    throw new Error(`${program} ${args.join(' ')} failed:\n${error.stdout}\n${error.stderr}`)
  })
  return stdout
}

beforeAll(async () => {
  await run('npm', ['pack', './packages/client', './mock', '--pack-destination', folder], {}, root)
  cpSync(join(root, 'examples/frontend'), folder, {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  })
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8')
  writeFileSync(join(folder, 'package.json'), manifest.replaceAll('../../dist/packages/', './'))
  await run('npm', ['install', '--no-audit', '--no-fund'])
  return remove
}, 600_000)

test('its types and its unit tests pass, and the browser’s part of the mock is small', async () => {
  await run('npx', ['tsc'])
  expect(await run('npx', ['vitest', 'run'])).toContain('4 passed')
  const dist = join(folder, 'node_modules/@merch-fulfillment/mock/dist')
  expect(gzipSync(readFileSync(join(dist, 'msw-browser.js'))).length).toBeLessThan(105_000)
  expect(readdirSync(join(folder, 'node_modules'))).not.toContain('@stoplight')
}, 600_000)

test('its 20 Playwright tests pass in 8 workers, with the mock and with the server', async (context) => {
  if (!executablePath) return context.skip('Chromium is not installed')
  const port = String(await freePort())
  const environment = { CHROMIUM: executablePath, PORT: port, CI: '1' }
  const runs = inject('isThorough') ? '20' : '1'
  const playwright = ['playwright', 'test', '--retries=0']
  expect(await run('npx', [...playwright, `--repeat-each=${runs}`], environment)).toMatch(
    new RegExp(`${20 * Number(runs)} passed`),
  )
  const server = await testServer({
    environment: { CORS_ORIGINS: `http://127.0.0.1:${port}`, RATE_LIMIT_BUDGET: '100000' },
  })
  const target = { MERCH_URL: server.url, MERCH_KEY: server.key }
  expect(await run('npx', playwright, { ...environment, ...target })).toMatch(/16 passed/)
}, 1_200_000)
