import { join } from 'node:path'
import { expect, test } from 'vitest'
import { terminal } from '../../tests/kit/server/terminal.ts'
import { newPostgresDatabase } from '../../tests/kit/server/test-database.ts'

/** Creates an empty database. Its URL has a password, which the server ignores. */
const newDatabase = async () => {
  const { url, query } = await newPostgresDatabase()
  return { url: url.replace('merch@', 'merch:the-password@'), query }
}

test('merch copy prints each table, and merch copy --compare what differs', async () => {
  const { merch, ok, file } = terminal()
  const { url, query } = await newDatabase()
  await ok('seed', 'demo')
  const copy = (...more: string[]) => merch('copy', '--from', `file:${file}`, '--to', url, ...more)
  const copied = await copy()
  expect(copied.status).toBe(0)
  const rows = [...copied.stdout.matchAll(/^\w+\t(\d+)\t/gm)]
  const sum = rows.reduce((total, [, count]) => total + Number(count), 0)
  expect(copied.stderr).toBe(`Copied and verified ${sum.toLocaleString('en-US')} rows.\n`)
  expect(copied.stdout).toMatch(/^orders\t27\t[0-9a-f]{32}$/m)
  const same = await copy('--compare')
  expect([same.status, same.stderr]).toEqual([0, ''])
  expect(same.stdout).toMatch(/^orders\tsame\t27\t[0-9a-f]{32}$/m)
  await query(`update orders set notes = 'changed' where seq = 1`)
  const compared = await copy('--compare')
  expect([compared.status, compared.stderr]).toEqual([1, 'Different rows: orders\n'])
  expect(compared.stdout).toMatch(/^orders\tdiffers\t27\t[0-9a-f]{32}\t27\t[0-9a-f]{32}$/m)
})

test('no message has a password', async () => {
  const { merch, file, folder } = terminal()
  const { url } = await newDatabase()
  const from = ['--from', `file:${file}`]
  const unreachable = url.replace(/host=[^&]*/, 'host=%2Fnowhere')
  for (const args of [
    [...from, '--to', url.replace('postgres:', 'postgras:')],
    [...from, '--to', `${url}&unknown=1`],
    [...from, '--to', unreachable],
    [...from, `--too=${url}`],
    [...from, '--to', url, url],
    ['--from', unreachable, '--to', `file:${join(folder, 'copy.db')}`],
    ['--from', url, '--to', url, '--from'],
  ]) {
    const { status, stdout, stderr } = await merch('copy', ...args)
    expect(status).toBe(1)
    expect(stderr).not.toBe('')
    expect(stdout + stderr).not.toContain('the-password')
  }
})

// merch.test.ts interrupts a copy by SIGINT, and copy-database.postgres.test.ts ends connections.
