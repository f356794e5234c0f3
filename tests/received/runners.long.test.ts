import { exec, execFile } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'rolldown'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { createMock } from '../../mock/create-mock.ts'
import { codeOf } from '../docs/chapters.ts'
import { executablePath, openBrowser } from '../kit/browser.ts'
import { freePort } from '../kit/free-port.ts'
import { hasTurn, ofToday } from '../kit/of-today.ts'
import { root } from '../kit/project.ts'
import { waitForOutput } from '../kit/run.ts'
import { testServer } from '../kit/server/test-server.ts'
import { makeTemporaryFolder } from '../kit/temporary-folder.ts'

/** The tarballs, and a project for each test that installs them from there. */
const { path: folder, remove } = makeTemporaryFolder()

type Environment = Record<string, string | undefined>

const ofVitest = new Set(['NODE_OPTIONS', 'VITEST', 'NODE_ENV', 'TEST', 'BASE_URL'])
const inherited = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !ofVitest.has(name)),
)

const run = async (cwd: string, line: string, environment: Environment = {}): Promise<string> => {
  const [program = '', ...args] = line.split(' ')
  const options = { cwd, env: { ...inherited, ...environment }, maxBuffer: 2 ** 26 }
  const ran = await promisify(execFile)(program, args, options).catch((error) => {
    throw new Error(`${line} failed:\n${error.stdout}\n${error.stderr}`)
  })
  return ran.stdout + ran.stderr
}

/** Runs a program that a project has installed, in half the time of npx. */
const runInstalled = (cwd: string, line: string, environment: Environment = {}): Promise<string> =>
  run(cwd, join(cwd, 'node_modules/.bin', line), environment)

/** TypeScript 7 takes a fifth of the time of TypeScript 5. */
const typescript7 = `node ${join(root, 'node_modules/typescript-7/bin/tsc')} --singleThreaded`

/** Starts a program that a project has installed, which ends after the test. Waits until its output matches. */
const start = async (cwd: string, line: string, pattern: RegExp, environment: Environment) => {
  const [program = '', ...args] = line.split(' ')
  // A signal would end npx's process, and not the program.
  const path = join(cwd, 'node_modules/.bin', program)
  const child = execFile(path, args, { cwd, env: { ...inherited, ...environment } })
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill()
    await ended
  })
  await waitForOutput(child, pattern)
}

beforeAll(async () => {
  await run(root, `npm pack ./packages/client ./mock --pack-destination ${folder}`)
  return remove
}, 600_000)

/** Creates a project outside the repository that has the tarballs and other packages. */
const project = async (
  name: string,
  packages: readonly string[],
  install = 'npm install --ignore-scripts --no-audit --no-fund',
  manifest: object = {},
): Promise<string> => {
  const cwd = join(folder, name)
  const template = join(import.meta.dirname, 'projects', name)
  mkdirSync(cwd, { recursive: true })
  if (readdirSync(join(import.meta.dirname, 'projects')).includes(name))
    cpSync(template, cwd, { recursive: true })
  const tarballs = readdirSync(folder).filter((file) => file.endsWith('.tgz'))
  const named = tarballs.map((file) => [
    file.includes('client') ? 'merch-fulfillment-client' : '@merch-fulfillment/mock',
    `file:../${file}`,
  ])
  const others = packages.map((each) => [each.replace(/(?<=.)@.*/, ''), each.replace(/^.+@/, '')])
  const dependencies = Object.fromEntries([...named, ...others])
  writeFileSync(
    join(cwd, 'package.json'),
    JSON.stringify({ name, private: true, ...manifest, dependencies }),
  )
  await run(cwd, install)
  return cwd
}

const useAll = `
const { createMock } = require('@merch-fulfillment/mock')
const { demoKeys } = require('@merch-fulfillment/mock/keys')
const { createClient } = require('merch-fulfillment-client')
require('@merch-fulfillment/mock/playwright')
const mock = createMock()
const client = createClient({ baseUrl: 'http://a.test', apiKey: demoKeys.demo, fetch: mock.fetch })
client.campaigns.list().then(([{ name }]) => mock.stop().then(() => console.log(name)))
`

const useTypes = `
import { createMock, type Mock } from '@merch-fulfillment/mock'
import { demoKeys } from '@merch-fulfillment/mock/keys'
import { mockFixture } from '@merch-fulfillment/mock/playwright'
import { createClient } from 'merch-fulfillment-client'
import { verifyWebhook } from 'merch-fulfillment-client/webhooks'
const mock: Mock = createMock()
createClient({ baseUrl: '/api', apiKey: demoKeys.demo, fetch: mock.fetch })
export const requests = () => mock.control.requests()
export { mockFixture, verifyWebhook }
`

const useSocket = `
import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { createMock } from '@merch-fulfillment/mock'
import { demoKeys } from '@merch-fulfillment/mock/keys'
import { createClient } from 'merch-fulfillment-client'
import { verifyWebhook } from 'merch-fulfillment-client/webhooks'
const mock = createMock()
const client = createClient({ baseUrl: await mock.listen(), apiKey: demoKeys.demo })
const [{ name }] = await client.campaigns.list()
const receiver = createServer(async (request, response) => {
  const { event } = await verifyWebhook(await buffer(request), request.headers, 'mine')
  response.end()
  console.log(name, event)
})
receiver.listen(0, '127.0.0.1')
await once(receiver, 'listening')
await mock.control.addReceiver({ url: 'http://127.0.0.1:' + receiver.address().port, secret: 'mine' })
await mock.control.sendEvent('order.shipped')
receiver.close()
await mock.stop()
`

const campaign = 'New starter kit'

if (hasTurn(0, 4))
  test('CommonJS, and a bundle of it, on Node 20, 22 and 24: the client runs on all, the mock says that Node 20 is too old', async () => {
    const cwd = await project('nodes', ['typescript@5.9.3', '@types/node@24.19.2'])
    writeFileSync(join(cwd, 'use.js'), useAll)
    expect(await run(cwd, 'node use.js')).toContain(campaign)
    const file = join(cwd, 'bundle.mjs')
    await build({ input: 'use.js', cwd, platform: 'node', logLevel: 'silent', output: { file } })
    expect(await run(cwd, 'node bundle.mjs')).toContain(campaign)
    writeFileSync(join(cwd, 'worker.js'), `require('merch-fulfillment-client/webhooks')`)
    const inWorker = { platform: 'browser', logLevel: 'silent', write: false } as const
    const { output } = await build({ input: 'worker.js', cwd, ...inWorker })
    expect(output[0].code).not.toContain('node:crypto')
    writeFileSync(join(cwd, 'use.ts'), useTypes)
    const compiled = 'use.ts --noEmit --declaration --strict --target es2022 --types node --module'
    const node10 = 'commonjs --moduleResolution node10 --skipDefaultLibCheck'
    await runInstalled(cwd, `tsc ${compiled} ${node10}`)
    for (const module of ['node16', 'nodenext'])
      await run(cwd, `${typescript7} ${compiled} ${module}`)
    const at = (version: string, line: string) =>
      run(cwd, `npx --yes --package node@${version} node ${line}`)
    expect(await at('22.16.0', 'use.js')).toContain(campaign)
    expect(
      await at('20.19.5', "-p Object.keys(require('merch-fulfillment-client')).join()"),
    ).toContain('createClient')
    await expect(at('20.19.5', 'use.js')).rejects.toThrow(
      /needs Node 22\.16 or newer, not 20\.19\.5\. Install Node 24/,
    )
  }, 600_000)

test('Getting started installs the mock in an empty folder and asks it', async () => {
  const cwd = mkdtempSync(join(folder, 'started-'))
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.tgz')))
    cpSync(join(folder, file), join(cwd, file))
  const [install = '', ask = ''] = codeOf('getting-started', 'sh').filter((code) =>
    /^(npm install|export)/.test(code),
  )
  const [first = '', second = ''] = install.split('\n')
  await run(cwd, first)
  const port = String(await freePort())
  await start(cwd, second.replace('npx ', ''), /listening/, { PORT: port })
  const { stdout } = await promisify(exec)(ask.replaceAll('4010', port), { cwd })
  expect(stdout).toContain('"sku"')
}, 600_000)

test.each(
  ofToday([
    ['Bun', 'bun@1.4.5', '@oven/*/bin/bun'],
    ['Deno', 'deno@2.9.6', '@deno/*/deno run --allow-all'],
  ] as const),
)(
  '%s runs the mock on a socket, the client and the verifier of webhooks',
  async (name, packed, program) => {
    const cwd = await project(name, [packed])
    writeFileSync(join(cwd, 'use.mjs'), useSocket)
    // The shell finds the program in the package of this machine.
    const { stdout } = await promisify(exec)(`node_modules/${program} use.mjs`, { cwd })
    expect(stdout).toBe(`${campaign} order.shipped\n`)
  },
  600_000,
)

if (hasTurn(1, 4))
  test('Jest runs tests with the mock in Node, and with MSW 2 in jsdom', async () => {
    const jest = ['jest@30.5.2', 'jest-environment-jsdom@30.5.2', 'jest-fixed-jsdom@0.0.11']
    const cwd = await project('jest', [...jest, 'msw@2.9.0'])
    expect(await runInstalled(cwd, 'jest --testTimeout=120000')).toContain('2 passed')
  }, 600_000)

if (hasTurn(2, 4))
  test('Playwright in a CommonJS project: pictures, an invite and the docs in Chromium', async (context) => {
    if (!executablePath) return context.skip('Chromium is not installed')
    const cwd = await project('playwright', ['@playwright/test@1.65.1'])
    expect(await runInstalled(cwd, 'playwright test', { CHROMIUM: executablePath })).toContain(
      '3 passed',
    )
  }, 600_000)

if (hasTurn(3, 4))
  test('the example of a front end: its types and tests pass, with the mock and with the server', async (context) => {
    const cwd = join(folder, 'frontend')
    cpSync(join(root, 'examples/frontend'), cwd, {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    })
    const manifest = readFileSync(join(cwd, 'package.json'), 'utf8')
    writeFileSync(join(cwd, 'package.json'), manifest.replaceAll('../../dist/packages/', '../'))
    await run(cwd, 'npm install --no-audit --no-fund')
    // The example has TypeScript 5.
    if (hasTurn(7, 8)) await runInstalled(cwd, 'tsc')
    else await run(cwd, typescript7)
    expect(await runInstalled(cwd, 'vitest run')).toContain('4 passed')
    const installed = join(cwd, 'node_modules')
    const browserPart = join(installed, '@merch-fulfillment/mock/dist/msw-browser.js')
    expect(gzipSync(readFileSync(browserPart)).length).toBeLessThan(105_000)
    expect(readdirSync(installed)).not.toContain('@stoplight')

    if (!executablePath) return context.skip('Chromium is not installed')
    const port = String(await freePort())
    const environment = { CHROMIUM: executablePath, PORT: port, CI: '1' }
    const runs = inject('isThorough') ? 20 : 1
    // Each worker starts a browser. The nightly workflow has the eight of the example.
    const playwright = `playwright test --retries=0${inject('isThorough') ? '' : ' --workers=1'}`
    if (hasTurn(3, 8))
      expect(await runInstalled(cwd, `${playwright} --repeat-each=${runs}`, environment)).toMatch(
        RegExp(`${10 * runs} passed`),
      )
    if (!hasTurn(7, 8)) return
    const server = await testServer({
      environment: { CORS_ORIGINS: `http://127.0.0.1:${port}`, RATE_LIMIT_BUDGET: '100000' },
    })
    const target = { MERCH_URL: server.url, MERCH_KEY: server.key }
    expect(await runInstalled(cwd, playwright, { ...environment, ...target })).toMatch(/7 passed/)
  }, 1_200_000)

if (inject('isThorough'))
  test('Vitest in jsdom and happy-dom with MSW 3, installed by pnpm', async () => {
    const pages = ['jsdom@31.0.1', 'happy-dom@21.0.4']
    const packages = ['vitest@5.1.1', ...pages, 'msw@3.0.5', 'vite@8.3.8']
    const install = 'npx --yes pnpm@12.21.0 install --ignore-scripts'
    const cwd = await project('vitest', packages, install, { type: 'module' })
    for (const environment of ['jsdom', 'happy-dom'])
      expect(await runInstalled(cwd, `vitest run --environment ${environment}`)).toContain(
        '1 passed',
      )
  }, 600_000)

if (inject('isThorough'))
  test('CommonJS and the command, installed by Yarn PnP', async () => {
    const yarn = 'npx --yes --package @yarnpkg/cli-dist@4.18.1 yarn'
    const cwd = await project('pnp', [], `${yarn} install`)
    writeFileSync(join(cwd, 'use.js'), useAll)
    expect(await run(cwd, `${yarn} node use.js`)).toContain(campaign)
    expect(await run(cwd, `${yarn} merch-mock --help`)).toContain('--stateful')
  }, 600_000)

if (inject('isThorough'))
  test('Next starts the mock by instrumentation, without settings for it', async (context) => {
    const browser = await openBrowser(context)
    const cwd = await project('next', ['next@16.4.6', 'react@19.2.0', 'react-dom@19.2.0'])
    const [port, pagePort] = [String(await freePort()), await freePort()]
    const own = {
      MERCH_PORT: port,
      MERCH_URL: `http://127.0.0.1:${port}`,
      NEXT_TELEMETRY_DISABLED: '1',
    }
    await runInstalled(cwd, 'next build', own)
    await start(cwd, `next start -p ${pagePort}`, /Ready/, own)
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${pagePort}/`)
    await page.getByRole('heading', { name: campaign }).waitFor()
    const rewritten = await fetch(`http://127.0.0.1:${pagePort}/api/v1/auth`)
    expect([rewritten.status, await rewritten.text()]).toEqual([401, 'Unauthorized'])
  }, 600_000)

if (inject('isThorough'))
  test('a page of Vite reaches the mock by its proxy, with a path as base URL', async (context) => {
    const browser = await openBrowser(context)
    const cwd = await project('vite', ['vite@8.3.8'], undefined, { type: 'module' })
    const mock = createMock()
    onTestFinished(() => mock.stop())
    const port = await freePort()
    const own = { MERCH_URL: await mock.listen() }
    await start(cwd, `vite --host 127.0.0.1 --port ${port} --strictPort`, /Local/, own)
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${port}/`)
    await page.getByRole('heading', { name: campaign }).waitFor()
  }, 600_000)
