import { expect, test } from 'vitest'
import { runProgram } from '../../testkit/run.ts'

test('the simulation finds every planted fault', async () => {
  const { status, stdout } = await runProgram('tests/simulation/main.ts', ['--planted'])
  expect(stdout).not.toContain('not found')
  expect(status).toBe(0)
}, 1_800_000)
