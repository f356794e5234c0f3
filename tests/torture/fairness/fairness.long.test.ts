import { expect, test } from 'vitest'
import { runProgram } from '../../../testkit/run.ts'

test('subscriptions that never respond do not delay the deliveries of another account', async () => {
  const args = ['--subscriptions', '300']
  const { status, stdout, stderr } = await runProgram('tests/torture/fairness/main.ts', args)
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^300 silent subscriptions: 60 of 60 arrived/)
  expect(status).toBe(0)
}, 120_000)
