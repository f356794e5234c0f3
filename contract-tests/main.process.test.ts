import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { runProgram } from '../testkit/run.ts'
import { temporaryFolder } from '../testkit/temporary-folder.ts'
import { ownServer } from './own/own-server.ts'
import type { Running } from './support/target.ts'

let server: Running
beforeAll(async () => {
  server = await ownServer()
})
afterAll(() => server.stop())

const contract = (...args: string[]) => runProgram('contract-tests/main.ts', args)

// main.long.test.ts runs all laws.
test('--only checks one area of a server, and writes the report', async () => {
  const { url, key } = server
  const html = join(temporaryFolder(), 'deep', 'report.html')
  const args = ['--url', `${url}/`, `--key=${key}`, '--seed', '3', '--runs', '3', '--html', html]
  const { status, stdout, stderr } = await contract(...args, '--only', 'invites')
  expect([status, stderr]).toEqual([0, ''])
  expect(new Set(stdout.match(/^[✓✗–] \w+/gmu))).toEqual(new Set(['✓ invites']))
  expect(stdout).not.toContain(key)
  expect(readFileSync(html, 'utf8')).toContain('createInvite')
})

test('a rejected key and a used-up rate limit are reported, not counted as broken laws', async () => {
  const { url, key, stop } = (await server.controls.fresh?.(30)) ?? server
  onTestFinished(stop)
  const rejected = await contract('--url', url, '--key', 'x'.repeat(96))
  expect([rejected.status, rejected.stderr]).toEqual([
    2,
    `${url} rejects the key. Pass a valid one with --key.\n`,
  ])
  const { status, stderr } = await contract('--url', url, `--key=${key}`)
  expect(status).toBe(2)
  expect(stderr).toBe(
    `The rate limit of ${url} is used up. Raise it for this machine’s address (our server: RATE_LIMIT_BUDGET).\n`,
  )
})

// support/options.test.ts covers invalid options.
test('a URL where no server responds is reported in one line', async () => {
  const { status, stdout, stderr } = await contract('--url', 'http://127.0.0.1:1', '--key', 'k')
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toBe('No server responds at http://127.0.0.1:1: ECONNREFUSED\n')
})
