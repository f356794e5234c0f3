import { sql } from 'kysely'
import { Client, DatabaseError } from 'pg'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type AccountId, newId } from '../../domain/ids.ts'
import { everyAccountStatement, statement } from '../statement.ts'
import { StoreFault } from '../store-error.ts'
import { Connector } from './connector.ts'
import { migrations } from './migrations/all.ts'
import { openPostgresStore } from './postgres-store.ts'

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'],
  })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
})

const one = everyAccountStatement<Record<string, never>>()((db) => ({
  compile: () => sql<{ one: number }>`one`.compile(db),
}))
const ofAccount = statement<{ account: AccountId }>()((db, slot) => ({
  compile: () => sql<{ one: number }>`of ${slot('account')}`.compile(db),
}))

const nextTurn = () => new Promise(setImmediate)
const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const never = new Promise<never>(() => {})

/** Called with the number of the connection before PostgreSQL responds. */
type Responding = (pid: number) => Promise<void>

/** Returns what a migrated database responds to the statements of a migration. */
const ofMigration = new Map(
  Object.entries({
    'show server_version_num': ['170000'],
    'show server_encoding': ['UTF8'],
    'select name from kysely_migration': Object.keys(migrations),
  }),
)

/** Opens a store on connections that respond as the test says. */
const opened = async ({ poolSize = 2 } = {}) => {
  const faults: string[] = []
  /** What the connections were sent, with the number of each. */
  const sent: string[] = []
  const clients: Client[] = []
  const ended: number[] = []
  const responses = new Map<string, Responding>()
  let connecting: () => Promise<void> = async () => {}
  const connect = vi.spyOn(Connector.prototype, 'connect').mockImplementation(async () => {
    await connecting()
    const pid = clients.length
    const client = Object.assign(new Client(), {
      query: async (query: string | { text: string }) => {
        const text = typeof query === 'string' ? query : query.text
        sent.push(`${pid} ${text}`)
        await responses.get(text)?.(pid)
        const rows = ofMigration.get(text) ?? (text.includes('relname') ? ['kysely_migration'] : [])
        const command = text === 'commit' ? 'COMMIT' : 'SELECT'
        return { command, rows: rows.map((name) => [name]), fields: [] }
      },
      end: async () => {
        ended.push(pid)
        client.emit('end')
      },
    })
    client.connection.stream.once('close', () => client.emit('end'))
    clients.push(client)
    return { client, pid }
  })
  const store = await openPostgresStore('postgres://localhost/shop', {
    poolSize,
    observer: {
      failed: ({ message }) => faults.push(message),
      recovered: () => faults.push('recovered'),
    },
  })
  sent.length = 0
  const isDropped = (pid: number) => clients[pid]?.connection.stream.destroyed
  return {
    ...{ store, faults, sent, clients, ended, responses, connect, isDropped },
    setConnecting: (call: () => Promise<void>) => {
      connecting = call
    },
  }
}

const refuse = async () => {
  throw new StoreFault('refused')
}
const fail = () => {
  const error = new DatabaseError('could not serialize access', 0, 'error')
  throw Object.assign(error, { code: '40001' })
}

test('the connection that migrates is closed', async () => {
  const { store, ended, clients } = await opened()
  expect([clients.length, ended, store.settleMilliseconds]).toEqual([1, [0], 200])
})

test('a store that closes waits for its transactions, then opens no connection', async () => {
  const { store, clients, ended, responses } = await opened()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const writing = store.write(async (transaction) => {
    await transaction.all(one, {})
    await released
  })
  responses.set('of $1', refuse)
  await expect(store.all(ofAccount, { account: newId('acc') })).rejects.toThrow('refused')
  const closing = store.close()
  await nextTurn()
  expect(ended).toEqual([0])
  release()
  await Promise.all([writing, closing])
  expect([ended.toSorted(), vi.getTimerCount()]).toEqual([[0, 1, 2], 0])
  await expect(store.all(one, {})).rejects.toThrow('The database is closed')
  expect(clients).toHaveLength(3)
})

test('when a connection is lost, all are replaced once', async () => {
  const { store, clients, ended, sent } = await opened()
  const read = async () => {
    await store.all(one, {})
    return sent.at(-1)
  }
  expect(await read()).toBe('1 one')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const writing = store.write(async (transaction) => {
    await transaction.all(one, {})
    await released
  })
  await nextTurn()
  clients[1]?.emit('end')
  expect(await read()).toBe('3 one')
  release()
  await writing
  expect(ended).toEqual([0, 1, 2])
  await store.write((transaction) => transaction.all(one, {}))
  expect(sent.at(-1)).toBe('4 commit')
  expect(await read()).toBe('3 one')
  clients[4]?.emit('end')
  expect(await read()).toBe('5 one')
  expect(store.serverUse?.().pools.write).toEqual({ size: 1, inUse: 0, waiting: 0 })
})

test('a connection that PostgreSQL no longer serves is closed, and watched no longer', async () => {
  const { store, responses, connect, isDropped } = await opened()
  responses.set('one', () => never)
  void store.all(one, {})
  await advance(1500)
  expect(isDropped(1)).toBe(true)
  await advance(1500)
  expect(connect).toHaveBeenCalledTimes(3)
})

test('a fault is over when a read and a commit succeed', async () => {
  const { store, responses, faults } = await opened()
  responses.set('one', refuse)
  await expect(store.all(one, {})).rejects.toThrow('refused')
  for (const failing of ['select', 'commit']) {
    responses.clear()
    responses.set(failing, refuse)
    await advance(500)
    await nextTurn()
    expect(store.isHealthy()).toBe(false)
  }
  responses.clear()
  await advance(500)
  await nextTurn()
  expect([store.isHealthy(), faults]).toEqual([true, ['refused', 'recovered']])
})

test('transactions of an account run at once, and one after another after a conflict', async () => {
  const { store, responses } = await opened({ poolSize: 5 })
  const account = newId('acc')
  let commits = 0
  responses.set('commit', async () => {
    if (++commits <= 3) fail()
  })
  let running = 0
  const starts: number[] = []
  const writes = Array.from({ length: 3 }, () =>
    store.write(async (transaction) => {
      await transaction.all(ofAccount, { account })
      starts.push(++running)
      for (let i = 0; i < 5; i++) await nextTurn()
      running--
    }),
  )
  await Promise.all(writes)
  expect(starts).toEqual([1, 2, 3, 1, 1, 1])
  expect(store.serverUse?.().retries.serialization).toBe(3)
})

test.each([
  [1, 1, 1],
  [16, 4, 12],
  [17, 5, 12],
])('of %i connections, %i are for reads and %i for writes', async (poolSize, reads, writes) => {
  const { store } = await opened({ poolSize })
  const unused = (size: number) => ({ size, inUse: 0, waiting: 0 })
  expect(store.serverUse?.()).toEqual({
    pools: { read: unused(reads), write: unused(writes) },
    retries: { serialization: 0, deadlock: 0, duplicate: 0 },
  })
})

test('a unique row that exists is an error after three attempts', async () => {
  const { store, responses } = await opened()
  responses.set('one', async () => {
    throw Object.assign(new DatabaseError('duplicate key', 0, 'error'), { code: '23505' })
  })
  const writing = store.write((transaction) => transaction.all(one, {}))
  await expect(writing).rejects.toThrow('duplicate key')
  expect(store.serverUse?.().retries).toEqual({ serialization: 0, deadlock: 0, duplicate: 2 })
})

test('at most eight probes wait for a database that does not respond', async () => {
  const { store, responses, sent, setConnecting } = await opened()
  responses.set('one', refuse)
  await expect(store.all(one, {})).rejects.toThrow('refused')
  responses.set('select', () => never)
  setConnecting(() => never)
  await advance(10_000)
  expect(sent.filter((text) => text.endsWith(' select'))).toHaveLength(8)
})

test('a transaction that gets no connection does not delay the next one of its account', async () => {
  const { store, clients, responses, setConnecting } = await opened({ poolSize: 5 })
  const account = newId('acc')
  let commits = 0
  responses.set('commit', async (pid) => {
    if (++commits > 2) return
    clients[pid]?.emit('end')
    setConnecting(async () => {
      setConnecting(async () => {})
      await refuse()
    })
    fail()
  })
  const write = () => store.write((transaction) => transaction.all(ofAccount, { account }))
  const outcomes = await Promise.allSettled([write(), write()])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a connection that is opened after its request has failed is closed', async () => {
  const { store, isDropped, setConnecting } = await opened()
  const { promise: connected, resolve: accept } = Promise.withResolvers<void>()
  setConnecting(() => connected)
  const outcome = store.runRequest?.(() => store.write((transaction) => transaction.all(one, {})))
  const failed = expect(outcome).rejects.toThrow('a request waited for it for 4.5 seconds')
  await advance(4500)
  await failed
  accept()
  await nextTurn()
  expect(isDropped(1)).toBe(true)
})

test.each([
  [4000, 'written'],
  [4001, 'could not serialize access'],
])('after %i ms, a transaction with a conflict is: %s', async (duration, outcome) => {
  const { store, responses } = await opened()
  vi.advanceTimersByTime(60_000)
  let commits = 0
  responses.set('commit', async () => {
    if (++commits > 1) return
    vi.advanceTimersByTime(duration)
    fail()
  })
  const writing = store.write(async (transaction) => {
    await transaction.all(one, {})
    return 'written'
  })
  expect(await writing.catch((error: Error) => error.message)).toContain(outcome)
})
