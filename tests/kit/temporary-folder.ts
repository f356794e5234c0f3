import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates a folder. The caller removes it. */
export const makeTemporaryFolder = (parent = tmpdir()) =>
  mkdtempDisposableSync(join(parent, 'merch-test-'))

/** Creates a folder in `dist`, where the compiler and programs find the project's packages. The caller removes it. */
export const makeFolderInProject = () => {
  const dist = join(import.meta.dirname, '../../dist')
  mkdirSync(dist, { recursive: true })
  return makeTemporaryFolder(dist)
}

/** Creates a folder that is removed after the test. */
export const temporaryFolder = (): string => {
  const { path, remove } = makeTemporaryFolder()
  onTestFinished(remove)
  return path
}

/** Writes a file in a folder that is removed after the test. Returns its path. */
export const temporaryFile = (name: string, content: string | Uint8Array): string => {
  const file = join(temporaryFolder(), name)
  writeFileSync(file, content)
  return file
}
