import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { compileProject } from '../../testkit/compile.ts'

const scripts = fileURLToPath(new URL('assets', import.meta.url))

test('the page’s scripts type-check against the control API’s types', () => {
  expect(compileProject(scripts)).toEqual([])
})
