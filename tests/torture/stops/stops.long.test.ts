import { expect, test } from 'vitest'
import { runProgram } from '../../../testkit/run.ts'

test.each(['0', '1'])(
  'a stop under load with a delay of %s s resets no request of a keep-alive client',
  async (delay) => {
    const args = ['--stops', '2', '--delay', delay]
    const { status, stdout, stderr } = await runProgram('tests/torture/stops/main.ts', args)
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(stdout).toMatch(/\n2 stops: .* 0 without Connection: close, 0 requests reset\n$/)
  },
)
