import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeTerminal, terminal } from '../testing/terminal.ts'

/** Returns a function that copies a file with demo data to a new one. */
const copying = async () => {
  const { merch, ok, file, folder } = terminal()
  await ok('seed', 'demo')
  const files = ['--from', `file:${file}`, '--to', `file:${join(folder, 'copy.db')}`]
  return (...more: string[]) => merch('copy', ...files, ...more)
}

test('merch copy --compare succeeds if both databases have the same rows', async () => {
  const copy = await copying()
  expect(await copy()).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^orders\t26\t[0-9a-f]{32}$/m),
  })
  const { status, stdout, stderr } = await copy('--compare')
  expect([status, stderr]).toEqual([0, ''])
  for (const line of stdout.trimEnd().split('\n')) expect(line).toContain('\tsame\t')
})

test('an interrupted copy removes the bar, says how to continue and exits with 130', async () => {
  const copy = await copying()
  makeTerminal(process.stderr)
  const before = process.listenerCount('SIGINT')
  const copied = copy()
  while (process.listenerCount('SIGINT') === before) await nextTurn()
  process.listeners('SIGINT').at(-1)?.('SIGINT')
  const { status, stdout, stderr } = await copied
  expect([status, stdout]).toEqual([130, ''])
  const bar = '\r\\u001b\\[K.* %, .*'
  const message = 'Stopped. The target is empty. Run the command again to copy everything.'
  expect(stderr).toMatch(RegExp(`^${bar}\r\\u001b\\[K${message}\n.*\r\\u001b\\[K$`))
  expect((await copy()).status).toBe(0)
})
