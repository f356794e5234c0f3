import { expect, test } from 'vitest'
import type { LogCursor } from '../request-log.ts'
import type { Statement, Values } from '../statement.ts'
import { rowLiterals } from '../statement.ts'
import { postgresRequestLog } from './postgres-request-log.ts'

const heads = rowLiterals(['now', 'offset', 'newest', 'nodes'])
const counts = rowLiterals(['node', 'number', 'second', 'requests'])

/** Syncs with a log that has these rows of each process. */
const setUp = (nodes: [node: number, number: number][]) => {
  /** The rows that were read. */
  const reads: unknown[] = []
  const run = async <P extends Values, Row>(_: Statement<P, Row>, values: P): Promise<Row[]> => {
    if (typeof values.ranges !== 'string') return heads([[1000, 0, 1, JSON.stringify(nodes)]])
    reads.push(...JSON.parse(values.ranges))
    return []
  }
  const log = postgresRequestLog(run)
  const sync = async (cursor: LogCursor, skipsOthers: boolean) => {
    const batch = { counted: [], cursor, skipsOthers, expireUntil: 0 }
    return (await log.sync(batch)).cursor
  }
  return { sync, reads }
}

test('a sync reads at most 20,000 rows of a process, and the next one goes on', async () => {
  const { sync, reads } = setUp([
    [5, 30_000],
    [6, 7],
  ])
  const first = await sync(new Map(), false)
  expect([...first]).toEqual([
    [5, 20_000],
    [6, 7],
  ])
  const second = await sync(first, false)
  expect([...second]).toEqual([
    [5, 30_000],
    [6, 7],
  ])
  expect(await sync(second, false)).toBe(second)
  expect(reads).toEqual([
    { node: 5, after: 0, last: 20_000 },
    { node: 6, after: 0, last: 7 },
    { node: 5, after: 20_000, last: 30_000 },
  ])
})

test('a sync that skips the rows of others reads none, and goes on after the last', async () => {
  const { sync, reads } = setUp([[5, 30_000]])
  expect([...(await sync(new Map([[4, 1]]), true))]).toEqual([[5, 30_000]])
  expect(reads).toEqual([])
})

test('rows that name no process count, and those of others after they were read', async () => {
  const rows = [
    [0, 9, 10, 1],
    [5, 1, 11, 1],
    [5, 2, 12, 1],
    [6, 1, 13, 1],
  ]
  const log = postgresRequestLog(async () => counts(rows))
  const found = await log.requestsOf('192.0.2.1', 0, new Map([[5, 1]]))
  expect(found.map(({ second }) => second)).toEqual([10, 11])
})
