import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runProgram, startProgram, waitForOutput } from '../../testkit/run.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { programs } from '../testing/programs.ts'

const program = 'contract-tests/schemathesis/main.ts'

/** A fake program that prints one line if its first argument is `probe`, and else runs a script. */
const fake = (probe: string, line: string, script: string) => `#!${process.execPath}
if (process.argv[2] === '${probe}') console.log('${line}')
else (async () => { ${script} })()`

const st = (script: string) => fake('--version', 'st, version 4.25.0', script)
const engine = (script: string) => fake('info', '28.2.2', script)

const [exits7, exits8] = ['process.exitCode = 7', 'process.exitCode = 8']

// runner.test.ts covers other programs.
test.each<[string, Record<string, string>, number]>([
  ['the pinned st and an engine', { st: st(exits7), docker: engine(exits8) }, 7],
  ['another st and an engine', { st: 'echo st 0.9.2', docker: engine(exits8) }, 8],
])('%s: the expected one runs', async (_, texts, expected) => {
  const reports = temporaryFolder()
  const { status } = await runProgram(program, ['--reports', reports], { PATH: programs(texts) })
  expect(status).toBe(expected)
})

describe('without st and Docker', () => {
  const run = (...args: string[]) => runProgram(program, args, { PATH: temporaryFolder() })

  test('the run is skipped, and the message says why and what to do', async () => {
    const { status, stdout, stderr } = await run()
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toBe(`skipped: Schemathesis: no st on the PATH; no Docker engine is running.
To run it, install Schemathesis 4.25.0 (pipx install schemathesis==4.25.0) or start a Docker engine.
`)
  })

  test('--require makes the skip a failure', async () => {
    const { status, stdout } = await run('--require')
    expect(status).toBe(1)
    expect(stdout).toContain('skipped: Schemathesis')
  })
})

/** Returns whether a server responds at a URL. */
const responds = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  )

test('st gets a server, its key, the published document, the configuration and the hooks', async () => {
  const published = createHash('sha256')
    .update(readFileSync(new URL('../../generated/openapi.json', import.meta.url)))
    .digest('hex')
  const reports = join(temporaryFolder(), 'deep', 'reports')
  const PATH = programs({
    st: st(`
    const { MERCH_URL: url, MERCH_KEY, PYTHONPATH, SCHEMATHESIS_HOOKS, MERCH_DOCUMENT } = process.env
    const headers = { authorization: 'Bearer ' + MERCH_KEY }
    const { status } = await fetch(url + '/v1/auth', { headers })
    const [configuration, run, document, ...more] = process.argv.slice(3)
    const sha256 = (data) => require('node:crypto').createHash('sha256').update(data).digest('hex')
    const given = require('node:fs').readFileSync(document)
    // The server puts its own address in place of the default one.
    const served = await (await fetch(url + '/openapi.json')).text()
    const documents = [sha256(given), sha256(served.replaceAll(url, 'http://127.0.0.1:8080'))]
    const limit = (await fetch(url + '/v1/auth')).headers.get('ratelimit-limit')
    const hooks = PYTHONPATH + '/' + SCHEMATHESIS_HOOKS + '/__init__.py'
    const isDocument = document === MERCH_DOCUMENT
    console.log(JSON.stringify({ isDocument, url, status, documents, limit, run, more, configuration, hooks, at: process.cwd() }))
    process.exitCode = 3
  `),
  })
  const args = ['--reports', reports, '--', '--phases', 'fuzzing']
  const { status, stdout, stderr } = await runProgram(program, args, { PATH })
  expect([status, stderr]).toEqual([3, ''])
  const [first = '', , named] = stdout.split('\n')
  const { url, configuration, hooks, ...seen } = JSON.parse(first)
  expect(seen).toEqual({
    status: 200,
    isDocument: true,
    documents: [published, published],
    limit: '10000000',
    run: 'run',
    more: ['--url', url, '--phases', 'fuzzing'],
    at: reports,
  })
  expect([existsSync(configuration), existsSync(hooks)]).toEqual([true, true])
  expect(named).toMatch(/^Reports: .*junit\.xml, .*har\.json$/)
  expect(existsSync(reports)).toBe(true)
  expect(await responds(url)).toBe(false)
})

test('the pinned image gets the server, the configuration, the hooks, the reports and no key on its command line', async () => {
  const reports = temporaryFolder()
  const PATH = programs({
    docker: engine(`
    const { MERCH_URL: url, MERCH_KEY: key, PYTHONPATH, SCHEMATHESIS_HOOKS } = process.env
    const hooks = PYTHONPATH + '/' + SCHEMATHESIS_HOOKS
    console.log(JSON.stringify({ url, key, hooks, args: process.argv.slice(2) }))`),
  })
  const more = ['--phases', 'fuzzing']
  const options = ['--reports', reports, '--', ...more]
  const { stdout } = await runProgram(program, options, { PATH })
  const [first = ''] = stdout.split('\n')
  const { url, key, hooks, args }: Record<'url' | 'key' | 'hooks', string> & { args: string[] } =
    JSON.parse(first)
  const after = (option: string) =>
    args.flatMap((arg, at) => (arg === option ? [args[at + 1] ?? ''] : []))
  expect([after('--network'), after('--workdir')]).toEqual([['host'], ['/reports']])
  const mounts = after('--volume').map((mount) => mount.split(':'))
  const readable = mounts.map(([host = '', inside, mode]) => [existsSync(host), inside, mode])
  expect(readable).toEqual([
    [true, '/contract/schemathesis.toml', 'ro'],
    [true, hooks, 'ro'],
    [true, '/contract/openapi.json', 'ro'],
    [true, '/reports', undefined],
  ])
  expect(after('--env')).toEqual(expect.arrayContaining(['MERCH_KEY', 'MERCH_URL']))
  expect(key).toMatch(/^.{96}$/)
  expect(args.join(' ')).not.toContain(key)
  expect(args.slice(args.indexOf('schemathesis/schemathesis:4.25.0') + 1)).toEqual([
    ...['--config-file', '/contract/schemathesis.toml'],
    ...['run', '/contract/openapi.json', '--url', url, ...more],
  ])
})

test('with --url and --key, st gets that server', async () => {
  const PATH = programs({
    st: st(`
    const given = Object.entries(process.env).filter(([name]) => /^MERCH_(?!DOCUMENT)/.test(name))
    console.log(JSON.stringify(given.filter(([, value]) => value !== '')))`),
  })
  const server = ['--url', 'http://127.0.0.1:1/', '--key', 'k']
  const options = [...server, '--reports', temporaryFolder()]
  const { status, stdout } = await runProgram(program, options, { PATH })
  expect(status).toBe(0)
  const [first = ''] = stdout.split('\n')
  expect(Object.fromEntries(JSON.parse(first))).toEqual({
    MERCH_URL: 'http://127.0.0.1:1',
    MERCH_KEY: 'k',
  })
})

test('SIGINT stops st and the server and fails the run', async () => {
  const PATH = programs({
    st: st(`
    process.on('SIGINT', () => process.exit(0))
    console.log('url=' + process.env.MERCH_URL + ';')
    setInterval(() => {}, 1000)
  `),
  })
  const child = startProgram(program, ['--reports', temporaryFolder()], { PATH })
  const [, url = ''] = /url=(.*);/.exec(await waitForOutput(child, /url=.*;/)) ?? []
  expect(await responds(url)).toBe(true)
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGINT')
  expect(await ended).toBe(130)
  expect(await responds(url)).toBe(false)
})
