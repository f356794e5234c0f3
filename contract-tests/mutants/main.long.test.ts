import { expect, test } from 'vitest'
import { runProgram } from '../../tests/kit/run.ts'

const program = 'contract-tests/mutants/main.ts'

test('every law has a mutant, and the law of a mutant detects it', async () => {
  const { status, stdout, stderr } = await runProgram(program, ['--only', 'A missing Auth'])
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(
    /^✓ auth: A missing .*\n {4}GET \/v1\/auth: 401 does not match .*Unauthorized/,
  )
  expect(stdout).toMatch(/^2 of 2 violations detected$/m)
})
