import { expect, test } from 'vitest'
import { runProgram } from '../../../testkit/run.ts'

test('each hostile message gets a clear response or a closed connection, and others are served meanwhile', {
  timeout: 120_000,
}, async () => {
  // Long enough for the time limit of headers, which is ten seconds.
  const args = ['--seconds', '15', '--seed', '1']
  const { status, stdout, stderr } = await runProgram('tests/torture/hostile/main.ts', args)
  expect(stderr).toBe('')
  expect(stdout).toMatch(/passed\n$/)
  expect(status).toBe(0)
})
