import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { everyAccountStatement } from '../statement.ts'
import { PostgresConnection, PreparedStatements } from './postgres-connection.ts'

/** Connects to a PostgreSQL that sends each response when the test says so. */
const connected = (statements = new PreparedStatements()) => {
  const sent: unknown[] = []
  const responses: ((response: object) => void)[] = []
  const client = Object.assign(new Client(), {
    query: ({ name, text, values }: { name?: string; text: string; values?: unknown[] }) => {
      sent.push([name, text, values])
      return new Promise((resolve) => responses.push(resolve))
    },
  })
  const lost: PostgresConnection[] = []
  const connection = new PostgresConnection({ client, pid: 7 }, statements, (own) => lost.push(own))
  const respond = async (response: object = { command: 'SELECT', rows: [], fields: [] }) => {
    responses.shift()?.(response)
    await new Promise(setImmediate)
  }
  return { connection, client, stream: client.connection.stream, sent, lost, respond }
}

const one = everyAccountStatement<{ value?: unknown }>()((db, slot) => ({
  compile: () => sql<{ one: number }>`one ${slot('value')}`.compile(db),
}))

test('a connection waits since the last response, or since the oldest statement without one', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { connection, respond } = connected()
  const start = performance.now()
  const since = () => connection.waitsSince - start
  vi.advanceTimersByTime(100)
  expect(since()).toBe(Number.POSITIVE_INFINITY)
  const answered = [connection.command('a')]
  vi.advanceTimersByTime(100)
  answered.push(connection.command('b'))
  expect(since()).toBe(100)
  vi.advanceTimersByTime(100)
  await respond()
  await answered[0]
  expect(since()).toBe(300)
  await respond()
  await answered[1]
  expect(since()).toBe(Number.POSITIVE_INFINITY)
  vi.advanceTimersByTime(100)
  void connection.command('c')
  expect(since()).toBe(400)
})

test('the statements of one turn of the event loop are written together', async () => {
  const { connection, stream } = connected()
  const corked = () => stream.writableCorked
  for (let turn = 0; turn < 2; turn++) {
    for (const text of ['a', 'b']) void connection.command(text)
    expect(corked()).toBe(1)
    await new Promise(setImmediate)
    expect(corked()).toBe(0)
  }
})

test('a statement is compiled once, also if PostgreSQL does not need it', async () => {
  const statements = new PreparedStatements()
  const { connection, sent, respond } = connected(statements)
  let builds = 0
  const unneeded = everyAccountStatement<Record<string, never>>()(() => {
    builds++
    return undefined
  })
  for (let i = 0; i < 2; i++) {
    expect(await connection.run(unneeded, {})).toBe(0)
    expect(await connection.all(unneeded, {})).toEqual([])
  }
  expect([builds, sent]).toEqual([1, []])
  const counting = [connection.run(one, { value: true }), connection.run(one, { value: false })]
  await respond({ rowCount: 2 })
  // A statement that counts no rows.
  await respond({ rowCount: null })
  expect(await Promise.all(counting)).toEqual([2, 0])
  const other = connected(statements)
  void other.connection.all(one, { value: null })
  expect([...sent, ...other.sent]).toEqual([
    ['s1', 'one $1', [1]],
    ['s1', 'one $1', [0]],
    ['s1', 'one $1', [null]],
  ])
})

test.each([[undefined], [1n], [{}]])(
  'a value that has no type in SQL is rejected: %o',
  async (value) => {
    const { connection, sent } = connected()
    await expect(connection.all(one, { value })).rejects.toThrow(
      `PostgreSQL cannot bind ${typeof value}`,
    )
    expect([connection.waitsSince, sent]).toEqual([Number.POSITIVE_INFINITY, []])
  },
)

test('a connection that ends by itself is lost, and one that is closed runs no more transactions', async () => {
  const state = ({ isLost, isRetired }: PostgresConnection) => ({ isLost, isRetired })
  const ended = connected()
  expect(state(ended.connection)).toEqual({ isLost: false, isRetired: false })
  ended.client.emit('end')
  expect(state(ended.connection)).toEqual({ isLost: true, isRetired: false })
  expect(ended.lost).toEqual([ended.connection])

  const closing = connected()
  const end = vi.spyOn(closing.client, 'end').mockResolvedValue()
  await closing.connection.end()
  expect([state(closing.connection), end.mock.calls]).toEqual([
    { isLost: false, isRetired: true },
    [[]],
  ])

  const destroyed = connected()
  destroyed.connection.destroy()
  expect(state(destroyed.connection)).toEqual({ isLost: true, isRetired: true })
  expect(destroyed.stream.destroyed).toBe(true)

  const dropped = connected()
  dropped.connection.drop()
  expect(state(dropped.connection)).toEqual({ isLost: false, isRetired: false })
  expect(dropped.stream.destroyed).toBe(true)
})
