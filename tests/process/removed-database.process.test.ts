import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { seededFile, startServer } from './server-process.ts'

test('A removed database is noticed: no write is acknowledged, and the log says what to do', async () => {
  const { databaseFile, key, campaign } = await seededFile()
  const { request, stop, order, ready, log } = await startServer({ databaseFile, key })
  const createOrder = async () => (await order(campaign)).status
  expect([await createOrder(), await ready()]).toEqual([201, 200])

  const folder = dirname(databaseFile)
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
  const statuses = await Promise.all(Array.from({ length: 20 }, createOrder))
  expect(new Set(statuses)).toEqual(new Set([500]))
  expect([await createOrder(), await ready()]).toEqual([500, 503])
  expect((await request({ path: '/v1/products/list' })).status).toBe(200)

  expect(await stop()).toBe(0)
  const errors = log()
    .split('\n')
    .filter((line) => line.includes('"level":50'))
  expect(errors.length).toBeGreaterThan(0)
  for (const line of errors) expect(line).toMatch(/was removed or replaced.*restore/)
  expect(readdirSync(folder)).toEqual([])
})
