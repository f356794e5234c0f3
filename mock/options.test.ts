import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test('an unknown option is rejected', () => {
  expect(() => readOptions(['--all'])).toThrow(/^Unknown option '--all'/)
})

test('--scenario implies --stateful', () => {
  expect(readOptions([])).toMatchObject({ stateful: false, scenario: 'demo' })
  expect(readOptions(['--scenario', 'empty'])).toMatchObject({ stateful: true, scenario: 'empty' })
})
