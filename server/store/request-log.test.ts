import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { newTestDatabase } from '../testing/test-database.ts'
import type { LogCursor, SyncBatch } from './request-log.ts'

/** Opens a database. `process` opens it once more, as another process does. */
const database = async () => {
  const found = await newTestDatabase(temporaryFolder())
  const close: (() => Promise<void>)[] = []
  onTestFinished(async () => {
    for (const each of close) await each()
    await found.remove()
  })
  const process = async () => {
    const store = await found.open()
    close.push(() => store.close())
    const log = store.openRequestLog()
    let cursor: LogCursor = new Map()
    let number = 0
    const row = (address: string, second: number, requests = 1) => ({
      address,
      second,
      requests,
      number: ++number,
    })
    const sync = async (given: Partial<SyncBatch> = {}) => {
      const result = await log.sync({
        counted: [],
        cursor,
        skipsOthers: false,
        expireUntil: 0,
        ...given,
      })
      const isNew = cursor !== result.cursor
      cursor = result.cursor
      return { ...result, isNew }
    }
    const requestsOf = (address: string, after: number) => log.requestsOf(address, after, cursor)
    return { row, sync, requestsOf, setOffset: log.setOffset }
  }
  const rows = async () => (await found.query('select 1 from request_log')).length
  return { process, rows }
}

test('a process reads each row of the others once, and none of its own', async () => {
  const { process } = await database()
  const [a, b] = [await process(), await process()]
  expect(await a.sync()).toMatchObject({
    others: [],
    isNew: false,
    clock: { offset: 0, newest: 0 },
  })
  const mine = await a.sync({ counted: [a.row('x', 10, 2), a.row('y', 10)] })
  expect(mine).toMatchObject({ others: [] })
  expect(await b.requestsOf('x', 0)).toEqual([])
  const other = await b.sync({ counted: [b.row('x', 11)] })
  expect(other.others).toEqual([
    { address: 'x', second: 10, requests: 2 },
    { address: 'y', second: 10, requests: 1 },
  ])
  const again = await a.sync({ counted: [a.row('x', 12)] })
  expect(again.others).toEqual([{ address: 'x', second: 11, requests: 1 }])
  expect(await a.sync()).toMatchObject({ others: [], clock: { newest: 12 } })
  // The others' rows after the last sync are not read yet.
  expect(await b.requestsOf('x', 10)).toMatchObject([{ second: 11, requests: 1 }])
  expect(await a.requestsOf('x', 0)).toMatchObject([
    { second: 10, requests: 2 },
    { second: 11, requests: 1 },
    { second: 12, requests: 1 },
  ])
})

test('a process that skips the rows of others knows whether there were any', async () => {
  const { process } = await database()
  const [a, b] = [await process(), await process()]
  await a.sync({ counted: [a.row('x', 10)] })
  expect(await b.sync({ skipsOthers: true })).toMatchObject({ others: [], isNew: true })
  expect(await b.requestsOf('x', 0)).toMatchObject([{ second: 10, requests: 1 }])
  expect(await b.sync({ skipsOthers: true })).toMatchObject({ others: [], isNew: false })
  await a.sync({ counted: [a.row('x', 11)] })
  expect((await b.sync()).others).toEqual([{ address: 'x', second: 11, requests: 1 }])
})

test('expired rows are deleted in small batches until none is left', async () => {
  const { process, rows } = await database()
  const { row, sync } = await process()
  await sync({ counted: Array.from({ length: 1000 }, (_, i) => row(`address ${i}`, i + 1)) })
  expect(await rows()).toBe(1000)
  const left: number[] = []
  for (let i = 0; i < 12; i++) {
    await sync({ counted: [row('a', 2000)], expireUntil: 900 })
    left.push(await rows())
  }
  // Each sync adds one row and deletes about a hundred.
  expect(left[0]).toBeGreaterThan(890)
  expect(left.at(-1)).toBe(100 + 12)
})

test('row numbers are not reused after all rows have expired', async () => {
  const { process, rows } = await database()
  const [a, b] = [await process(), await process()]
  await a.sync({ counted: [a.row('x', 10)] })
  await b.sync()
  await a.sync({ counted: [a.row('y', 11)], expireUntil: 99 })
  expect(await rows()).toBeLessThan(3)
  await a.sync({ counted: [a.row('z', 100)], expireUntil: 99 })
  expect((await b.sync()).others).toContainEqual({ address: 'z', second: 100, requests: 1 })
})

test('the offset of the log’s clock is stored once', async () => {
  const { process } = await database()
  const { row, sync, setOffset } = await process()
  await setOffset(0, -3600)
  await setOffset(0, 7)
  expect((await sync()).clock.offset).toBe(-3600)
  expect((await sync({ counted: [row('a', 1)] })).clock.offset).toBe(-3600)
})
