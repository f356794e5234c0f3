import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { newOrder } from '../../testkit/request-bodies.ts'
import { seededFile, startServer } from './server-process.ts'

test('A removed database is noticed: no write is acknowledged, and the log says what to do', async () => {
  const { databaseFile, key, campaign } = await seededFile()
  const { request, child, ended, log } = await startServer({ databaseFile, key })
  const createOrder = async () => {
    const json = newOrder(campaign, 'T')
    return (await request({ method: 'POST', path: '/v1/orders/create', json })).status
  }
  const ready = async () => (await request({ path: '/readyz', key: null, unchecked: true })).status
  expect([await createOrder(), await ready()]).toEqual([201, 200])

  const folder = dirname(databaseFile)
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
  const statuses = await Promise.all(Array.from({ length: 20 }, createOrder))
  expect(new Set(statuses)).toEqual(new Set([500]))
  expect([await createOrder(), await ready()]).toEqual([500, 503])
  expect((await request({ path: '/v1/products/list' })).status).toBe(200)

  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  const lines = log()
    .split('\n')
    .filter((line) => line.includes('"level":50'))
  expect(lines.every((line) => line.includes('was removed or replaced'))).toBe(true)
  expect(lines.every((line) => line.includes('restore'))).toBe(true)
  expect(lines.length).toBeGreaterThan(0)
  expect(readdirSync(folder)).toEqual([])
})
