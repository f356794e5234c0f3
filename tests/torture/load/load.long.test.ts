import { expect, test } from 'vitest'
import { runProgram } from '../../../testkit/run.ts'

test('killed, stopped and out of disk under load, the server loses nothing and stays within the document', async () => {
  const { status, stdout, stderr } = await runProgram('tests/torture/load/main.ts', [
    '--minutes',
    '0.3',
  ])
  expect(stderr).toBe('')
  expect(stdout).toMatch(/passed\n$/)
  expect(status).toBe(0)
}, 300_000)

test('killed at random moments, the server delivers every event once unless it was in progress', async () => {
  const args = ['--kills', '5']
  const { status, stdout, stderr } = await runProgram('tests/torture/load/main.ts', args)
  expect(stderr).toBe('')
  expect(stdout).toMatch(/ 0 lost, 0 delivered twice;.*\npassed\n$/)
  expect(status).toBe(0)
}, 300_000)
