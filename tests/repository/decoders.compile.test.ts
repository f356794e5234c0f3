import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('product code checks what JSON.parse returns before it gives it a type', () => {
  // There, JSON.parse returns `unknown`, so that a value without a check does not compile.
  const { stdout } = spawnSync(
    process.execPath,
    ['node_modules/typescript-7/bin/tsc', '--project', 'tests/repository/decoders'],
    { cwd: root, encoding: 'utf8' },
  )
  expect(stdout).toBe('')
})
