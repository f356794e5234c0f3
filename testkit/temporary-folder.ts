import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A new folder, and what removes it. */
export const makeTemporaryFolder = () => {
  const path = mkdtempSync(join(tmpdir(), 'merch-test-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** A folder of the test's own, gone when the test is over. */
export const temporaryFolder = (): string => {
  const { path, remove } = makeTemporaryFolder()
  onTestFinished(remove)
  return path
}
