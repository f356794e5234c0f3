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
