import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { newTestDatabase } from '../testing/test-database.ts'
import { requestsOf, syncRequestLog } from './request-log.ts'

const log = async () => {
  const database = await newTestDatabase(temporaryFolder())
  const store = await database.open()
  onTestFinished(async () => {
    await store.close()
    await database.remove()
  })
  const sync = (given: Partial<Parameters<typeof syncRequestLog>[1]>) =>
    syncRequestLog(store, {
      counted: [],
      cursor: undefined,
      expireUntil: 0,
      offset: undefined,
      ...given,
    })
  const rows = async () => (await database.query('select 1 from request_log')).length
  return { store, sync, rows }
}

const row = (address: string, second: number, requests = 1) => ({ address, second, requests })

test('a process reads each row of the others once, and none of its own', async () => {
  const { store, sync } = await log()
  const start = await sync({})
  expect(start).toEqual({ others: [], cursor: 0, newest: 0, offset: 0 })
  const mine = await sync({ cursor: start.cursor, counted: [row('a', 10, 2), row('b', 10)] })
  expect(mine).toMatchObject({ others: [], newest: 10 })
  const other = await sync({ cursor: start.cursor, counted: [row('a', 11)] })
  expect(other.others).toEqual([row('a', 10, 2), row('b', 10)])
  const again = await sync({ cursor: mine.cursor, counted: [row('a', 12)] })
  expect(again.others).toEqual([row('a', 11)])
  expect((await sync({ cursor: again.cursor })).others).toEqual([])
  // A read up to an older cursor returns only the rows up to it.
  expect(await requestsOf(store, 'a', 10, other.cursor)).toEqual([{ second: 11, requests: 1 }])
  expect(await requestsOf(store, 'a', 0, again.cursor)).toEqual([
    { second: 10, requests: 2 },
    { second: 11, requests: 1 },
    { second: 12, requests: 1 },
  ])
})

test('expired rows are deleted in small batches until none is left', async () => {
  const { sync, rows } = await log()
  const many = Array.from({ length: 1000 }, (_, i) => row(`address ${i}`, i + 1))
  let { cursor } = await sync({ counted: many })
  expect(await rows()).toBe(1000)
  const left: number[] = []
  for (let i = 0; i < 12; i++) {
    ;({ cursor } = await sync({ cursor, counted: [row('a', 2000)], expireUntil: 900 }))
    left.push(await rows())
  }
  // Each sync adds one row and deletes 101.
  expect(left.slice(0, 3)).toEqual([900, 800, 700])
  expect(left.at(-1)).toBe(100 + 12)
})

test('the newest row is kept, so that row numbers are not reused', async () => {
  const { sync, rows } = await log()
  const first = await sync({ counted: [row('a', 10)] })
  const second = await sync({ cursor: first.cursor, counted: [row('b', 11)], expireUntil: 99 })
  expect(await rows()).toBe(1)
  expect(second.cursor).toBeGreaterThan(first.cursor)
})

test('the offset of the timeline is stored', async () => {
  const { sync } = await log()
  expect((await sync({ offset: -3600 })).offset).toBe(-3600)
  expect((await sync({})).offset).toBe(-3600)
  expect((await sync({ counted: [row('a', 1)] })).offset).toBe(-3600)
})
