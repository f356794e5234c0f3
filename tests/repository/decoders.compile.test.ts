import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('Product code validates the results of JSON.parse', () => {
  // In that project, JSON.parse returns `unknown`, so an unvalidated result does not compile.
  const { stdout } = spawnSync(
    process.execPath,
    ['node_modules/typescript-7/bin/tsc', '--project', 'tests/repository/decoders'],
    { cwd: root, encoding: 'utf8' },
  )
  expect(stdout).toBe('')
})
