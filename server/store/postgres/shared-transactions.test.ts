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
  /** Starts as many transactions as may run. */
  const fill = () => {
    for (const name of ['a', 'b', 'c']) write(name)
  }
  /** Ends them. */
  const free = async () => {
    for (const name of ['a', 'b', 'c'])
      expect(await end()).toEqual({ sent: [`before ${name}`, name], outcomes: [name] })
  }
  return { write, fill, free, end, transactions }
}

const limit = (isOver: boolean): Limit => ({ isOver, onOver: () => () => {} })

test('works that arrive while three transactions run share the next', async () => {
  const { write, fill, end, free, transactions } = setUp()
  fill()
  for (const name of ['d', 'e']) write(name)
  write('other', { of: newId('acc') })
  expect(transactions).toHaveLength(4)
  await free()
  expect(await end()).toMatchObject({ sent: ['before other', 'other'], outcomes: ['other'] })
  for (let i = 0; i < 20; i++) write(`f${i}`)
  expect(await end()).toEqual({ sent: ['before d', 'before e', 'd', 'e'], outcomes: ['d', 'e'] })
  expect(await end()).toMatchObject({ outcomes: ['f0'] })
  expect(await end()).toMatchObject({ outcomes: ['f1'] })
  expect((await end()).outcomes).toHaveLength(16)
  expect((await end()).outcomes).toHaveLength(2)
  write('last')
  expect(await end()).toMatchObject({ sent: ['before last', 'last'], outcomes: ['last'] })
})

const outOfRange = new SqlError('22003', 'out of range', undefined)

test.each([outOfRange, new ConflictError(outOfRange, 'serialization', undefined)])(
  'after a rollback, each work runs in a transaction of its own: $name',
  async (rejected) => {
    const { write, fill, free, end } = setUp()
    fill()
    for (const name of ['d', 'e']) write(name)
    await free()
    expect(await end(rejected)).toEqual({ sent: ['before d', 'before e', 'd', 'e'], outcomes: [] })
    expect(await end(rejected)).toEqual({ sent: ['before d', 'd'], outcomes: ['d: out of range'] })
    expect(await end()).toEqual({ sent: ['before e', 'e'], outcomes: ['e'] })
  },
)

test('a transaction whose outcome is unknown is not repeated', async () => {
  const { write, fill, free, end, transactions } = setUp()
  fill()
  for (const name of ['d', 'e']) write(name)
  await free()
  const { outcomes } = await end(new StoreFault('lost'))
  expect(outcomes).toEqual(['d: lost', 'e: lost'])
  expect(transactions).toEqual([])
})

test('a work that throws fails alone, and none of its statements is sent', async () => {
  const { write, fill, free, end } = setUp()
  fill()
  for (const name of ['wrong', 'd']) write(name)
  await free()
  expect(await end()).toEqual({
    sent: ['before wrong', 'before d', 'd'],
    outcomes: ['wrong: wrong', 'd'],
  })
})

test('a work whose request has waited for too long does not run', async () => {
  const { write, fill, end, transactions } = setUp()
  const late = expect.stringMatching(/^late: .* waited for it for 4.5 seconds/)
  fill()
  write('late', { limit: limit(true) })
  write('d', { limit: limit(false) })
  expect(await end()).toMatchObject({ outcomes: ['a', late] })
  write('late', { limit: limit(true) })
  expect(await end()).toMatchObject({ outcomes: ['b', late] })
  expect(await end()).toMatchObject({ outcomes: ['c'] })
  expect(await end()).toEqual({ sent: ['before d', 'd'], outcomes: ['d'] })
  expect(transactions).toEqual([])
})

test('a shared transaction stops when the first of its requests has waited for too long', async () => {
  const { write, fill, free, transactions } = setUp()
  const listeners = new Set<() => void>()
  const watched = (): Limit => ({
    isOver: false,
    onOver: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  fill()
  for (const name of ['d', 'e']) write(name, { limit: watched() })
  await free()
  let stops = 0
  const forget = transactions[0]?.limit.onOver(() => stops++)
  expect(listeners.size).toBe(1)
  for (const call of listeners) call()
  expect(stops).toBe(1)
  forget?.()
  expect(listeners.size).toBe(0)
  expect(transactions[0]?.limit.isOver).toBe(false)
})

test('no more than three transactions of an account run at once, also after one has ended', async () => {
  const { write, end, transactions } = setUp()
  for (const name of ['a', 'b', 'c']) write(name)
  await end()
  for (const name of ['d', 'e']) write(name)
  expect(transactions.map(({ sent }) => sent[1])).toEqual(['b', 'c', 'd'])
})
