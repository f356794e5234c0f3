import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findInconsistencies } from '../../server/testing/find-inconsistencies.ts'
import { fillableDisk } from '../../testkit/fillable-disk.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { seededFile, startServer } from './server-process.ts'

test('While the disk is full, writes get a 500, and the log has one line a second', async ({
  skip,
}) => {
  const disk = fillableDisk(temporaryFolder())
  if (!disk) return skip('filling a disk needs root or prlimit')
  onTestFinished(disk.remove)
  const { databaseFile: seeded, key, campaign } = await seededFile()
  const databaseFile = join(disk.path, 'merch.db')
  copyFileSync(seeded, databaseFile)
  const { request, child, stop, order, ready, log } = await startServer({ databaseFile, key })
  const pid = child.pid ?? 0
  const createOrder = async () => (await order(campaign)).status
  const logged = () =>
    log()
      .split('\n')
      .filter((line) => line.includes('"level":50'))
      .map((line) => JSON.parse(line))

  expect([await createOrder(), await ready()]).toEqual([201, 200])
  disk.fill(pid)
  const start = performance.now()
  let failed = 0
  // The write-ahead log may have room for the first orders.
  while (failed < 300)
    for (const status of await Promise.all(Array.from({ length: 20 }, createOrder)))
      if (status === 500) failed++
  expect(await ready()).toBe(503)
  expect((await request({ path: '/v1/products/list' })).status).toBe(200)
  const seconds = (performance.now() - start) / 1000

  disk.free(pid)
  await expect.poll(ready).toBe(200)
  expect(await createOrder()).toBe(201)
  expect(logged().length).toBeGreaterThan(0)
  expect(logged().length).toBeLessThanOrEqual(seconds + 4)

  expect(await stop()).toBe(0)
  expect(findInconsistencies(databaseFile)).toEqual([])
})
