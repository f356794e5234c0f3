import { sql } from 'kysely'
import { Client, DatabaseError } from 'pg'
import { expect, test, vi } from 'vitest'
import { type AccountId, newId } from '../../domain/ids.ts'
import { everyAccountStatement, statement } from '../statement.ts'
import type { NextNumber, Transaction, Work } from '../store.ts'
import { StoreFault } from '../store-error.ts'
import { PostgresConnection, PreparedStatements } from './postgres-connection.ts'
import { ConflictError, type Isolation, transact } from './transact.ts'

const account = newId('acc')

const everyAccount = (text: string) =>
  everyAccountStatement<Record<string, never>>()((db) => ({
    compile: () => sql<{ id: number }>`${sql.raw(text)}`.compile(db),
  }))
const first = everyAccount('first')
const second = everyAccount('second')
const last = everyAccount('last')

const ofAccount = statement<{ account: AccountId }>()((db, slot) => ({
  compile: () => sql<{ id: number }>`of ${slot('account')}`.compile(db),
}))
const next: NextNumber = statement<{ account: AccountId; isAlone: boolean }>()((db, slot) => ({
  compile: () => sql<{ number: number }>`number ${slot('account')} ${slot('isAlone')}`.compile(db),
}))

const nextTurn = () => new Promise(setImmediate)

/** Runs transactions on a connection that responds as the test says. */
const setUp = () => {
  const sent: unknown[] = []
  const responses = new Map<string, () => Promise<object>>()
  const client = Object.assign(new Client(), {
    query: async ({ text, values = [] }: { text: string; values?: unknown[] }) => {
      sent.push(values.length > 0 ? [text, ...values] : text)
      const command = text === 'commit' ? 'COMMIT' : 'SELECT'
      const row = text.startsWith('number')
        ? { name: 'number', value: 7 }
        : { name: 'id', value: 1 }
      const rows = { command, rows: [[row.value]], fields: [{ name: row.name }], rowCount: 1 }
      return responses.get(text)?.() ?? rows
    },
  })
  const connection = new PostgresConnection({ client, pid: 0 }, new PreparedStatements(), () => {})
  const leases: unknown[] = []
  const run = <T>(work: Work<T>, isolation: Isolation = 'serializable') =>
    transact(
      async (named) => {
        leases.push(named)
        return { connection, release: () => sent.push('release') }
      },
      work,
      isolation,
    )
  return { ...{ run, sent, leases, responses, connection }, stream: client.connection.stream }
}

const serializable = 'begin isolation level serializable'
const conflict = () => {
  const error = new DatabaseError('could not serialize access', 0, 'error')
  return Promise.reject(Object.assign(error, { code: '40001' }))
}
/** Fails after the commands that are sent without waiting. */
const late = async <T>(outcome: () => Promise<T>) => {
  await nextTurn()
  return outcome()
}

test.each([
  ['serializable', serializable],
  ['statement', 'begin isolation level read committed; set local enable_seqscan = off'],
] as const)('a %s transaction begins with its first statement', async (isolation, begin) => {
  const { run, sent, leases } = setUp()
  const { result, mustSettle } = await run(async (transaction) => {
    transaction.beforeCommit(last)
    transaction.sendBefore(ofAccount, { account })
    const before = transaction.takeNumber(account, next)
    expect(await transaction.first(first, {})).toEqual({ id: 1 })
    const inside = transaction.takeNumber(newId('acc'), next)
    expect(await transaction.run(second, {})).toBe(1)
    transaction.beforeCommit(last)
    const received = transaction.send(second, {})
    expect(received).toThrow('The transaction is not committed')
    return { received, numbers: [await before(), await inside()] }
  }, isolation)
  expect([result.received(), result.numbers, mustSettle]).toEqual([[{ id: 1 }], [7, 7], false])
  expect(sent).toEqual([
    ['of $1', account],
    ['number $1 $2', account, 1],
    begin,
    'first',
    ['number $1 $2', expect.stringMatching(/^acc_/), 0],
    ...['second', 'second', 'last', 'commit', 'release'],
  ])
  expect(leases).toEqual([account])
})

test('without a statement, no connection is taken', async () => {
  const { run, leases } = setUp()
  expect(await run(() => 'nothing')).toEqual({ result: 'nothing', mustSettle: false })
  await expect(run(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(leases).toEqual([])
})

const uses: Record<string, (transaction: Transaction) => unknown> = {
  all: (transaction) => transaction.all(ofAccount, { account }),
  run: (transaction) => transaction.run(ofAccount, { account }),
  send: (transaction) => transaction.send(ofAccount, { account }),
  sendBefore: (transaction) => transaction.sendBefore(ofAccount, { account }),
  takeNumber: (transaction) => transaction.takeNumber(account, next)(),
}

test.each(Object.entries(uses))(
  '%s names the account, and fails after the end',
  async (name, use) => {
    const { run, sent, leases, responses } = setUp()
    const outcomes: string[] = []
    const useLate = async (transaction: Transaction | undefined) => {
      const using = async () => transaction && use(transaction)
      outcomes.push(await using().then(() => 'sent', String))
    }
    let kept: Transaction | undefined
    responses.set('commit', async () => {
      await useLate(kept)
      return { command: 'COMMIT' }
    })
    await run(async (transaction) => {
      kept = transaction
      await use(transaction)
      await transaction.all(first, {})
    })
    const count = sent.length
    await useLate(kept)
    const failing = run((transaction) => {
      kept = transaction
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    await useLate(kept)
    expect([leases, sent.length]).toEqual([[account], count])
    // The result of a sent statement is not awaited.
    const outcome = name === 'send' ? 'sent' : 'Error: The transaction has ended'
    expect(outcomes).toEqual([outcome, outcome, outcome])
  },
)

test('the caller waits until all processes see a change if one of the changes demands it', async () => {
  const { run } = setUp()
  const settling = (...changes: boolean[]) =>
    run(async (transaction) => {
      for (const change of changes) transaction.settleIf(() => change)
      await transaction.all(first, {})
    })
  expect((await settling(false, true)).mustSettle).toBe(true)
  expect((await settling(false)).mustSettle).toBe(false)
})

test('all results are known when the transaction ends', async () => {
  const { run, responses } = setUp()
  const rows = { rows: [[2]], fields: [{ name: 'id' }] }
  responses.set('first', () => late(async () => rows))
  const { result } = await run((transaction) => transaction.send(first, {}))
  expect(result()).toEqual([{ id: 2 }])
})

test('a conflict names its statement and account, also if the work has failed since', async () => {
  const { run, sent, responses } = setUp()
  responses.set('first', () => late(conflict))
  const failing = run(async (transaction) => {
    await transaction.all(ofAccount, { account })
    await transaction.all(ofAccount, { account: newId('acc') })
    transaction.send(first, {})
    throw new Error('refused')
  })
  const error = await failing.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ConflictError)
  expect(error).toMatchObject({ reason: 'serialization', statement: 'first', account })
  expect(sent.slice(-2)).toEqual(['rollback', 'release'])
})

test('a transaction that PostgreSQL rolls back fails, and so does one whose commit fails', async () => {
  const { run, sent, responses } = setUp()
  const writing = () =>
    run((transaction) => {
      transaction.send(first, {})
    })
  responses.set('commit', async () => ({ command: 'ROLLBACK' }))
  await expect(writing()).rejects.toThrow('The transaction was rolled back')
  responses.set('first', () => late(conflict))
  await expect(writing()).rejects.toBeInstanceOf(ConflictError)
  responses.clear()
  responses.set('commit', () => Promise.reject(new Error('lost')))
  await expect(writing()).rejects.toThrow(StoreFault)
  expect(sent).not.toContain('rollback')
})

test('a connection whose rollback fails is closed, and a lost one needs no rollback', async () => {
  const { run, sent, responses, connection, stream } = setUp()
  const failing = () =>
    run(async (transaction) => {
      await transaction.all(first, {})
      throw new Error('refused')
    })
  responses.set('rollback', () => Promise.reject(new Error('lost')))
  await expect(failing()).rejects.toThrow('refused')
  expect([connection.isLost, stream.destroyed]).toEqual([true, true])
  sent.length = 0
  await expect(failing()).rejects.toThrow('refused')
  expect(sent).toEqual([serializable, 'first', 'release'])
})

test.each([
  ['sent', (transaction: Transaction) => transaction.send(first, {})],
  ['ignored', (transaction: Transaction) => transaction.all(first, {}).catch(() => {})],
] as const)('a statement that is %s makes the transaction fail', async (_, use) => {
  const { run, sent, responses } = setUp()
  const error = Object.assign(new DatabaseError('out of range', 0, 'error'), { code: '22003' })
  responses.set('first', () => Promise.reject(error))
  responses.set('commit', async () => ({ command: 'ROLLBACK' }))
  const failing = run(async (transaction) => {
    await use(transaction)
    transaction.send(second, {})
  })
  await expect(failing).rejects.toThrow('SQLSTATE 22003')
  expect(sent).toEqual([serializable, 'first', 'second', 'commit', 'release'])
})

test('without a connection, nothing is released', async () => {
  const lease = vi.fn(() => Promise.reject(new StoreFault('refused')))
  const failing = transact(lease, (transaction) => transaction.all(first, {}), 'serializable')
  await expect(failing).rejects.toThrow('refused')
  expect(lease).toHaveBeenCalledTimes(1)
})
