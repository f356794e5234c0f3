import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { endConnections, send } from '../../testkit/http.ts'
import { recordingLog } from '../../testkit/recording-log.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { readConfig } from '../config.ts'
import { recordedOrder, startFakeShipStation } from '../testing/fake-shipstation.ts'
import { start } from './start.ts'

// A stop leaves idle connections open for a second.
afterEach(endConnections)

type ShipStation = Awaited<ReturnType<typeof startFakeShipStation>>

/** A database of demo data, and the settings of a server on it that polls a provider. */
const filled = async (api: ShipStation) => {
  const environment = {
    PORT: '0',
    DATABASE_URL: `file:${join(temporaryFolder(), 'merch.db')}`,
  }
  const config = readConfig(environment)
  const { demo, stop } = await start(config, recordingLog().log)
  await stop()
  const database = new DatabaseSync(config.databaseFile, { readOnly: true })
  const attached = database.prepare('select account_id, campaign_id, sku from campaign_variants')
  const { account_id: account, campaign_id: campaign, sku } = attached.get() ?? {}
  database.close()
  const settings = readConfig({
    ...environment,
    ...{ PROVIDER_URL: api.access.url, PROVIDER_KEY: api.access.key },
    ...{ PROVIDER_SECRET: api.access.secret, PROVIDER_ACCOUNT: String(account) },
    ...{ PROVIDER_CAMPAIGN: String(campaign), PROVIDER_POLL_SECONDS: '1' },
  })
  const serve = async () => {
    const { log, lines } = recordingLog()
    const running = await start(settings, log)
    onTestFinished(running.stop)
    const get = (path: string) =>
      send(running.address, { path, headers: { authorization: `Bearer ${demo?.key}` } })
    const sources = async () => {
      const { text } = await get('/v1/orders/list?limit=1000')
      const orders: { sourceOrderNumber: string | null }[] = JSON.parse(text)
      return orders.flatMap(({ sourceOrderNumber }) => sourceOrderNumber ?? []).toSorted()
    }
    return { ...running, get, sources, lines }
  }
  return { serve, sku: String(sku) }
}

let api: ShipStation

beforeEach(async () => {
  api = await startFakeShipStation()
})

const order = (id: number, sku: string) => {
  const day = new Date().toISOString().slice(0, 10)
  return recordedOrder(id, `${day}T00:00:0${id}.0000000`, { items: [{ sku, quantity: 1 }] })
}

test('polls the provider at an interval and continues after a restart', async () => {
  const { serve, sku } = await filled(api)
  api.orders.push(order(1, sku))
  const first = await serve()
  await expect.poll(first.sources).toEqual(['SS-1'])
  api.orders.push(order(2, sku))
  await expect.poll(first.sources).toEqual(['SS-1', 'SS-2'])
  await first.stop()
  const asked = api.requests.map(({ query }) => String(query.modifyDateStart))
  api.requests.splice(0)
  const second = await serve()
  await expect.poll(() => api.requests.length).toBeGreaterThan(0)
  const again = String(api.requests[0]?.query.modifyDateStart)
  expect(again > String(asked[0])).toBe(true)
  expect(await second.sources()).toEqual(['SS-1', 'SS-2'])
  expect([...first.lines, ...second.lines].join('')).not.toContain(api.access.secret)
})

test('a provider that does not respond does not delay a stop', async () => {
  const { serve } = await filled(api)
  let isLeft = false
  api.next((response) => {
    response.on('close', () => {
      isLeft = true
    })
  })
  const { stop, get } = await serve()
  await expect.poll(() => api.requests.length).toBe(1)
  expect((await get('/v1/auth')).status).toBe(200)
  await stop()
  await expect.poll(() => isLeft, { timeout: 5000 }).toBe(true)
})
