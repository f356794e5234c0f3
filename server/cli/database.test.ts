import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeTerminal, terminal } from '../../tests/kit/server/terminal.ts'

test('an interrupted copy removes the bar, says how to continue and exits with 130', async () => {
  const { merch, ok, file, folder } = terminal()
  await ok('seed', 'demo')
  const files = ['--from', `file:${file}`, '--to', `file:${join(folder, 'copy.db')}`]
  makeTerminal(process.stderr)
  const before = process.listenerCount('SIGINT')
  const copied = merch('copy', ...files)
  while (process.listenerCount('SIGINT') === before) await nextTurn()
  process.listeners('SIGINT').at(-1)?.('SIGINT')
  const { status, stdout, stderr } = await copied
  expect([status, stdout]).toEqual([130, ''])
  const bar = '\r\\u001b\\[K░* [0-9] %, .*'
  const message = 'Stopped. The target is empty. Run the command again to copy everything.'
  expect(stderr).toMatch(RegExp(`^${bar}\r\\u001b\\[K${message}\n$`))
  expect(process.listenerCount('SIGINT')).toBe(before)
  const done = await merch('copy', ...files)
  expect(done.stdout).toMatch(/^accounts\t1\t.*^orders\t27\t[0-9a-f]{32}$/ms)
  const last = done.stderr.split('\r\u001b[K').at(-1)
  expect(last).toMatch(/^Copied and verified \d{3} rows\.\n$/)
  for (const line of (await ok('copy', ...files, '--compare')).trimEnd().split('\n'))
    expect(line).toContain('\tsame\t')
})
