import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, expect, inject } from 'vitest'
import { reachedFolder } from './reached.ts'
import { onPostgresId } from './test-id.ts'

// A setup file: Vitest executes it before each test file. Records the probes that the test file reaches.

const reached = new Set<number>()
Object.assign(globalThis, {
  reachFault(index: number) {
    reached.add(index)
  },
})

afterAll(() => {
  const { testPath = '' } = expect.getState()
  const path = relative(process.cwd(), testPath)
  const test = inject('postgresSocket') === undefined ? path : onPostgresId(path)
  const file = join(reachedFolder(process.cwd()), encodeURIComponent(test))
  writeFileSync(file, JSON.stringify([...reached]))
})
