import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runProgram, startProgram, waitForOutput } from '../testkit/run.ts'
import { temporaryFolder } from '../testkit/temporary-folder.ts'

const contract = (...args: string[]) => runProgram('contract-tests/main.ts', args)

/** Starts a server as users do, and returns its URL and key. */
const ordinaryServer = async (budget = '1000000') => {
  const child = startProgram('server/main.ts', [], {
    PORT: '0',
    DATABASE_URL: `file:${join(temporaryFolder(), 'merch.db')}`,
    RATE_LIMIT_BUDGET: budget,
  })
  const printed = await waitForOutput(child, /curl .*\n/)
  const [, url = ''] = /listening on (\S+)/.exec(printed) ?? []
  const [key = ''] = /mfk_\w+/.exec(printed) ?? []
  return { url, key }
}

test('a server passes all laws with only its URL and key; --only checks one area', async () => {
  const { url, key } = await ordinaryServer()
  const html = join(temporaryFolder(), 'deep', 'report.html')
  const args = ['--url', `${url}/`, `--key=${key}`, '--seed', '3', '--runs', '1']
  const { status, stdout, stderr } = await contract(...args, '--html', html)
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^✓ orders .*cancelOrder returns 201/m)
  expect(stdout).toMatch(/^– faults .*\(skipped: the target has no control failNext\)$/m)
  expect(stdout).toMatch(/ 0 broken, \d+ skipped; \d+ requests in /)
  expect(stdout).toMatch(/^createOrder {2}POST \/v1\/orders\/create$/m)
  expect(stdout).toMatch(/campaignExpired not checked/)
  expect(stdout).not.toContain('NEVER SEEN')
  expect(stdout).not.toContain(key)
  expect(readFileSync(html, 'utf8')).toContain('All checks passed')

  const only = await contract(...args, '--only', 'invites')
  expect(only.status).toBe(0)
  expect(new Set(only.stdout.match(/^[✓✗–] \w+/gmu))).toEqual(new Set(['✓ invites']))
})

test('a rejected key and a used-up rate limit are reported, not counted as broken laws', async () => {
  const { url, key } = await ordinaryServer('30')
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

// support/options.test.ts covers the other invalid options.
test.each([
  [
    ['--url', 'http://127.0.0.1:1', '--key', 'k'],
    'No server responds at http://127.0.0.1:1: ECONNREFUSED',
  ],
  [['--all'], "Unknown option '--all'. --help lists the options"],
])('%j is rejected with what to do', async (args, message) => {
  const { status, stdout, stderr } = await contract(...args)
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr.trim()).toBe(message)
})

test('--help shows the usage', async () => {
  const { status, stdout } = await contract('--help')
  expect(status).toBe(0)
  expect(stdout).toMatch(/^Usage: npm run contract -- /)
})
