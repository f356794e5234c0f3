import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recordingLog } from '../../testkit/recording-log.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { readConfig } from '../config.ts'
import { protectFiles } from './start.ts'

const protect = (file: string) => {
  const { log, lines } = recordingLog()
  protectFiles(readConfig({ DATABASE_URL: `file:${file}` }), log)
  return lines.join('')
}

test('a database that other users can read is closed to them, which is logged once', () => {
  const file = join(temporaryFolder(), 'merch.db')
  writeFileSync(file, '')
  chmodSync(file, 0o644)
  expect(JSON.parse(protect(file))).toMatchObject({
    level: 40,
    files: 1,
    msg: 'other users could read the database or emails; removed their access',
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(protect(file)).toBe('')
})

// Linux rejects changes of the permissions of this file.
const fixed = `/proc/${process.pid}/stat`
test.skipIf(!existsSync(fixed))('logs the files that other users can still read', () => {
  expect(protect(fixed)).toContain(
    `"files":["${fixed}"],"msg":"other users can read these files; run chmod go= on them"`,
  )
})
