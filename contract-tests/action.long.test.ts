import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testkit/temporary-folder.ts'
import { startOrdinaryServer } from './testing/ordinary-server.ts'
import { runAction } from './testing/run-action.ts'

// package.long.test.ts runs the action with the installed package.
test('a server passes all laws with only its URL and key, in the action from a checkout', async () => {
  const { url, key } = await startOrdinaryServer()
  const workspace = temporaryFolder()
  const read = (name: string) => readFileSync(join(workspace, name), 'utf8')
  const { status, output } = await runAction({ url, key, options: '--runs 3' }, workspace)
  expect(output).toMatch(/^✓ orders .*cancelOrder returns 201/m)
  expect(output).toMatch(/^– faults .*\(skipped: needs failNext\)$/m)
  expect(output).toMatch(/ 0 broken, \d+ skipped; \d+ requests in /)
  expect([status, output.includes(key)]).toEqual([0, false])
  expect(read('contract.md')).toContain('campaignExpired not checked')
  expect(read('contract.md')).not.toContain('NEVER SEEN')
  expect(read('summary.md')).toContain('## The contract is kept')

  const leaveOut = 'any case=not yet\n\nhappens=to test: "quotes" $(and more)\n'
  const inputs = { url, key, 'leave-out': leaveOut, junit: 'deep/junit.xml' }
  const left = await runAction({ ...inputs, options: '--only auth --seed 3' }, workspace)
  expect(left.output).toMatch(/^– auth .*\(skipped: not yet\)$/m)
  expect(left.output).toMatch(/^--leave-out happens matched no law and no cause\.$/m)
  expect(left.status).toBe(0)
  expect(read('deep/junit.xml')).toContain('<skipped message="not yet"/>')
})
