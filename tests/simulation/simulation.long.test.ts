import { expect, test } from 'vitest'
import { runProgram } from '../../testkit/run.ts'

test('no law is violated in 50 seeds, which reach everything that is simulated', async () => {
  const args = ['--seeds', '50', '--seed', '1']
  const { status, stdout, stderr } = await runProgram('tests/simulation/main.ts', args)
  expect(stderr).toBe('')
  expect(stdout).toMatch(/passed\n$/)
  expect(status).toBe(0)
}, 240_000)

test('the simulation finds every planted fault', async () => {
  const { status, stdout } = await runProgram('tests/simulation/main.ts', ['--planted'])
  expect(stdout).not.toContain('not found')
  expect(status).toBe(0)
}, 1_800_000)
