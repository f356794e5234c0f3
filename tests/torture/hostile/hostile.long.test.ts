import { expect, test } from 'vitest'
import { runProgram } from '../../../testkit/run.ts'

test('the server withstands a thousand hostile requests, and leaks nothing', async () => {
  const args = ['--count', '1000', '--seed', '20261120', '--quick']
  const { status, stdout, stderr } = await runProgram('tests/torture/hostile/main.ts', args)
  expect(stderr).toBe('')
  expect(stdout).toMatch(/passed\n$/)
  expect(status).toBe(0)
}, 120_000)
