import { expect, test } from 'vitest'
import { operationIds } from '../../generated/operations.ts'
import { scenarios } from '../scenarios.ts'
import { type StartedMock, startMock } from '../testing/start-mock.ts'

const remaining = async ({ call }: StartedMock) =>
  Number((await call('/auth')).headers['ratelimit-remaining'])

const turns = [
  'reset',
  'scenarios/demo',
  'clock',
  'budget/exhaust',
  'operations/listProducts',
  'receivers',
  'subscribers',
  'events/order.shipped',
  'orders/nobody/ship',
]

test('/state returns the settings of the mock', async () => {
  const { look } = await startMock()
  const { status, body } = await look('state')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    stateful: true,
    scenario: 'demo',
    operations: operationIds,
    aheadSeconds: 0,
    failures: {},
    receivers: [],
    requests: 0,
  })
  expect(body).toHaveProperty('scenarios.large', scenarios.large.shows)
})

test('the control API needs no key and is not counted', async () => {
  const mock = await startMock({ budget: 10 })
  const before = await remaining(mock)
  for (const path of ['', 'page/page.js', 'state', 'requests', 'deliveries'])
    expect((await mock.look(path)).status).toBe(200)
  await mock.turn('clock', { seconds: 1 })
  await mock.turn('operations/listProducts', { calls: 1 })
  await mock.turn('receivers', { url: 'http://localhost:9/' })
  await mock.turn('subscribers', { status: null })
  await mock.turn('events/order.shipped')
  await mock.turn('orders/nobody/ship')
  expect(await remaining(mock)).toBe(before - 1)
})

test('an address with an exhausted rate limit gets 429 until a reset', async () => {
  const mock = await startMock({ budget: 10 })
  expect((await mock.turn('budget/exhaust')).status).toBe(200)
  const refused = await mock.call('/products/list')
  expect([refused.status, refused.headers['ratelimit-remaining']]).toEqual([429, '0'])
  expect((await mock.look('state')).status).toBe(200)
  await mock.turn('reset')
  expect(await remaining(mock)).toBe(9)
})

test.each([true, false])(
  'the clock advances by the given seconds (stateful: %s)',
  async (stateful) => {
    const { look, turn } = await startMock({ stateful })
    await turn('clock', { seconds: 201 * 86_400 })
    const { body } = await turn('clock', { seconds: 60 })
    expect(body).toMatchObject({ aheadSeconds: 201 * 86_400 + 60 })
    expect((await look('state')).body).toMatchObject({ aheadSeconds: 201 * 86_400 + 60 })
    expect((await turn('reset')).body).toMatchObject({ aheadSeconds: 0 })
  },
)

test('an exhausted rate limit recovers when the clock passes the window', async () => {
  const mock = await startMock({ budget: 3 })
  await mock.turn('budget/exhaust')
  expect((await mock.call('/auth')).status).toBe(429)
  await mock.turn('clock', { seconds: 86_401 })
  expect(await remaining(mock)).toBe(2)
})

test('a simulated failure delays and fails the given number of calls of one operation', async () => {
  const { call, look, turn } = await startMock()
  const { body } = await turn('operations/listProducts', {
    fails: true,
    latencyMilliseconds: 60,
    calls: 2,
  })
  expect(body).toMatchObject({
    failures: { listProducts: { fails: true, latencyMilliseconds: 60, calls: 2 } },
  })
  expect((await call('/campaigns/list')).status).toBe(200)
  const started = performance.now()
  expect((await call('/products/list')).status).toBe(500)
  expect(performance.now() - started).toBeGreaterThanOrEqual(59)
  expect((await look('state')).body).toHaveProperty('failures.listProducts.calls', 1)
  expect((await call('/products/list')).status).toBe(500)
  expect((await call('/products/list')).status).toBe(200)
  expect((await look('state')).body).toMatchObject({ failures: {} })
})

test('a scenario replaces the data, and a reset restores the first scenario', async () => {
  const { call, turn } = await startMock()
  expect((await turn('scenarios/empty')).body).toMatchObject({ scenario: 'empty' })
  expect((await call('/products/list')).body).toEqual([])
  expect((await turn('reset')).body).toMatchObject({ scenario: 'demo' })
  expect((await call('/products/list')).body).not.toEqual([])
})

test('a stateless mock rejects scenarios, and a reset restores the examples', async () => {
  const { turn } = await startMock({ stateful: false })
  const refused = await turn('scenarios/empty')
  expect([refused.status, refused.body]).toEqual([
    400,
    { message: 'Scenarios need a stateful mock. Start it with --stateful.' },
  ])
  expect((await turn('reset')).body).toMatchObject({ scenario: 'examples' })
})

test.each([
  ['scenarios/toString', {}, /Unknown scenario toString\. Use one of demo, /],
  ['operations/constructor', {}, /Unknown operation constructor\. Use one of checkAuth, /],
  ['operations/listProducts', { calls: 0 }, />=1\s+→ at calls/],
  ['operations/listProducts', { latencyMilliseconds: 60_001 }, /<=60000\s+→ at latency/],
  ['operations/listProducts', { fails: 'yes' }, /expected boolean[\s\S]*→ at fails/],
  ['clock', {}, /expected number[\s\S]*→ at seconds/],
  ['clock', { seconds: -1 }, />=0\s+→ at seconds/],
])('%s with %j is a 400 that says what to do', async (path, body, message) => {
  const { turn } = await startMock({ stateful: path.startsWith('scenarios') })
  const answer = await turn(path, body)
  expect(answer.status).toBe(400)
  expect(answer.body).toEqual({ message: expect.stringMatching(message) })
})

test('the control API never responds with a 500 to any body', async () => {
  const { post } = await startMock()
  const bodies = [
    '',
    '{',
    'null',
    '[]',
    '"text"',
    '7',
    '{"__proto__":1}',
    '['.repeat(100_000),
    '\0',
  ]
  for (const path of turns)
    for (const body of bodies) {
      const answer = await post(path, body)
      expect([200, 400], `${path} ${body.slice(0, 20)}`).toContain(answer.status)
      if (answer.status === 400)
        expect(answer.body).toEqual({ message: expect.stringMatching(/^(?!The request target)./) })
    }
})

test('an unknown path names the page', async () => {
  const { look, post } = await startMock({ stateful: false })
  const nothing = { status: 404, body: { message: 'Not found. The mock’s page is at /__mock/.' } }
  expect(await look('nowhere')).toMatchObject(nothing)
  expect(await look('%ZZ')).toMatchObject(nothing)
  expect(await post('state', '')).toMatchObject(nothing)
})
