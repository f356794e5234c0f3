import { expect, test } from 'vitest'
import { runProgram } from '../../testkit/run.ts'

test('plants the drawn fault, and reports whether tests notice it', async () => {
  const args = ['--n', '1', '--seed', '1', '--only', 'process/banner.ts', '--quick']
  const { status, stdout, stderr } = await runProgram('tools/faults/main.ts', args)
  expect(stderr).toBe('')
  const [, noticed = ''] = /\n([01]) of 1 faults noticed, seed 1\n/.exec(stdout) ?? []
  expect(stdout).toMatch(/\n[✓✗] 1\/1 server\/process\/banner\.ts:\d+ .+ \(.+\)\n/)
  expect(status).toBe(noticed === '1' ? 0 : 1)
}, 600_000)

test.each([
  [['--n', 'many'], '--n must be a whole number, not "many"'],
  [['--only', 'nothing'], 'no file of server/ has "nothing" in its path'],
])('%j is rejected with a message and the usage', async (args, message) => {
  const { status, stderr } = await runProgram('tools/faults/main.ts', args)
  expect(status).toBe(2)
  expect(stderr).toMatch(new RegExp(`^${message.replaceAll(/[/"-]/g, '.')}\n\nUsage: `))
})
