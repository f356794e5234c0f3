import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { Order } from '../../../generated/zod/schemas.ts'
import { runProgram, startProgram } from '../../../tests/kit/run.ts'
import { findInconsistencies } from '../../../tests/kit/server/find-inconsistencies.ts'
import { counts, row, table } from '../../../tests/kit/server/order-table.ts'
import { testShop } from '../../../tests/kit/server/test-shop.ts'
import { temporaryFolder } from '../../../tests/kit/temporary-folder.ts'

/** Starts a server on a shop, and runs the command line on the same database. */
const terminal = async () => {
  const { server, campaign } = await testShop()
  const folder = temporaryFolder()
  const environment = { DATABASE_URL: `file:${server.config.databaseFile}` }
  const put = (name: string, content: string | Buffer) => {
    const file = join(folder, name)
    writeFileSync(file, content)
    return file
  }
  const args = (file: string) => [
    'orders',
    'import',
    file,
    '--account',
    server.account,
    '--campaign',
    campaign,
  ]
  const run = (file: string) => runProgram('server/cli/main.ts', args(file), environment)
  return { server, environment, put, args, run }
}

test('imports a CSV file while the server runs, whose deliveries wait for a server that delivers', async () => {
  const { server, run, put } = await terminal()
  const json = { url: 'https://hooks.example.com/', events: ['order.created', 'order.shipped'] }
  await server.request({ method: 'POST', path: '/v1/webhooks', json })
  const file = put('orders.csv', table(row('SO-1'), row('SO-2', { status: 'SHIPPED' })))
  expect(await run(file)).toEqual({
    status: 0,
    stdout: counts(2, 0, 0, 0),
    stderr: expect.stringContaining('3 deliveries wait'),
  })
  const imported = Order.array().parse((await server.get('/v1/orders/list')).body)
  expect(imported.map(({ sourceOrderNumber }) => sourceOrderNumber)).toEqual(['SO-2', 'SO-1'])
  const again = await run(file)
  expect([again.status, again.stdout]).toEqual([0, counts(0, 0, 2, 0)])
})

test('reports its last line when interrupted, and leaves no partial order when killed', async () => {
  const { server, put, args: argsOf, environment } = await terminal()
  const rows = Array.from({ length: 20_000 }, (_, i) => row(`SO-${i}`))
  const args = argsOf(put('orders.csv', table(...rows)))
  const { databaseFile } = server.config
  const database = new DatabaseSync(databaseFile, { readOnly: true })
  const imported = () => Number(database.prepare('select count(*) as n from orders').get()?.n)
  const importUntil = async (signal: NodeJS.Signals) => {
    const before = imported()
    const child = startProgram('server/cli/main.ts', args, environment)
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
