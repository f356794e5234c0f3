import { expect, onTestFinished, test } from 'vitest'
import { startMock } from './own/mock-target.ts'
import { outsideEventsOf } from './workflows/outside-events.ts'
import { runWorkflows } from './workflows/run-workflows.ts'

test('the mock passes every workflow', async () => {
  const mock = await startMock({ stateful: true })
  onTestFinished(mock.stop)
  const outcomes = await runWorkflows(mock, { outside: outsideEventsOf(mock) })
  expect(outcomes.map(({ workflow, failures }) => [workflow, failures])).toEqual([
    ['first-order', []],
    ['invite-to-delivery', []],
    ['page-by-offset', []],
    ['page-by-page', []],
    ['order-once', []],
    ['webhook-life', []],
  ])
})
