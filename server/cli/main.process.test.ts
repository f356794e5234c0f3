import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runProgram } from '../../testkit/run.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'

// What the commands do is tested in merch.test.ts; here they are what a shell sees.

const terminal = () => {
  const environment = { DATABASE_URL: `file:${join(temporaryFolder(), 'merch.db')}` }
  return (...args: string[]) => runProgram('server/cli/main.ts', args, environment)
}

test('a result is on stdout alone, and is there for the next command', async () => {
  const merch = terminal()
  const { status, stdout } = await merch('accounts', 'create', '--name', 'Harbor & Pine')
  expect(status).toBe(0)
  expect(stdout).toMatch(/^acc_[0-9a-f]{32}\n$/)
  const listed = await merch('accounts', 'list')
  expect(listed).toMatchObject({ status: 0, stderr: '' })
  expect(listed.stdout).toContain(`${stdout.trim()}\tactive\t`)
})

test.each([
  [['keys', 'revoke', 'key_none'], /^There is no active key key_none\n$/],
  [['nobody'], /\nUnknown command nobody\n$/],
])('merch %j: what cannot be done is on stderr, with a failing status', async (args, message) => {
  const { status, stdout, stderr } = await terminal()(...args)
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(message)
})

test('--help says how it is used, on stdout and without colours', async () => {
  const { status, stdout, stderr } = await terminal()('accounts', '--help')
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/USAGE/)
  expect(stdout).not.toContain('\u001b')
})
