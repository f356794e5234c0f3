import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { databaseServerMetrics } from './metrics.ts'

test('each page has the current use of the database server', async () => {
  const registry = new Registry()
  const retries = { deadlock: 2 }
  databaseServerMetrics(registry, () => ({
    pool: { size: 6, inUse: 4, waiting: 3 },
    retries,
  }))
  const values = async () => (await registry.metrics()).match(/^merch_.*$/gm)
  const pool = [
    'merch_database_pool_size 6',
    'merch_database_pool_in_use 4',
    'merch_database_pool_waiting 3',
  ]
  expect(await values()).toEqual([...pool, 'merch_database_retries_total{reason="deadlock"} 2'])
  retries.deadlock = 3
  expect(await values()).toEqual([...pool, 'merch_database_retries_total{reason="deadlock"} 3'])
})
