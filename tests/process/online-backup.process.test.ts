import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { BackupError, backUp } from '../../server/store/sqlite/backup.ts'
import { findInconsistencies } from '../../server/testing/find-inconsistencies.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { seededFile } from './server-process.ts'

/** Creates a database and the path for its copy. */
const given = async () => {
  const { databaseFile } = await seededFile()
  return { from: databaseFile, to: join(temporaryFolder(), 'backup.db') }
}

const opened = (file: string): DatabaseSync => {
  const database = new DatabaseSync(file)
  onTestFinished(() => {
    if (database.isOpen) database.close()
  })
  return database
}

const filesBeside = (file: string) => readdirSync(dirname(file))

test('A copy is one consistent file with the same rows, readable by its owner only', async () => {
  const { from, to } = await given()
  await backUp(from, to)
  expect(filesBeside(to)).toEqual(['backup.db'])
  // Not a database with a write-ahead log, which would be two files (SQLite's file format, §1.3).
  expect([...readFileSync(to).subarray(18, 20)]).toEqual([1, 1])
  expect(statSync(to).mode & 0o777).toBe(0o600)
  expect(findInconsistencies(to)).toEqual([])
  const rows = 'select (select count(*) from variants) as v, (select digest from api_keys) as k'
  expect(opened(to).prepare(rows).get()).toEqual(opened(from).prepare(rows).get())
})

test('The copy includes changes that are only in the write-ahead log', async () => {
  const { from, to } = await given()
  const writer = opened(from)
  writer.exec(`pragma wal_autocheckpoint = 0; update accounts set name = 'Only in the log'`)
  expect(readFileSync(from).includes('Only in the log')).toBe(false)
  await backUp(from, to)
  expect(readFileSync(to).includes('Only in the log')).toBe(true)
})

test('Writes during a copy do not restart it, and the copy shows one state', async () => {
  const { from, to } = await given()
  const writer = opened(from)
  writer.exec(`create table pairs (a integer, b blob); create table others (a integer, b blob)`)
  const add = () =>
    writer.exec(`begin;
      insert into pairs select coalesce(max(a), 0) + 1, randomblob(50000) from pairs;
      insert into others select coalesce(max(a), 0) + 1, randomblob(50000) from others;
      commit`)
  for (let i = 0; i < 150; i++) add()
  const shares: number[] = []
  const made = backUp(from, to, (share) => {
    shares.push(share)
    add()
  })
  for (let written = 0; written < 20; written++) {
    add()
    await new Promise(setImmediate)
  }
  await made
  expect(shares.length).toBeGreaterThan(2)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  const counts = 'select (select max(a) from pairs) as pairs, (select max(a) from others) as others'
  const { pairs, others } = { ...opened(to).prepare(counts).get() }
  expect(pairs).toBe(others)
  expect(opened(from).prepare(counts).get()).not.toMatchObject({ pairs })
})

/** Attempts a copy that must fail. Returns the message, and checks that no file is left. */
const refused = async (from: string, to: string): Promise<string> => {
  const before = filesBeside(to)
  const error: unknown = await backUp(from, to).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(BackupError)
  expect(filesBeside(to)).toEqual(before)
  return error instanceof Error ? error.message : ''
}

test('A copy of a missing or invalid database, or onto itself, fails and leaves no file', async () => {
  const { from, to } = await given()
  expect(await refused(join(dirname(to), 'none.db'), to)).toMatch(
    /^There is no database .*none.db$/,
  )
  expect(await refused(from, from)).toMatch(/ is the database itself$/)
  expect(await refused(from, join(dirname(from), '.', 'test.db'))).toMatch(
    / is the database itself$/,
  )
  const text = join(dirname(from), 'text')
  writeFileSync(text, 'This is not a database, though it is long enough to have a file header.')
  expect(await refused(text, to)).toMatch(/ cannot be copied to .*: file is not a database$/)
})

test('A copy to a path that cannot be written fails with a message', async () => {
  const { from } = await given()
  await expect(backUp(from, '/dev/null/backup.db')).rejects.toThrow(
    /test.db cannot be copied to \/dev\/null\/backup.db: /,
  )
})

test('A database that a newer version has migrated is not copied', async () => {
  const { from, to } = await given()
  opened(from).exec(`insert into kysely_migration (name, timestamp) values ('9999-later', '')`)
  expect(await refused(from, to)).toMatch(/^A newer version has changed its schema \(9999-later\)/)
})

test('A copy that is inconsistent is discarded', async () => {
  const { from, to } = await given()
  opened(from).exec('pragma foreign_keys = off; delete from accounts')
  expect(await refused(from, to)).toMatch(/^The copy is not sound: a row of \w+ leads to none of /)
  expect(existsSync(to)).toBe(false)
})

test('A second backup to the same file fails while the first is running', async () => {
  const { from, to } = await given()
  writeFileSync(`${to}.partial`, '')
  expect(await refused(from, to)).toMatch(/^Another backup is writing .*backup.db.partial/)
})
