import { execFile, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../tests/kit/free-port.ts'
import { servedMock } from '../tests/kit/mock/served-mock.ts'
import { runProgram, startProgram, waitForOutput } from '../tests/kit/run.ts'
import { shellLines } from '../tests/kit/shell-lines.ts'
import { temporaryFolder } from '../tests/kit/temporary-folder.ts'
import { createMock } from './create-mock.ts'
import { demoKeys } from './demo-keys.ts'

const run = promisify(execFile)

test('an unknown scenario is reported in one line, with all of them', async () => {
  const { status, stdout, stderr } = await runProgram('mock/main.ts', ['--scenario', 'none'])
  const message =
    /^Unknown scenario none\. Did you mean .*\? Use one of demo, empty, .* shop\.yaml\.\n$/
  expect([status, stdout, stderr]).toEqual([1, '', expect.stringMatching(message)])
})

test('a set-up that cannot be loaded, and a folder that cannot be written, are reported in one line', async () => {
  const file = join(temporaryFolder(), 'scenario.mjs')
  writeFileSync(file, 'export default async (')
  const loaded = await runProgram('mock/main.ts', ['--with', file])
  expect([loaded.status, loaded.stderr]).toEqual([
    1,
    `Cannot load ${file}: SyntaxError: Unexpected end of input\n`,
  ])
  const kept = await runProgram('mock/main.ts', ['--stateful', '--port', '0'], {
    TMPDIR: '/proc/x',
  })
  expect(kept.stderr).toMatch(/^Cannot keep data: .*\/proc\/x.*\. Set TMPDIR to a folder .*\n$/)
})

/** Starts a program from the README and waits until it accepts connections. */
const startBeside = async (line: string, port: number) => {
  const child = spawn('sh', ['-c', line], { stdio: 'ignore', detached: true })
  onTestFinished(() => void process.kill(-(child.pid ?? 0), 'SIGKILL'))
  const accepts = () => fetch(`http://127.0.0.1:${port}/`).then(() => true)
  await expect.poll(() => accepts().catch(() => false)).toBe(true)
}

test('it prints the keys and a working curl line, and the README’s commands work one after the other', async () => {
  const lines = shellLines('mock/README.md')
  const pasted = lines.filter((line) => /^(curl |WEBHOOK_SECRET=|MERCH_KEY=)/.test(line))
  expect(pasted).toContain(`MERCH_KEY=${demoKeys.demo}`)
  expect(lines).toContain('npm run mock -- --scenario out-of-stock')
  const child = startProgram('mock/main.ts', ['--scenario', 'out-of-stock'], { PORT: '0' })
  const complaints = child.stderr ? text(child.stderr) : ''
  const printed = await waitForOutput(child, /curl .*\n/)
  for (const [name, key] of Object.entries(demoKeys))
    expect(printed).toMatch(new RegExp(`^ {2}${name} +${key}$`, 'm'))
  const [printedLine = ''] = /curl .*/.exec(printed) ?? []
  const { stdout } = await run('sh', ['-c', `${printedLine} --silent`])
  expect(JSON.parse(stdout)[0]).toMatchObject({ sku: 'TEE-BLK-S' })
  const [, MERCH_URL = ''] = /listening on (\S+)/.exec(printed) ?? []
  const environment = { PATH: process.env.PATH ?? '', MERCH_URL, MERCH_KEY: demoKeys.demo }
  const port = await freePort()
  const statuses: string[] = []
  for (const line of pasted) {
    // The port of the README's receiver may be in use here.
    const command = line.replaceAll('9000', String(port))
    if (command.startsWith('WEBHOOK')) await startBeside(command.replace(/ &$/, ''), port)
    if (!command.startsWith('curl ')) continue
    const options = `--silent --output /dev/null --write-out '%{http_code}'`
    const { stdout } = await run('sh', ['-c', `${command} ${options}`], { env: environment })
    statuses.push(stdout)
  }
  expect(statuses.length).toBeGreaterThan(7)
  // One command requests a 429.
  expect(statuses.filter((status) => status >= '400')).toEqual(['429'])
  const get = async (path: string) => (await fetch(`${MERCH_URL}/__mock/${path}`)).json()
  // The docs' receiver accepts the delivery, though the clock was advanced by a day.
  expect(await get('deliveries')).toMatchObject([{ status: 204 }])
  const state = { stateful: true, scenario: 'out-of-stock', aheadSeconds: 86_400 }
  expect(await get('state')).toMatchObject(state)
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(await complaints).toBe('')
})

test('with a time, ids and dates are the same in every process; with LOG_LEVEL=debug, each request has a line', async () => {
  const time = '2027-01-31T09:00:00Z'
  const child = startProgram('mock/main.ts', ['--stateful', '--time', time, '--seed', 'a'], {
    PORT: '0',
    LOG_LEVEL: 'debug',
  })
  const printed = await waitForOutput(child, /curl .*\n/)
  const [, baseUrl = ''] = /listening on (\S+)/.exec(printed) ?? []
  const lines = waitForOutput(child, /inventory.*\n/)
  await using mock = createMock({ baseUrl, time, seed: 'a' })
  await using other = createMock({ baseUrl, time, seed: 'b' })
  const textsOf = async (send: typeof fetch) => {
    const texts: string[] = []
    for (const [method, path] of [
      ['POST', 'contacts/create'],
      ['GET', 'contacts/list?campaignId=cmp_019a91f0c2d47b31a5e6c7d8f9010a1b'],
      ['GET', 'orders/list?limit=2'],
      ['GET', 'products/list?limit=40'],
      ['GET', 'inventory/list?page_size=2'],
    ] as const) {
      const headers = {
        Authorization: `Bearer ${demoKeys.demo}`,
        'Content-Type': 'application/json',
      }
      const campaignId = 'cmp_019a91f0c2d47b31a5e6c7d8f9010a1b'
      const person = { campaignId, firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' }
      const body = method === 'POST' ? JSON.stringify(person) : null
      texts.push(await (await send(`${baseUrl}/v1/${path}`, { method, headers, body })).text())
    }
    return texts
  }
  const texts = await textsOf(fetch)
  expect(await textsOf(mock.fetch)).toEqual(texts)
  expect(await textsOf(other.fetch)).not.toEqual(texts)
  expect(await lines).toMatch(
    /^POST \/v1\/contacts\/create 200: \d+ ms\n(GET \/v1\/\S+ 200: \d+ ms\n){4}$/,
  )
})

test('the curl line of a request repeats it in a shell, whatever is in it', async () => {
  const { call, mock } = await servedMock()
  const words = `it's "50 %" \\ of $HOME & \`id\` !\n{x} [y] ä 🎁`
  const query = encodeURIComponent(words).replaceAll(/%5B|%5D/g, decodeURIComponent)
  const json = { 'content-type': 'application/json' }
  for (const [method, path, asked] of [
    ['GET', `/contacts/list?campaignId=${query}`, { headers: { prefer: 'code=200' } }],
    ['POST', '/contacts/create', { json: { firstName: words } }],
    ['POST', '/contacts/create', { headers: json, body: `{"a":'${words}'` }],
    ['POST', '/contacts/create', { body: '{}' }],
    ['POST', '/webhooks/whk_1/test', {}],
    ['PUT', '/webhooks/whk_1', { json: { active: false } }],
    ['GET', '/orders/list', { key: null, headers: { 'x-empty': '', 'accept-encoding': 'br' } }],
    ['HEAD', '/orders/list', {}],
    ['TRACE', '/auth', {}],
    ['PROPFIND', '/auth', {}],
  ] as const) {
    await call(path, { method, ...asked })
    const sent = mock.requests.entries.at(-1)
    await run('sh', ['-c', sent?.curl ?? ''])
    const repeated = mock.requests.entries.at(-1)
    expect(repeated?.number).toBe((sent?.number ?? 0) + 1)
    const { url, requestBody, status } = sent ?? {}
    expect(repeated).toMatchObject({ method, url, requestBody, status })
    for (const name of ['authorization', 'content-type', 'prefer', 'x-empty'])
      expect(repeated?.requestHeaders[name]).toBe(sent?.requestHeaders[name])
  }
})
