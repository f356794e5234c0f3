import { expect, test } from 'vitest'
import { runProgram } from '../../../testkit/run.ts'

test('nodes behind a proxy keep the contract, race correctly, and deliver for a killed one', async () => {
  const args = ['--rounds', '5', '--kills', '2']
  const { status, stdout, stderr } = await runProgram('tests/torture/nodes/main.ts', args)
  expect(stderr).toBe('')
  expect(status).toBe(0)
  expect(stdout).toMatch(/\n2 kills: .* 0 lost; .* 0 made twice\npassed\n$/)
}, 600_000)
