import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { runProgram, startProgram } from '../../tests/kit/run.ts'
import { temporaryFolder } from '../../tests/kit/temporary-folder.ts'

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

test('writes errors to stderr, without colors, and exits with 1', async () => {
  const { status, stdout, stderr } = await terminal()('nobody')
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^Unknown command 'nobody'\n/)
  expect(stderr).not.toContain('\u001b')
})

test('ends without an error when its reader has closed the pipe, as head does', async () => {
  const child = startProgram('server/cli/main.ts', ['--version'])
  child.stdout?.destroy()
  const [stderr] = await Promise.all([child.stderr && text(child.stderr), once(child, 'close')])
  expect([child.exitCode, stderr]).toEqual([0, ''])
})
