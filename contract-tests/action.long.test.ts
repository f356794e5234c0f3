import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startProgram, waitForOutput } from '../tests/kit/run.ts'
import { temporaryFolder } from '../tests/kit/temporary-folder.ts'
import { runAction } from './testing/run-action.ts'

// package.long.test.ts runs the action with the installed package.
test('a server passes all laws with only its URL and key, in the action from a checkout', async () => {
  const workspace = temporaryFolder()
  const settings = { PORT: '0', DATABASE_URL: `file:${join(workspace, 'merch.db')}` }
  const child = startProgram('server/main.ts', [], { ...settings, RATE_LIMIT_BUDGET: '1000000' })
  const printed = await waitForOutput(child, /curl .*\n/)
  const [, url = '', key = ''] = /listening on (\S+).*(mfk_\w+)/s.exec(printed) ?? []
  const read = (name: string) => readFileSync(join(workspace, name), 'utf8')
  const { status, output } = await runAction({ url, key, options: '--runs 1' }, workspace)
  expect(output).toMatch(/^✓ orders .*cancelOrder returns 201/m)
  expect(output).toMatch(/^– faults .*\(skipped: needs failNext\)$/m)
  expect(output).toMatch(/ 0 broken, \d+ skipped; \d+ requests in /)
  expect([status, output.includes(key)]).toEqual([0, false])
  expect(read('contract.md')).toContain('campaignExpired not checked')
  expect(read('contract.md')).not.toContain('NEVER SEEN')
  expect(read('summary.md')).toContain('## The contract is kept')
})
