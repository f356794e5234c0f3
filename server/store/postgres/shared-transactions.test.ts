import { expect, test } from 'vitest'
import { newId } from '../../domain/ids.ts'
import { everyAccountStatement } from '../statement.ts'
import type { Sending, Transaction, Work } from '../store.ts'
import { StoreFault } from '../store-error.ts'
import type { Limit } from './request-limit.ts'
import { SharedTransactions } from './shared-transactions.ts'
import { SqlError } from './to-fault.ts'
import { ConflictError } from './transact.ts'

const add = everyAccountStatement<{ name: string }>()((db) =>
  db.selectFrom('accounts').select('id'),
)

/** Shares transactions that end when the test says so. Each is the list of what it sends. */
const setUp = () => {
  const transactions: { sent: string[]; limit: Limit; end: PromiseWithResolvers<void> }[] = []
  const run = async <T>(work: Work<T>, limit: Limit): Promise<T> => {
    const sent: string[] = []
    const end = Promise.withResolvers<void>()
    transactions.push({ sent, limit, end })
    const transaction: Transaction = {
      send: (_, { name }) => {
        sent.push(String(name))
        return () => []
      },
      sendBefore: (_, { name }) => sent.push(`before ${name}`),
      ...{ beforeCommit: () => {}, settleIf: () => {} },
      takeNumber: () => async () => 0,
      ...{ all: async () => [], first: async () => undefined, run: async () => 0 },
    }
    const result = await work(transaction)
    await end.promise
    return result
  }
  const shared = new SharedTransactions(run)
  const account = newId('acc')
  const outcomes: string[] = []
  const write = (
    name: string,
    { of = account, limit }: { of?: typeof account; limit?: Limit } = {},
  ) => {
    const work = (sending: Sending) => {
      sending.sendBefore(add, { name })
      sending.send(add, { name })
      if (name === 'wrong') throw new Error('wrong')
      return name
    }
    shared.add(of, work, limit).then(
      (value) => outcomes.push(value),
      (error: Error) => outcomes.push(`${name}: ${error.message}`),
    )
  }
  /** Ends the first transaction that runs. Returns what it sent, and the outcomes that are new. */
  const end = async (error?: Error) => {
    const first = transactions.shift()
    if (error) first?.end.reject(error)
    else first?.end.resolve()
    await new Promise(setImmediate)
    return { sent: first?.sent, outcomes: outcomes.splice(0) }
  }
  return { write, end, transactions }
}

const limit = (isOver: boolean): Limit => ({ isOver, onOver: () => () => {} })

test('works that arrive while two transactions run share the next', async () => {
  const { write, end, transactions } = setUp()
  for (const name of ['a', 'b', 'c', 'd']) write(name)
  write('other', { of: newId('acc') })
  expect(transactions.map(({ sent }) => sent)).toEqual([
    ['before a', 'a'],
    ['before b', 'b'],
    ['before other', 'other'],
  ])
  expect(await end()).toMatchObject({ outcomes: ['a'] })
  for (let i = 0; i < 20; i++) write(`e${i}`)
  expect(await end()).toMatchObject({ outcomes: ['b'] })
  expect(await end()).toMatchObject({ outcomes: ['other'] })
  expect(await end()).toEqual({ sent: ['before c', 'before d', 'c', 'd'], outcomes: ['c', 'd'] })
  expect((await end()).outcomes).toHaveLength(16)
  expect((await end()).outcomes).toHaveLength(4)
  write('last')
  expect(await end()).toMatchObject({ sent: ['before last', 'last'], outcomes: ['last'] })
})

const outOfRange = new SqlError('22003', 'out of range', undefined)

test.each([outOfRange, new ConflictError(outOfRange, 'serialization', undefined)])(
  'after a rollback, each work runs in a transaction of its own: $name',
  async (rejected) => {
    const { write, end } = setUp()
    for (const name of ['a', 'b', 'c', 'd']) write(name)
    expect(await end(rejected)).toMatchObject({ outcomes: ['a: out of range'] })
    await end()
    expect(await end(rejected)).toEqual({ sent: ['before c', 'before d', 'c', 'd'], outcomes: [] })
    expect(await end(rejected)).toEqual({ sent: ['before c', 'c'], outcomes: ['c: out of range'] })
    expect(await end()).toEqual({ sent: ['before d', 'd'], outcomes: ['d'] })
  },
)

test('a transaction whose outcome is unknown is not repeated', async () => {
  const { write, end, transactions } = setUp()
  for (const name of ['a', 'b', 'c', 'd']) write(name)
  await end()
  await end()
  const { outcomes } = await end(new StoreFault('lost'))
  expect(outcomes).toEqual(['c: lost', 'd: lost'])
  expect(transactions).toEqual([])
})

test('a work that throws fails alone, and none of its statements is sent', async () => {
  const { write, end } = setUp()
  for (const name of ['a', 'b', 'wrong', 'd']) write(name)
  await end()
  await end()
  expect(await end()).toEqual({
    sent: ['before wrong', 'before d', 'd'],
    outcomes: ['wrong: wrong', 'd'],
  })
})

test('a work whose request has waited for too long does not run', async () => {
  const { write, end, transactions } = setUp()
  for (const name of ['a', 'b']) write(name)
  write('late', { limit: limit(true) })
  write('c', { limit: limit(false) })
  const late = expect.stringMatching(/^late: .* waited for it for 4.5 seconds/)
  expect(await end()).toMatchObject({ outcomes: ['a', late] })
  expect(await end()).toMatchObject({ outcomes: ['b'] })
  expect(await end()).toEqual({ sent: ['before c', 'c'], outcomes: ['c'] })
  for (const name of ['d', 'e']) write(name)
  write('late', { limit: limit(true) })
  expect(await end()).toMatchObject({ outcomes: ['d', late] })
  expect(await end()).toMatchObject({ outcomes: ['e'] })
  expect(transactions).toEqual([])
})

test('a shared transaction stops when the first of its requests has waited for too long', async () => {
  const { write, end, transactions } = setUp()
  const listeners = new Set<() => void>()
  const watched = (): Limit => ({
    isOver: false,
    onOver: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  for (const name of ['a', 'b', 'c', 'd']) write(name, { limit: watched() })
  await end()
  await end()
  let stops = 0
  const forget = transactions[0]?.limit.onOver(() => stops++)
  expect(listeners.size).toBe(1)
  for (const call of listeners) call()
  expect(stops).toBe(1)
  forget?.()
  expect(listeners.size).toBe(0)
  expect(transactions[0]?.limit.isOver).toBe(false)
})
