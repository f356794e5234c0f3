import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { laws } from './laws/all.ts'
import { startMock } from './own/mock-target.ts'
import { ownServer } from './own/own-server.ts'
import { Coverage } from './report/coverage.ts'
import { Api } from './support/api.ts'
import { Connection, usualLimits } from './support/connection.ts'
import { ordersOf } from './support/fixtures.ts'
import type { Law } from './support/law.ts'
import type { Running } from './support/server.ts'
import { expectLawHolds } from './testing/expect-law-holds.ts'

const isThorough = inject('isThorough')
/** What the mock replaces in the server: deliveries and keys. The long tests check every law on the mock. */
const ownAreas = ['webhooks', 'deliveries', 'accounts']

describe.each<[string, () => Promise<Running>, number, (law: Law) => boolean]>([
  ['the server', () => ownServer(), 2, () => true],
  [
    'a session of the stateful mock',
    () => startMock({ stateful: true, session: 'suite' }),
    1,
    ({ area }) => isThorough || ownAreas.includes(area),
  ],
  [
    'the stateless mock',
    () => startMock({ stateful: false }),
    1,
    // The mock has the server's validators: other laws of this area see that each operation calls them.
    ({ promise, needs = [] }) =>
      !needs.includes('memory') && (isThorough || !/^(Input|A body) that/.test(promise)),
  ],
])('%s keeps the laws', (name, start, usualRuns, isKept) => {
  const coverage = new Coverage()
  const runs = isThorough ? 25 : usualRuns
  const kept = laws.filter(isKept)
  let target: Running
  let before: unknown

  /** Returns the open orders and the subscriptions, which the laws must cancel and delete. */
  const leftovers = async () => {
    const api = new Api(target, new Connection(usualLimits))
    const orders = await ordersOf({ api }, { orderStatus: 'AWAITING_SHIPMENT' })
    return [orders, (await api.get('/v1/webhooks')).body]
  }

  beforeAll(async () => {
    target = await start()
    before = await leftovers()
  })
  afterAll(() => target.stop())

  test.each(kept.map((law) => [law.area, law.promise, law] as const))('%s: %s', (_, __, law) =>
    expectLawHolds(law, target, runs, coverage),
  )

  test('and leaves no open order and no subscription', async () => {
    expect(await leftovers()).toEqual(before)
  })

  if (name === 'the server')
    test('and every declared response was seen', () => {
      expect(coverage.rows.length).toBeGreaterThan(150)
      expect(coverage.unseen()).toEqual([])
    })
})
