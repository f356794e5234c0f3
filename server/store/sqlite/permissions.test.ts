import {
  chmodSync,
  existsSync,
  mkdirSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../testkit/temporary-folder.ts'
import { backUp } from './backup.ts'
import { tightenPermissions } from './database-file.ts'
import { openSqliteStore } from './sqlite-store.ts'

beforeEach(() => {
  const before = process.umask(0)
  onTestFinished(() => {
    process.umask(before)
  })
})

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

test('the files of a database and its backups are for their owner alone, whatever the umask', async () => {
  const folder = join(temporaryFolder(), 'a', 'b')
  const file = join(folder, 'merch.db')
  const store = await openSqliteStore(file)
  onTestFinished(() => store.close())
  await backUp(file, join(folder, 'backup.db'))
  const files = [file, `${file}-wal`, `${file}-shm`, join(folder, 'backup.db')]
  expect(files.map(modeOf)).toEqual(files.map(() => '600'))
  expect([folder, join(folder, '..')].map(modeOf)).toEqual(['700', '700'])
})

/** Creates the files of an earlier version, which everyone may read. */
const openFiles = () => {
  const folder = realpathSync(temporaryFolder())
  chmodSync(folder, 0o755)
  const [file, outbox] = [join(folder, 'merch.db'), join(folder, 'outbox')]
  mkdirSync(outbox, 0o755)
  const email = join(outbox, 'inv_1.eml')
  for (const path of [file, `${file}-wal`, email]) writeFileSync(path, '', { mode: 0o644 })
  return { folder, file, outbox, email }
}

test('existing files are tightened once, and the folder of the database is left alone', () => {
  const { folder, file, outbox, email } = openFiles()
  expect(tightenPermissions(file, outbox)).toEqual({
    changed: [file, `${file}-wal`, outbox, email],
    failed: [],
  })
  expect([file, `${file}-wal`, outbox, email, folder].map(modeOf)).toEqual([
    ...['600', '600', '700', '600'],
    '755',
  ])
  expect(tightenPermissions(file, outbox)).toEqual({ changed: [], failed: [] })
})

test('an outbox with files of other programs is left alone', () => {
  const { file, outbox, email } = openFiles()
  writeFileSync(join(outbox, 'notes.txt'), '', { mode: 0o644 })
  expect(tightenPermissions(file, outbox).changed).toEqual([file, `${file}-wal`])
  expect([outbox, email].map(modeOf)).toEqual(['755', '644'])
})

test('a link leads to the files that are tightened', () => {
  const { folder, file, outbox } = openFiles()
  symlinkSync(file, join(folder, 'link.db'))
  tightenPermissions(join(folder, 'link.db'), outbox)
  expect([file, `${file}-wal`].map(modeOf)).toEqual(['600', '600'])
})

// Linux rejects changes of the permissions of this file.
const fixed = `/proc/${process.pid}/stat`
test.skipIf(!existsSync(fixed))('a file that cannot be changed is returned', () => {
  expect(tightenPermissions(fixed, 'none')).toEqual({ changed: [], failed: [fixed] })
})

test('the default folder is tightened', () => {
  const folder = temporaryFolder()
  const before = process.cwd()
  process.chdir(folder)
  onTestFinished(() => process.chdir(before))
  mkdirSync('data', 0o755)
  expect(tightenPermissions('data/merch.db', 'data/outbox').changed).toEqual(['data'])
  expect(modeOf('data')).toBe('700')
})
