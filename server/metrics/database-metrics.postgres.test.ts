import { randomUUID } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { send } from '../../testkit/http.ts'
import { databasesOf } from '../../testkit/postgres-cluster.ts'
import { recordingLog } from '../../testkit/recording-log.ts'
import { readConfig } from '../config.ts'
import { start } from '../process/start.ts'
import { emptyTemplate } from '../testing/postgres-setup.ts'

test('the use of the connections and the retries are on the page, and no file sizes', async () => {
  const databases = databasesOf(inject('postgresSocket') ?? '')
  const name = `metrics_${randomUUID()}`
  await databases.create(name, emptyTemplate)
  const { log, lines } = recordingLog('info')
  const running = await start(
    readConfig({
      ...{ PORT: '0', METRICS_PORT: '0', SEED_DEMO: '0' },
      ...{ DATABASE_URL: databases.urlOf(name), DATABASE_POOL_SIZE: '8' },
    }),
    log,
  )
  onTestFinished(async () => {
    await running.stop()
    await databases.drop(name)
  })
  const [, page = ''] = /"metrics":"(http:[^"]+)\/metrics"/.exec(lines.join('')) ?? []
  const { text } = await send(page, { path: '/metrics' })
  const values = text.split('\n').filter((line) => line.startsWith('merch_database_'))
  expect(values).toEqual(
    expect.arrayContaining([
      'merch_database_pool_size 8',
      'merch_database_pool_waiting 0',
      'merch_database_retries_total{reason="deadlock"} 0',
      'merch_database_retries_total{reason="duplicate"} 0',
    ]),
  )
  expect(values.filter((line) => line.includes('pool_in_use'))).toHaveLength(1)
  expect(text).not.toContain('merch_database_bytes')
})
