import { expect, test } from 'vitest'
import { runProgram } from '../../../testkit/run.ts'

test('a damaged page of the database ends no server, and requests work again when it is restored', async () => {
  const args = ['--pages', '4']
  const { status, stdout, stderr } = await runProgram('tests/torture/damage/main.ts', args)
  expect(stderr).toBe('')
  expect(stdout).toMatch(/passed\n$/)
  expect(status).toBe(0)
}, 120_000)
