import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

test('the page’s scripts are well-typed, with the types of what the mock says', () => {
  const tsc = path('../../node_modules/typescript/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', path('page/assets')], {
    encoding: 'utf8',
  })
  expect([status, stdout]).toEqual([0, ''])
})
