import { expect, test } from 'vitest'
import { compileProject } from '../../kit/compile.ts'

test('Product code validates the results of JSON.parse', () => {
  // In that project, JSON.parse returns `unknown`, so an unvalidated result does not compile.
  expect(compileProject('tests/repository/decoders')).toEqual([])
})
