import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runProgram } from '../testkit/run.ts'
import { startMock } from './own/mock-target.ts'
import { ownServer } from './own/own-server.ts'
import type { Running } from './support/target.ts'
import type { Fate } from './workflows/lossy-proxy.ts'
import { outsideEventsOf } from './workflows/outside-events.ts'
import { runWorkflows } from './workflows/run-workflows.ts'

describe.each<[string, () => Promise<Running>]>([
  ['the server', ownServer],
  ['the mock', () => startMock({ stateful: true })],
])('%s', (_, start) => {
  let target: Running
  beforeAll(async () => {
    target = await start()
  })
  afterAll(() => target.stop())

  test.concurrent('passes every workflow', async () => {
    const outcomes = await runWorkflows(target, { outside: outsideEventsOf(target) })
    expect(outcomes.map(({ workflow, failures }) => [workflow, failures])).toEqual([
      ['first-order', []],
      ['invite-to-delivery', []],
      ['page-by-offset', []],
      ['page-by-page', []],
      ['order-once', []],
      ['webhook-life', []],
    ])
  })
})

describe('the workflow of a lost create', () => {
  let server: Running
  beforeAll(async () => {
    server = await ownServer()
  })
  afterAll(() => server.stop())

  test.concurrent.each<[fate: Fate, steps: string[]]>([
    ['lost response', ['choose-campaign', 'create', 'list-orders', 'exactly-one']],
    ['lost request', ['choose-campaign', 'create', 'list-orders', 'create', 'exactly-one']],
  ])('leaves exactly one order after a %s', async (fate, steps) => {
    let creates = 0
    const [outcome] = await runWorkflows(server, {
      names: ['timed-out-create.arazzo.yaml'],
      fate: (_, path) => (path === '/v1/orders/create' && creates++ === 0 ? fate : 'delivered'),
    })
    expect(outcome?.steps).toEqual(steps)
    // Only the dropped request fails; the last step counts the orders.
    expect(outcome?.failures).toEqual([expect.stringMatching(/^create: failed network request/)])
  })
})

test('the command reports the result of each workflow and those it skipped', async () => {
  const server = await ownServer()
  const args = ['--url', server.url, '--key', server.key]
  const { status, stdout } = await runProgram('contract-tests/workflows/main.ts', args)
  await server.stop()
  expect(stdout).toMatch(/^✓ first-order +6 steps, \d+ checks\n/)
  expect(stdout).toMatch(/\n- skipped: invite\.arazzo\.yaml waits for .*\n$/)
  expect(status).toBe(0)
})
