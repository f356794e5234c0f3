import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { rowLiterals } from '../statement.ts'
import { StoreFault, type Transaction, type Work } from '../store.ts'
import { requireSuitable } from './migrate.ts'
import { Claims } from './postgres-store.ts'

const rows = rowLiterals(['isMade'])

/** Runs claims on a database whose commits and searches have the results of the test. */
const setUp = () => {
  const sent: unknown[] = []
  /** Whether the searches find the claim, or how they fail. */
  const searches: (0 | 1 | Error)[] = []
  let asked = 0
  let commit = async () => {}
  const transaction: Transaction = {
    send: (_, values) => {
      const { number, from } = values
      sent.push(number === undefined ? 'expire' : [number, from])
      return () => []
    },
    all: async () => [],
    first: async () => {
      asked++
      const found = searches.shift() ?? 0
      if (found instanceof Error) throw found
      return rows([[found]])[0]
    },
    ...{ run: async () => 0, drain: async () => {}, takeNumber: () => async () => 0 },
    ...{ beforeCommit: () => {}, settleIf: () => {} },
  }
  let isClaim = true
  /** How often a conflict repeats the work. */
  const conflicts = { left: 0 }
  const claims = new Claims(async <T>(work: Work<T>): Promise<T> => {
    while (conflicts.left-- > 0) await work(transaction)
    const result = await work(transaction)
    if (isClaim) {
      isClaim = false
      await commit()
    }
    return result
  })
  const stop = new AbortController()
  const claim = (work: Work<string> = async () => 'claimed') => {
    isClaim = true
    return claims.run(work, stop.signal)
  }
  return {
    ...{ claim, conflicts, sent, searches, stop },
    asked: () => asked,
    setCommit: (call: () => Promise<void>) => {
      commit = call
    },
  }
}

const lost = new StoreFault('connection lost')
const fail = async (): Promise<never> => {
  throw lost
}

test('a claim deletes the earlier ones whose results are known, and the first those of ended processes', async () => {
  const { claim, sent, setCommit } = setUp()
  const { promise, resolve } = Promise.withResolvers<void>()
  setCommit(() => promise)
  const first = claim()
  await nextTurn()
  setCommit(async () => {})
  await claim()
  resolve()
  await first
  await claim()
  expect(sent).toEqual([[1, 1], 'expire', [2, 1], [3, 3]])
})

test.each([
  [1, 'claimed'],
  [0, 'connection lost'],
] as const)(
  'a claim whose commit has no response is searched (%i: %s)',
  async (isMade, outcome) => {
    const { claim, searches, setCommit, asked } = setUp()
    setCommit(fail)
    searches.push(isMade)
    expect(await claim().catch((error: Error) => error.message)).toBe(outcome)
    expect(asked()).toBe(1)
  },
)

test('a claim is not searched after an error of the program, or before its work is complete', async () => {
  const { claim, conflicts, setCommit, asked } = setUp()
  await expect(claim(fail)).rejects.toBe(lost)
  conflicts.left = 1
  let runs = 0
  const failsAgain = async () => (++runs === 1 ? 'claimed' : fail())
  await expect(claim(failsAgain)).rejects.toBe(lost)
  setCommit(async () => {
    throw new Error('refused')
  })
  await expect(claim()).rejects.toThrow('refused')
  expect(asked()).toBe(0)
})

test('a search that fails is repeated until it is stopped, unless the program is wrong', async () => {
  const { claim, searches, setCommit, asked, stop } = setUp()
  setCommit(fail)
  searches.push(new Error('no such table'))
  await expect(claim()).rejects.toThrow('no such table')
  searches.push(new StoreFault('connection refused'))
  const stopped = expect(claim()).rejects.toBe(lost)
  await expect.poll(asked).toBe(2)
  stop.abort()
  await stopped
  await expect(claim()).rejects.toBe(lost)
  expect(asked()).toBe(2)
})

test('PostgreSQL 15 and UTF-8 are needed', () => {
  expect(() => requireSuitable('150000', 'UTF8')).not.toThrow()
  expect(() => requireSuitable('149999', 'UTF8')).toThrow('PostgreSQL 15 or newer is needed')
  expect(() => requireSuitable('180000', 'LATIN1')).toThrow('its encoding is LATIN1')
})
