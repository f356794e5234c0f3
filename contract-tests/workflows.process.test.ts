import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runProgram } from '../testkit/run.ts'
import { ownServer } from './own/own-server.ts'
import type { Running } from './support/target.ts'
import { outsideEventsOf } from './workflows/outside-events.ts'
import { type Fate, runWorkflows, waiting } from './workflows/run-workflows.ts'

describe('the server', () => {
  let server: Running
  beforeAll(async () => {
    server = await ownServer()
  })
  afterAll(() => server.stop())

  test('passes the workflow that waits for a recipient, a warehouse and a carrier', async () => {
    const outside = outsideEventsOf(server)
    const outcomes = await runWorkflows(server, { names: [waiting], outside })
    expect(outcomes).toMatchObject([{ workflow: 'invite-to-delivery', failures: [] }])
  })

  test('passes the others, and the command reports each and the one that it skipped', async () => {
    const args = ['--url', server.url, '--key', server.key]
    const { status, stdout } = await runProgram('contract-tests/workflows/main.ts', args)
    expect(stdout).toMatch(
      /^✓ first-order +6 steps, \d+ checks\n(✓ .*\n){4}- skipped: invite\.arazzo\.yaml waits for .*\n$/,
    )
    expect(status).toBe(0)
  })

  test.each<[fate: Fate, steps: string[]]>([
    ['lost response', ['choose-campaign', 'create', 'list-orders', 'exactly-one']],
    ['lost request', ['choose-campaign', 'create', 'list-orders', 'create', 'exactly-one']],
  ])('has exactly one order after a create with a %s', async (fate, steps) => {
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
