import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates a folder. The caller removes it. */
export const makeTemporaryFolder = () => {
  const path = mkdtempSync(join(tmpdir(), 'merch-test-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Creates a folder that is removed after the test. */
export const temporaryFolder = (): string => {
  const { path, remove } = makeTemporaryFolder()
  onTestFinished(remove)
  return path
}
