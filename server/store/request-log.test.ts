import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { exchangeRequests, requestsOf } from './request-log.ts'
import { openSqliteStore } from './sqlite-store.ts'

const log = async () => {
  const file = join(temporaryFolder(), 'test.db')
  const store = await openSqliteStore(file)
  onTestFinished(() => store.close())
  const exchange = (given: Partial<Parameters<typeof exchangeRequests>[1]>) =>
    exchangeRequests(store, {
      counted: [],
      seen: undefined,
      forgetUntil: 0,
      offset: undefined,
      ...given,
    })
  const rows = () => {
    const database = new DatabaseSync(file, { readOnly: true })
    const { n } = database.prepare('select count(*) as n from request_log').get() ?? {}
    database.close()
    return Number(n)
  }
  return { store, exchange, rows }
}

const row = (address: string, second: number, requests = 1) => ({ address, second, requests })

test('what one process adds another is told once, and not what it added itself', async () => {
  const { store, exchange } = await log()
  const begun = await exchange({})
  expect(begun).toEqual({ others: [], seen: 0, newest: 0, offset: 0 })
  const mine = await exchange({ seen: begun.seen, counted: [row('a', 10, 2), row('b', 10)] })
  expect(mine).toMatchObject({ others: [], newest: 10 })
  const other = await exchange({ seen: begun.seen, counted: [row('a', 11)] })
  expect(other.others).toEqual([row('a', 10, 2), row('b', 10)])
  const again = await exchange({ seen: mine.seen, counted: [row('a', 12)] })
  expect(again.others).toEqual([row('a', 11)])
  expect((await exchange({ seen: again.seen })).others).toEqual([])
  // Who looks back to where it has seen the log finds what was there then.
  expect(await requestsOf(store, 'a', 10, other.seen)).toEqual([{ second: 11, requests: 1 }])
  expect(await requestsOf(store, 'a', 0, again.seen)).toEqual([
    { second: 10, requests: 2 },
    { second: 11, requests: 1 },
    { second: 12, requests: 1 },
  ])
})

test('what has left the window is forgotten a few rows at a time, and all of it in the end', async () => {
  const { exchange, rows } = await log()
  const many = Array.from({ length: 1000 }, (_, i) => row(`address ${i}`, i + 1))
  let { seen } = await exchange({ counted: many })
  expect(rows()).toBe(1000)
  const left: number[] = []
  for (let i = 0; i < 12; i++) {
    ;({ seen } = await exchange({ seen, counted: [row('a', 2000)], forgetUntil: 900 }))
    left.push(rows())
  }
  // Each time one comes and 101 go.
  expect(left.slice(0, 3)).toEqual([900, 800, 700])
  expect(left.at(-1)).toBe(100 + 12)
})

test('the newest row stays, so that no number is given twice', async () => {
  const { exchange, rows } = await log()
  const first = await exchange({ counted: [row('a', 10)] })
  const second = await exchange({ seen: first.seen, counted: [row('b', 11)], forgetUntil: 99 })
  expect(rows()).toBe(1)
  expect(second.seen).toBeGreaterThan(first.seen)
})

test('the offset of its time is kept with it', async () => {
  const { exchange } = await log()
  expect((await exchange({ offset: -3600 })).offset).toBe(-3600)
  expect((await exchange({})).offset).toBe(-3600)
  expect((await exchange({ counted: [row('a', 1)] })).offset).toBe(-3600)
})
