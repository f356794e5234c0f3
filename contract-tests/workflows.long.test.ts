import { expect, onTestFinished, test } from 'vitest'
import { runProgram } from '../testkit/run.ts'
import { startMock } from './own/mock-target.ts'
import { outsideEventsOf } from './workflows/outside-events.ts'
import { documents, runWorkflows } from './workflows/run-workflows.ts'

test('the mock passes every workflow, and the command skips the one that waits for people', async () => {
  const mock = await startMock({ stateful: true })
  onTestFinished(mock.stop)
  const outcomes = await runWorkflows(mock, { outside: outsideEventsOf(mock) })
  expect(outcomes.length).toBe(documents.length + 1)
  expect(outcomes.flatMap(({ failures }) => failures)).toEqual([])
  const args = ['--url', mock.url, '--key', mock.key]
  const { stdout } = await runProgram('contract-tests/workflows/main.ts', args)
  expect(stdout).toMatch(/^(✓ .*\n){5}- skipped: invite\.arazzo\.yaml waits for .*\n$/)
})
