import { createServer } from 'node:net'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { webhookExamples } from '../../generated/webhook-examples.ts'
import { listen } from '../../tests/kit/listen.ts'
import { recordingLog } from '../../tests/kit/recording-log.ts'
import { newPostgresDatabase } from '../../tests/kit/server/test-database.ts'
import { testServer } from '../../tests/kit/server/test-server.ts'
import { readConfig } from '../config.ts'
import { createMailer } from '../email/mailer.ts'
import { dispatcherFor } from './parts-from-config.ts'
import { start } from './start.ts'

test('of several nodes that start on an empty database, one creates the demo data', async () => {
  const { url, query } = await newPostgresDatabase()
  const config = readConfig({ PORT: '0', DATABASE_URL: url, DATABASE_POOL_SIZE: '4' })
  const nodes = await Promise.all(
    [1, 2, 3].map(async () => {
      const node = await start(config, recordingLog().log)
      onTestFinished(node.stop)
      return node
    }),
  )
  expect(nodes.filter(({ demo }) => demo)).toHaveLength(1)
  expect(await query('select name from accounts')).toHaveLength(1)
})

test('a node waits for another that creates the demo data for longer than a statement waits', async () => {
  const { url, query } = await newPostgresDatabase()
  const other = new Client(url)
  await other.connect()
  await other.query('begin; select name from migrations for no key update')
  const impatient = `${url}${url.includes('?') ? '&' : '?'}options=-c%20lock_timeout%3D1000`
  const starting = start(readConfig({ PORT: '0', DATABASE_URL: impatient }), recordingLog().log)
  const waits = new Set<unknown>()
  const statement = `
    select query_start::text as at from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  const seeWaits = async () => {
    for (const { at } of await query(statement)) waits.add(at)
    return waits.size
  }
  await expect.poll(seeWaits, { interval: 50, timeout: 10_000 }).toBeGreaterThan(1)
  await other.end()
  const { demo, stop } = await starting
  await stop()
  expect(demo).toBeDefined()
})

test('a start warns of settings with which PostgreSQL loses commits', async () => {
  const { database } = await testServer({ demo: false })
  const { log, lines } = recordingLog()
  const { stop } = await start(readConfig({ PORT: '0', DATABASE_URL: database.url }), log)
  await stop()
  const settings = ['fsync', 'full_page_writes']
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ level: 40, settings }),
  )
})

test('of two servers with one host name and port, neither drops what the other delivers', async () => {
  const { store, account, post, database } = await testServer({ demo: false })
  const example = webhookExamples['order.created']
  await post('/v1/webhooks', { url: 'https://hooks.example.com', events: [example.event] })
  const silent = createServer()
  onTestFinished(() => void silent.close())
  await database.query(`update webhooks set url = 'https://127.0.0.1:${await listen(silent)}'`)
  const config = readConfig({ DATABASE_URL: database.url, WEBHOOK_EGRESS_ALLOW: '127.0.0.0/8' })
  const { log, lines } = recordingLog()
  const newServer = () => {
    const mailer = createMailer(config.service, async () => true)
    const dispatcher = dispatcherFor(config, store, log, mailer)
    onTestFinished(dispatcher.giveUp)
    return dispatcher
  }
  const first = newServer()
  const begin = await store.write((transaction) => first.enqueue(transaction, account, example))
  begin()
  const claimed = () => database.query('select seq from delivery_queue where server is not null')
  await expect.poll(claimed).toHaveLength(1)
  await newServer().pickUp()
  expect(lines).toEqual([])
  expect(await claimed()).toHaveLength(1)
})
