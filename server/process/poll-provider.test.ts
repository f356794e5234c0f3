import { afterEach, expect, onTestFinished, test } from 'vitest'
import { endConnections, send } from '../../contract-tests/support/http.ts'
import { Order } from '../../generated/zod/schemas.ts'
import { recordingLog } from '../../tests/kit/recording-log.ts'
import { recordedOrder, startFakeShipStation } from '../../tests/kit/server/fake-shipstation.ts'
import { terminal } from '../../tests/kit/server/terminal.ts'
import { sqliteDatabase } from '../../tests/kit/server/test-database.ts'
import { requestsTo } from '../../tests/kit/server/test-server.ts'
import { readConfig } from '../config.ts'
import { start } from './start.ts'

// A stop leaves idle connections open for a second.
afterEach(endConnections)

test('a server polls the provider at an interval, which delays no stop and continues after one', async () => {
  const api = await startFakeShipStation()
  const { file, ok } = terminal()
  const key = (await ok('seed', 'demo')).trim()
  const [row] = await sqliteDatabase(file).query(
    'select account_id, campaign_id, sku from campaign_variants',
  )
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: `file:${file}`,
    ...api.settings(String(row?.account_id), String(row?.campaign_id)),
    PROVIDER_POLL_SECONDS: '1',
    METRICS_PORT: '0',
  })
  const { log, lines } = recordingLog()
  const serve = async () => {
    const running = await start(config, log)
    onTestFinished(running.stop)
    const request = requestsTo(running.address, key)
    const imported = async () => {
      const { body } = await request({ path: '/v1/orders/list?limit=1000' })
      const orders = Order.array().parse(body)
      return orders.flatMap(({ sourceOrderNumber }) => sourceOrderNumber ?? []).toSorted()
    }
    return { stop: running.stop, imported }
  }
  const order = (id: number) => {
    const at = `${new Date().toISOString().slice(0, 10)}T00:00:0${id}.0000000`
    return recordedOrder(id, at, { items: [{ sku: String(row?.sku), quantity: 1 }] })
  }

  api.orders.push(order(1))
  const first = await serve()
  await expect.poll(first.imported).toEqual(['SS-1'])
  api.orders.push(order(2))
  await expect.poll(first.imported).toEqual(['SS-1', 'SS-2'])
  const [, page = ''] = /"metrics":"(http:[^"]+)\/metrics"/.exec(lines.join('')) ?? []
  // A poll that goes on may have imported both orders.
  await expect
    .poll(async () => (await send(page, { path: '/metrics' })).text)
    .toMatch(/^merch_last_sync_timestamp_seconds \d{10}(\.\d+)?$/m)
  await first.stop()
  const [before] = api.requests.splice(0)
  // A poll without a response is aborted by the stop.
  const aborted = Promise.withResolvers<void>()
  api.next((response) => response.on('close', aborted.resolve))
  const second = await serve()
  await expect.poll(() => api.requests.length).toBe(1)
  const [again] = api.requests
  expect(String(again?.query.modifyDateStart) > String(before?.query.modifyDateStart)).toBe(true)
  await second.stop()
  await aborted.promise
  expect(lines.join('')).not.toContain(api.access.secret)
})
