import { expect, test } from 'vitest'
import { runProgram } from '../../../testkit/run.ts'

test('killed, stopped and out of disk under load: what was acknowledged is there, every answer within the document', async () => {
  const { status, stdout, stderr } = await runProgram('tests/torture/load/main.ts', [
    '--minutes',
    '0.3',
  ])
  expect(stderr).toBe('')
  expect(stdout).toMatch(/it holds\n$/)
  expect(status).toBe(0)
}, 300_000)
