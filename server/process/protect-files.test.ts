import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recordingLog } from '../../testkit/recording-log.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { readConfig } from '../config.ts'
import { protectFiles } from './protect-files.ts'

const protect = (file: string) => {
  const { log, lines } = recordingLog()
  protectFiles(readConfig({ DATABASE_URL: `file:${file}` }), log)
  return lines.join('')
}

test('logs that other users could read the database, once', () => {
  const file = join(temporaryFolder(), 'merch.db')
  writeFileSync(file, '')
  chmodSync(file, 0o644)
  expect(protect(file)).toContain('"files":1,"msg":"other users could read the database or emails')
  expect(protect(file)).toBe('')
})

// Linux rejects changes of the permissions of this file.
const fixed = `/proc/${process.pid}/stat`
test.skipIf(!existsSync(fixed))('logs the files that other users can still read', () => {
  expect(protect(fixed)).toContain(
    `"files":["${fixed}"],"msg":"other users can read these files; run chmod go= on them"`,
  )
})
