import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, expect } from 'vitest'
import { reachedFolder } from './reached.ts'

// A setup file: Vitest executes it before each test file. Records the probes that the test file reaches.

const reached = new Set<number>()
Object.assign(globalThis, {
  reachFault(index: number) {
    reached.add(index)
  },
})

afterAll(() => {
  const { testPath = '' } = expect.getState()
  const name = encodeURIComponent(relative(process.cwd(), testPath))
  writeFileSync(join(reachedFolder(process.cwd()), name), JSON.stringify([...reached]))
})
