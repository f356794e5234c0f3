import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recordingLog } from '../../testkit/recording-log.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { readConfig } from '../config.ts'
import { protectFiles } from './protect-files.ts'

test('a database that other users can read is closed to them, which is logged once', () => {
  const file = join(temporaryFolder(), 'merch.db')
  writeFileSync(file, '')
  chmodSync(file, 0o644)
  const config = readConfig({ DATABASE_URL: `file:${file}` })
  const { log, lines } = recordingLog()
  for (let i = 0; i < 2; i++) protectFiles(config, log)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, files: 1 }])
})
