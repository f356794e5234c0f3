import { Client } from 'pg'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { PostgresConnection, PreparedStatements } from './postgres-connection.ts'
import { WriteConnections } from './write-connections.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
})

const inUse = 'every connection is in use'

/** Creates connections of which `accept` and `fail` complete the one that is opened first. */
const pool = (size: number) => {
  const opening: {
    accept: (connection: PostgresConnection) => void
    reject: (error: Error) => void
  }[] = []
  const connections = new WriteConnections(size, () => {
    const { promise, resolve, reject } = Promise.withResolvers<PostgresConnection>()
    opening.push({ accept: resolve, reject })
    return promise
  })
  const accept = () => {
    const client = new Client()
    const connection = new PostgresConnection(
      { client, pid: 0 },
      new PreparedStatements(),
      () => {},
    )
    opening.shift()?.accept(connection)
    return { connection, client }
  }
  const fail = () => opening.shift()?.reject(new Error('refused'))
  const state = () => ({ ...connections.usage, opening: opening.length })
  return { connections, accept, fail, state }
}

/** Records the result of a transaction that waits. */
const outcome = (taken: Promise<PostgresConnection>) => {
  const result: { connection?: PostgresConnection; error?: string } = {}
  taken.then(
    (connection) => {
      result.connection = connection
    },
    (error: Error) => {
      result.error = error.message
    },
  )
  return result
}

const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

/** Returns connections of size one, whose only one is taken. */
const taken = async () => {
  const { connections, accept, ...rest } = pool(1)
  const first = connections.take()
  const { client } = accept()
  const connection = await first
  const wait = () => outcome(connections.take())
  return { ...rest, connections, connection, client, accept, wait }
}

test('a free connection is taken again, and others are opened up to the size', async () => {
  const { connections, accept, state } = pool(2)
  const takes = [connections.take(), connections.take(), connections.take()]
  expect(state()).toEqual({ size: 2, inUse: 2, waiting: 1, opening: 2 })
  const [a, b] = [accept().connection, accept().connection]
  expect(await Promise.all(takes.slice(0, 2))).toEqual([a, b])
  connections.release(b)
  expect(await takes[2]).toBe(b)
  connections.release(b)
  connections.release(a)
  expect(state()).toEqual({ size: 2, inUse: 0, waiting: 0, opening: 0 })
  expect([await connections.take(), await connections.take()]).toEqual([b, a])
  expect(state()).toEqual({ size: 2, inUse: 2, waiting: 0, opening: 0 })
})

test('transactions that wait fail if none has ended in four seconds', async () => {
  const { connections, connection, wait } = await taken()
  const [first, second] = [wait(), wait()]
  await advance(3000)
  connections.release(connection)
  await advance(3999)
  expect([first.connection, second]).toEqual([connection, {}])
  await advance(1)
  expect(second.error).toContain(inUse)
  // The next one has four seconds again.
  const third = wait()
  await advance(3999)
  expect(third).toEqual({})
  await advance(1)
  expect(third.error).toContain(inUse)
})

test('a transaction that waits has four seconds after those before it were served', async () => {
  const { connections, connection, wait } = await taken()
  const first = wait()
  await advance(3000)
  connections.release(connection)
  await advance(500)
  expect(first.connection).toBe(connection)
  const second = wait()
  await advance(3900)
  connections.release(connection)
  await advance(0)
  expect(second.connection).toBe(connection)
  const third = wait()
  await advance(4000)
  expect(third.error).toContain(inUse)
})

test('if no connection can be opened and none is open, those that wait fail too', async () => {
  const { connections, accept, fail, state } = pool(1)
  const [first, second] = [outcome(connections.take()), outcome(connections.take())]
  fail()
  await advance(0)
  expect([first.error, second.error]).toEqual(['refused', 'refused'])
  expect(state()).toEqual({ size: 1, inUse: 0, waiting: 0, opening: 0 })
  await advance(3000)
  void connections.take()
  accept()
  const later = outcome(connections.take())
  await advance(3999)
  expect(later).toEqual({})
})

test('if another connection is open, those that wait get it', async () => {
  const { connections, accept, fail } = pool(2)
  const [first, second, third] = [connections.take(), connections.take(), connections.take()]
  const failed = expect(second).rejects.toThrow('refused')
  const { connection } = accept()
  fail()
  await failed
  connections.release(await first)
  expect(await third).toBe(connection)
})

test.each([
  ['was lost', ({ client }: Awaited<ReturnType<typeof taken>>) => client.emit('end')],
  ['is replaced', ({ connections }: Awaited<ReturnType<typeof taken>>) => connections.renew()],
])('a connection that %s is not used again, and another is opened', async (_, lose) => {
  const made = await taken()
  const { connections, connection, client, accept, wait, state } = made
  const end = vi.spyOn(client, 'end')
  const waiting = wait()
  lose(made)
  expect(state()).toEqual({ size: 1, inUse: 1, waiting: 1, opening: 0 })
  connections.release(connection)
  expect(end).toHaveBeenCalled()
  expect(state()).toEqual({ size: 1, inUse: 1, waiting: 0, opening: 1 })
  const next = accept()
  await advance(0)
  expect(waiting.connection).toBe(next.connection)
  connections.release(next.connection)
  expect(await connections.take()).toBe(next.connection)
  connections.release(next.connection)
  // A free one is closed at once.
  connections.renew()
  expect(state()).toEqual({ size: 1, inUse: 0, waiting: 0, opening: 0 })
  void connections.take()
  expect(state()).toEqual({ size: 1, inUse: 1, waiting: 0, opening: 1 })
})

test('connections are replaced at once if they are free, and else when they are released', async () => {
  const { connections, accept, state } = pool(2)
  const takes = [connections.take(), connections.take()]
  const [free, busy] = [accept(), accept()]
  await Promise.all(takes)
  const ends = [vi.spyOn(free.client, 'end'), vi.spyOn(busy.client, 'end')]
  const ended = () => ends.map(({ mock }) => mock.calls.length)
  connections.release(free.connection)
  connections.release(busy.connection)
  expect(await connections.take()).toBe(free.connection)
  connections.renew()
  expect(ended()).toEqual([0, 1])
  connections.release(free.connection)
  expect(ended()).toEqual([1, 1])
  expect(state()).toEqual({ size: 2, inUse: 0, waiting: 0, opening: 0 })
})
