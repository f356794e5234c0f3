import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

test('the scripts of the pages have no type errors', () => {
  const tsc = path('../../../node_modules/typescript/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', path('assets')], {
    encoding: 'utf8',
  })
  expect([status, stdout]).toEqual([0, ''])
})
