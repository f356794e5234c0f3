import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { PostgresConnection, PreparedStatements } from './postgres-connection.ts'
import { ReadConnections } from './read-connections.ts'

const newConnection = () =>
  new PostgresConnection({ client: new Client(), pid: 0 }, new PreparedStatements(), () => {})

test('a read uses the connection with the fewest reads', async () => {
  const connections = new ReadConnections(3, async () => newConnection())
  const used: PostgresConnection[] = []
  const ends: (() => void)[] = []
  const read = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    ends.push(resolve)
    return connections.use((connection) => {
      used.push(connection)
      return promise
    })
  }
  const reads = [read(), read(), read(), read()]
  await expect.poll(() => used.length).toBe(4)
  expect(new Set(used).size).toBe(3)
  expect(connections.usage).toEqual({ size: 3, inUse: 3, waiting: 0 })
  ends[1]?.()
  await reads[1]
  expect(connections.usage.inUse).toBe(2)
  reads.push(read())
  await expect.poll(() => used.length).toBe(5)
  expect(used[4]).toBe(used[1])
  for (const end of ends) end()
  await Promise.all(reads)
  expect(connections.usage.inUse).toBe(0)
})

test('a connection is opened again after it was replaced or could not be opened', async () => {
  let isRefused = true
  const connections = new ReadConnections(1, async () => {
    if (isRefused) throw new Error('refused')
    return newConnection()
  })
  const read = () => connections.use(async (connection) => connection)
  await expect(read()).rejects.toThrow('refused')
  isRefused = false
  const first = await read()
  expect(await read()).toBe(first)
  const ends = [vi.spyOn(first, 'end').mockResolvedValue()]
  await connections.end()
  const second = await read()
  expect(second).not.toBe(first)
  ends.push(vi.spyOn(second, 'end').mockResolvedValue())
  await connections.end()
  expect(ends.map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

test('a connection that fails to open after it was replaced leaves the new one open', async () => {
  const opening: PromiseWithResolvers<PostgresConnection>[] = []
  const connections = new ReadConnections(1, () => {
    const opened = Promise.withResolvers<PostgresConnection>()
    opening.push(opened)
    return opened.promise
  })
  const read = () => connections.use(async (connection) => connection)
  const failed = expect(read()).rejects.toThrow('refused')
  const ended = connections.end()
  const second = read()
  opening[0]?.reject(new Error('refused'))
  await Promise.all([failed, ended])
  const connection = newConnection()
  opening[1]?.resolve(connection)
  expect([await second, await read(), opening.length]).toEqual([connection, connection, 2])
})
