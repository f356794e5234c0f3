import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runProgram } from '../testkit/run.ts'
import { temporaryFolder } from '../testkit/temporary-folder.ts'
import { startOrdinaryServer } from './testing/ordinary-server.ts'

test('a server passes all laws with only its URL and key', async () => {
  const { url, key } = await startOrdinaryServer()
  const html = join(temporaryFolder(), 'deep', 'report.html')
  const args = ['--url', `${url}/`, `--key=${key}`, '--seed', '3', '--runs', '3']
  const { status, stdout, stderr } = await runProgram('contract-tests/main.ts', [
    ...args,
    ...['--html', html],
  ])
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^✓ orders .*cancelOrder returns 201/m)
  expect(stdout).toMatch(/^– faults .*\(skipped: the target has no control failNext\)$/m)
  expect(stdout).toMatch(/ 0 broken, \d+ skipped; \d+ requests in /)
  expect(stdout).toMatch(/^createOrder {2}POST \/v1\/orders\/create$/m)
  expect(stdout).toMatch(/campaignExpired not checked/)
  expect(stdout).not.toContain('NEVER SEEN')
  expect(stdout).not.toContain(key)
  expect(readFileSync(html, 'utf8')).toContain('All checks passed')
})
