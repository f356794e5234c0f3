import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { compilerSaysOf } from '../../testkit/compile.ts'

const scripts = fileURLToPath(new URL('page/assets', import.meta.url))

test('the page’s scripts are well-typed, with the types of what the mock says', () => {
  expect(compilerSaysOf(scripts)).toEqual([])
})
