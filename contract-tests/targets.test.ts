import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { laws } from './laws/all.ts'
import { startMock } from './own/mock-target.ts'
import { ownServer } from './own/own-server.ts'
import { Coverage } from './report/coverage.ts'
import { Api } from './support/api.ts'
import { Connection, usualLimits } from './support/connection.ts'
import { problemOf } from './support/contract.ts'
import { ordersOf } from './support/fixtures.ts'
import { send } from './support/http.ts'
import type { Law } from './support/law.ts'
import { allOperations, partsOf, requestFor } from './support/requests.ts'
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

const printable = fc.string({ unit: 'grapheme-ascii', maxLength: 30 }).map((text) => text.trim())
const someOf = (texts: string) => fc.oneof(fc.constantFrom(...texts.split(' ')), printable)

/** Unusual and invalid values of headers. */
const headers = fc.record(
  {
    accept: someOf('foo */* text/html application/xml;q=2 ;;,'),
    'content-type': someOf('foo application/json text/plain application/json;charset a/b/c'),
    prefer: fc.oneof(
      someOf('code=418 code=abc example=nothing dynamic=true dynamic=maybe code= wait=-1 ==;,='),
      fc.integer({ min: 100, max: 599 }).map((code) => `code=${code}`),
    ),
    'x-large': fc.integer({ min: 0, max: 12_000 }).map((length) => 'x'.repeat(length)),
    origin: fc.constantFrom('null', 'http://localhost:3000', 'x'),
  },
  { requiredKeys: [] },
)

const requests = fc
  .constantFrom(...allOperations)
  .chain((operation) => partsOf(operation).map((parts) => requestFor(operation, parts)))

test('requests with any headers get a response of the mock that the document declares', async () => {
  const { url, key, stop } = await startMock({ stateful: false })
  onTestFinished(stop)
  const property = fc.asyncProperty(requests, headers, async ({ json, ...request }, given) => {
    const sent = {
      ...request,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...given },
      body: json === undefined ? '' : JSON.stringify(json),
    }
    const received = await send(url, sent)
    // The document does not know the header Prefer.
    const ofMock = request.method === 'HEAD' ? /^$/ : /^\{"message":"Prefer: /
    if (received.status === 400 && given.prefer !== undefined && ofMock.test(received.text)) return
    expect(problemOf(sent, received)).toBeUndefined()
    if (!given.prefer?.includes('code=500')) expect(received.status).toBeLessThan(500)
  })
  await fc.assert(property, { numRuns: inject('isThorough') ? 20_000 : 300 })
})
