import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { runProgram, spawnProgram, waitForOutput } from '../tests/kit/run.ts'
import { temporaryFolder } from '../tests/kit/temporary-folder.ts'
import { ownServer } from './own/own-server.ts'
import { readOptions } from './report/command.ts'
import { type Running, SuiteError } from './support/server.ts'

let server: Running
beforeAll(async () => {
  server = await ownServer()
})
afterAll(() => server.stop())

const contract = (args: string[], environment: Record<string, string> = {}) =>
  runProgram('contract-tests/main.ts', args, environment)

test('--only checks an area of a server, and writes a page, JUnit XML and a step summary', async () => {
  const { url, key } = server
  const folder = join(temporaryFolder(), 'deep')
  const [report, junit, summary] = ['report.md', 'junit.xml', 'summary.md'].map((name) =>
    join(folder, name),
  )
  const written = ['--report', `${report}`, '--junit', `${junit}`]
  const leaveOut = ['--leave-out', 'campaignId=not yet', '--leave-out', 'nothing=x']
  const { status, stdout, stderr } = await contract(
    ['--url', `${url}/`, '--runs', '3', '--only', 'invites', ...written, ...leaveOut],
    { MERCH_KEY: key, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: `${summary}` },
  )
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^✓ invites +\d+ requests {2}An invite/m)
  expect(stdout).toMatch(/^– invites .*\(skipped: not yet\)$/m)
  expect(stdout).toMatch(/^--leave-out nothing matched no law and no cause\.$/m)
  expect(stdout).toMatch(/^The account had \d+ orders, .* 0 were changed\.$/m)
  expect(stdout).not.toContain(key)
  expect(readFileSync(`${report}`, 'utf8')).toContain('## The contract is kept')
  expect(readFileSync(`${junit}`, 'utf8')).toContain('<skipped message="not yet"/>')
  expect(readFileSync(`${summary}`, 'utf8')).toMatch(/^## The contract is kept\n.* 1 laws kept/ms)
})

test('a used-up rate limit ends the run with the report, and exits with 2', async () => {
  const { url, key, stop } = (await server.controls?.fresh?.(30)) ?? server
  onTestFinished(stop)
  const folder = temporaryFolder()
  const junit = join(folder, 'junit.xml')
  const report = join(folder, 'report.md')
  const args = ['--url', url, `--key=${key}`, '--report', report, '--junit', junit]
  const { status, stdout } = await contract(args, { GITHUB_ACTIONS: 'true' })
  expect(status).toBe(2)
  const why = `The rate limit of ${url} is used up. Raise it for this machine’s address`
  expect(stdout).toContain(`The run ended early: ${why}`)
  expect(stdout).toContain(`::error title=The contract suite ended early::${why}`)
  expect(stdout).toMatch(/^2 laws kept, 0 broken, \d+ skipped; \d+ requests/m)
  expect(readFileSync(junit, 'utf8')).toMatch(/name="The run reached its end".*><failure /)
})

test('--only takes words of a law; a run that checks none exits with 2', async () => {
  const given = ['--url', server.url, '--key', server.key, '--report', join(temporaryFolder(), 'r')]
  const one = await contract([...given, '--only', 'The scheme Bearer'])
  expect([one.status, one.stderr]).toEqual([0, ''])
  expect(one.stdout).toMatch(/^1 laws kept, 0 broken, 0 skipped/m)
  const none = await contract([...given, '--only', 'faults'])
  expect(none.stdout).toMatch(/skipped: needs failNext.*The run ended early: No law was checked\./s)
  expect(none.status).toBe(2)
})

test('SIGTERM ends a run with the report of the laws that were checked', async () => {
  const folder = temporaryFolder()
  const written = ['--junit', join(folder, 'junit.xml'), '--report', join(folder, 'report.md')]
  const given = ['--url', server.url, '--key', server.key, ...written]
  const { child, ended } = spawnProgram('contract-tests/main.ts', given)
  await waitForOutput(child, /✓ auth/)
  child.kill('SIGTERM')
  expect(await ended).toBe(2)
  const junit = readFileSync(join(folder, 'junit.xml'), 'utf8')
  expect(junit).toContain('It was stopped by SIGTERM.')
  expect(junit).toMatch(/name="A valid key returns its account[^>]*><\/testcase>/)
})

test.each([
  [`--key=${'k'.repeat(96)}`, /^http\S+ rejects the key\. Pass a valid one with --key\.\n$/],
  ['--url=http://127.0.0.1:1', /^No server responds at http:\/\/127\.0\.0\.1:1: ECONNREFUSED\n$/],
  ['--report=/proc/x/y', /^The report cannot be written: ENOENT.*, mkdir '\/proc\/x'\n$/],
  ['--junit=/', /^The report cannot be written: EISDIR: .*\n$/],
  ['--controls=http://127.0.0.1:1', /^The controls at .* do not respond to start: .*REFUSED.*\n$/],
])('%s is rejected before the run, in one line', async (option, message) => {
  const given = ['--url', server.url, `--key=${server.key}`, '--report', '/dev/null']
  const { status, stdout, stderr } = await contract([...given, option])
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(message)])
})

test.each([
  [['--url', 'http://127.0.0.1:1'], '--url needs --key, or the variable MERCH_KEY'],
  [['--url', 'ftp://x', '--key', 'k'], '--url must be such as http://127.0.0.1:8080: ftp://x'],
  [['--only', 'auth,nothing'], /^--only must be some of auth, rateLimit, .*: nothing$/],
  [['--leave-out', 'rateLimit'], /^--leave-out must be such as 'rateLimit=.*': rateLimit$/],
  [['--runs', '0'], '--runs must be a whole number from 1 to 999999999: 0'],
  [['--timeout', 'x'], '--timeout must be a whole number from 1 to 999999999: x'],
  [['--speed'], "Unknown option '--speed'. --help lists the options"],
])('%j is rejected with what to do', (args, message) => {
  expect(() => readOptions(args)).toThrow(SuiteError)
  expect(() => readOptions(args)).toThrow(message)
})
