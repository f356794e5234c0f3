import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { runProgram, startProgram } from '../../testkit/run.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'

// merch.test.ts tests the commands. These tests run the program as a shell does.

const terminal = () => {
  const environment = { DATABASE_URL: `file:${join(temporaryFolder(), 'merch.db')}` }
  return (...args: string[]) => runProgram('server/cli/main.ts', args, environment)
}

test('writes only the result to stdout, and keeps it for the next command', async () => {
  const merch = terminal()
  const { status, stdout } = await merch('accounts', 'create', '--name', 'Harbor & Pine')
  expect(status).toBe(0)
  expect(stdout).toMatch(/^acc_[0-9a-f]{32}\n$/)
  const listed = await merch('accounts', 'list')
  expect(listed).toMatchObject({ status: 0, stderr: '' })
  expect(listed.stdout).toContain(`${stdout.trim()}\tactive\t`)
})

test.each([
  [['keys', 'revoke', 'key_none'], 1, /^No database at .*\n$/],
  [['nobody'], 1, /^error: unknown command 'nobody'\n/],
  [['accounts', '--help'], 0, /^Usage: merch accounts /],
  [['--version'], 0, /^\d+\.\d+\.\d+\n$/],
])(
  'merch %j exits with %i, and writes errors to stderr, without colors',
  async (args, code, text) => {
    const { status, stdout, stderr } = await terminal()(...args)
    expect([status, code === 0 ? stderr : stdout]).toEqual([code, ''])
    expect(stdout + stderr).toMatch(text)
    expect(stdout + stderr).not.toContain('\u001b')
  },
)

test('ends without an error when its reader has closed the pipe, as head does', async () => {
  const child = startProgram('server/cli/main.ts', ['--version'])
  child.stdout?.destroy()
  const [stderr] = await Promise.all([child.stderr && text(child.stderr), once(child, 'close')])
  expect([child.exitCode, stderr]).toEqual([0, ''])
})
