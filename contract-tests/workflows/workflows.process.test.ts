import { expect, onTestFinished, test } from 'vitest'
import { runProgram } from '../../tests/kit/run.ts'
import { ownServer } from '../own/own-server.ts'
import { type Fate, runWorkflows } from './run-workflows.ts'

test('the server passes every workflow', async () => {
  const { status, stdout } = await runProgram('contract-tests/workflows/main.ts', [])
  expect(stdout).toMatch(
    /^✓ first-order +6 steps, \d+ checks\n✓ invite-to-delivery .*\n(✓ .*\n){4}$/,
  )
  expect(status).toBe(0)
})

test('a server with only its URL and key passes those that wait for nothing', async () => {
  const { url, key, stop } = await ownServer()
  onTestFinished(stop)
  const args = ['--url', url, '--key', key]
  const { stdout } = await runProgram('contract-tests/workflows/main.ts', args)
  expect(stdout).toMatch(/^(✓ .*\n){4}- skipped: invite.*, webhooks.* wait for .*\n$/)
})

test.concurrent.each<[fate: Fate, steps: string[]]>([
  ['lost response', ['choose-campaign', 'create', 'list-orders', 'exactly-one']],
  ['lost request', ['choose-campaign', 'create', 'list-orders', 'create', 'exactly-one']],
])('the server has exactly one order after a create with a %s', async (fate, steps) => {
  const server = await ownServer()
  let creates = 0
  const [outcome] = await runWorkflows(server, {
    names: ['timed-out-create.arazzo.yaml'],
    fate: (_, path) => (path === '/v1/orders/create' && creates++ === 0 ? fate : 'delivered'),
  }).finally(server.stop)
  expect(outcome?.steps).toEqual(steps)
  // Only the dropped request fails; the last step counts the orders.
  expect(outcome?.failures).toEqual([expect.stringMatching(/^create: failed network request/)])
})
