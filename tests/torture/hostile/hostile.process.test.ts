import { expect, test } from 'vitest'
import { runProgram } from '../../../testkit/run.ts'

test('of a thousand hostile requests none ends the server, fails it, or leaves anything behind', async () => {
  const args = ['--count', '1000', '--seed', '20261120', '--quick']
  const { status, stdout, stderr } = await runProgram('tests/torture/hostile/main.ts', args)
  expect(stderr).toBe('')
  expect(stdout).toMatch(/it holds\n$/)
  expect(status).toBe(0)
}, 120_000)
