import { expect, test } from 'vitest'
import { runProgram } from '../../server/testing/run.ts'

test('an option that the builder of the docs does not have is refused in one line', async () => {
  const { status, stdout, stderr } = await runProgram('codegen/docs/main.ts', ['--foo'])
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^Unknown option '--foo'.*\n$/)
})
