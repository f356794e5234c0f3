import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test('an option that there is not is refused', () => {
  expect(() => readOptions(['--all'])).toThrow(/^Unknown option '--all'/)
})

test('a scenario needs memory, so who asks for one has it', () => {
  expect(readOptions([])).toMatchObject({ stateful: false, scenario: 'demo' })
  expect(readOptions(['--scenario', 'empty'])).toMatchObject({ stateful: true, scenario: 'empty' })
})
