import { expect, test } from 'vitest'
import { runProgram } from '../../../testkit/run.ts'

test('memory and connections stay flat over many deliveries, and no delivery is lost silently', async () => {
  const args = ['--deliveries', '600']
  const { status, stdout, stderr } = await runProgram('tests/torture/soak/main.ts', args)
  expect(stderr).toBe('')
  expect(status).toBe(0)
  expect(stdout.match(/deliveries to a subscriber that/g)).toHaveLength(2)
}, 120_000)
