import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../testkit/temporary-folder.ts'
import { openSqliteStore } from '../sqlite.ts'

const moment = { time: 1, wall: 2, monotonic: 3, boot: 'boot' }

/** Opens the log of a new database. */
const newLog = async () => {
  const file = join(temporaryFolder(), 'test.db')
  const store = await openSqliteStore(file)
  const database = new DatabaseSync(file)
  onTestFinished(async () => {
    database.close()
    await store.close()
  })
  if ('take' in store.requests) throw new Error('not a log')
  const rows = () => Number(database.prepare('select count(*) as n from request_log').get()?.n)
  return { log: store.requests, rows }
}

test('expired rows are deleted in small batches until none is left', async () => {
  const { log, rows } = await newLog()
  const added = Array.from({ length: 1000 }, (_, i) => ({
    address: `address ${i}`,
    second: i + 1,
    requests: 1,
  }))
  await log.add(added, moment, 0)
  expect(rows()).toBe(1000)
  const left: number[] = []
  for (let i = 0; i < 12; i++) {
    await log.add([{ address: 'a', second: 2000 + i, requests: 1 }], moment, 900)
    left.push(rows())
  }
  // Each write adds one row and deletes about a hundred.
  expect(left[0]).toBeGreaterThan(890)
  expect(left.at(-1)).toBe(100 + 12)
})
