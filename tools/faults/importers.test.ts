import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { readImporters } from './importers.ts'

test('files that import a file, or start a program that does, are found with their distance', () => {
  const folder = temporaryFolder()
  const files = {
    'server/a.ts': 'export const a = 1',
    'server/main.ts': "import { a } from './a.ts'",
    'server/a.test.ts': "import {\n  a,\n} from './a.ts'",
    'server/types.test.ts': "import type { A } from './a.ts'",
    'tests/main.process.test.ts': "startProgram('server/main.ts')",
    'tests/names.test.ts': "expect(files).toContain('server/main.ts')",
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  expect(Object.fromEntries(readImporters(folder)('server/a.ts'))).toEqual({
    'server/a.ts': 0,
    'server/main.ts': 1,
    'server/a.test.ts': 1,
    'tests/main.process.test.ts': 2,
  })
})
