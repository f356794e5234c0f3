import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { runProgram, startProgram } from '../../tests/kit/run.ts'
import { findInconsistencies } from '../../tests/kit/server/find-inconsistencies.ts'
import { row, table } from '../../tests/kit/server/order-table.ts'
import { testShop } from '../../tests/kit/server/test-shop.ts'
import { temporaryFolder } from '../../tests/kit/temporary-folder.ts'

// merch.test.ts tests the commands. These tests run the program as a shell does.

test('writes errors to stderr, without colors, and exits with 1', async () => {
  const { status, stdout, stderr } = await runProgram('server/cli/main.ts', ['nobody'])
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

test('an import reports its last line when interrupted, and leaves no partial order when killed', async () => {
  const { server, campaign } = await testShop()
  const rows = Array.from({ length: 20_000 }, (_, i) => row(`SO-${i}`))
  const file = join(temporaryFolder(), 'orders.csv')
  writeFileSync(file, table(...rows))
  const to = ['--account', server.account, '--campaign', campaign]
  const { databaseFile } = server.config
  const environment = { DATABASE_URL: `file:${databaseFile}` }
  const database = new DatabaseSync(databaseFile, { readOnly: true })
  const imported = () => Number(database.prepare('select count(*) as n from orders').get()?.n)
  const importUntil = async (signal: NodeJS.Signals) => {
    const before = imported()
    const child = startProgram('server/cli/main.ts', ['orders', 'import', file, ...to], environment)
    const output = child.stderr ? text(child.stderr) : ''
    await expect.poll(imported).toBeGreaterThan(before)
    child.kill(signal)
    const [status] = await once(child, 'exit')
    expect(imported()).toBeLessThan(20_000)
    expect(findInconsistencies(databaseFile)).toEqual([])
    return { status, output: await output }
  }
  const { status, output } = await importUntil('SIGINT')
  expect(status).toBe(130)
  const [, line] = /^Stopped after line (\d+)\. Run the command again /m.exec(output) ?? []
  expect(imported()).toBe(Number(line) - 1)
  await importUntil('SIGKILL')
  database.close()
})
