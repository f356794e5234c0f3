import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { laws } from './laws/all.ts'
import { ownServer } from './own/own-server.ts'
import { Coverage } from './report/coverage.ts'
import { Api } from './support/api.ts'
import { Connection, usualLimits } from './support/connection.ts'
import { ordersOf } from './support/fixtures.ts'
import type { Running } from './support/server.ts'
import { expectLawHolds } from './testing/expect-law-holds.ts'

const seed = 20_261_120
const runs = inject('isThorough') ? 25 : 3
const coverage = new Coverage()
let target: Running
let before: unknown

/** Returns what the laws must cancel and delete. */
const leftovers = async () => {
  const api = new Api(target, new Connection(usualLimits, runs))
  const orders = await ordersOf({ api }, { orderStatus: 'AWAITING_SHIPMENT' })
  return [orders, (await api.get('/v1/webhooks')).body]
}

beforeAll(async () => {
  target = await ownServer()
  before = await leftovers()
})
afterAll(() => target.stop())

test.each(laws.map((law) => [law.area, law.promise, law] as const))('%s: %s', (_, __, law) =>
  expectLawHolds(law, { target, coverage, seed, runs }),
)

test('every declared response was seen', () => {
  expect(coverage.rows.length).toBeGreaterThan(150)
  expect(coverage.unseen()).toEqual([])
})

test('the laws leave no open order and no subscription', async () => {
  expect(await leftovers()).toEqual(before)
})
