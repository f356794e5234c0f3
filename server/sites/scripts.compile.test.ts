import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { compileProject } from '../../testkit/compile.ts'

test('the scripts of the pages have no type errors', () => {
  expect(compileProject(fileURLToPath(new URL('assets', import.meta.url)))).toEqual([])
})
