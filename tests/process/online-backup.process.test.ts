import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { BackupError, backUp } from '../../server/store/sqlite/backup.ts'
import { findInconsistencies } from '../../server/testing/find-inconsistencies.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { seededFile } from './server-process.ts'

/** A database to copy, and a place for the copy. */
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

test('a copy is one sound file with the same rows, for its owner alone', async () => {
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

test('what is not yet in the database’s own file is in the copy', async () => {
  const { from, to } = await given()
  const writer = opened(from)
  writer.exec(`pragma wal_autocheckpoint = 0; update accounts set name = 'Only in the log'`)
  expect(readFileSync(from).includes('Only in the log')).toBe(false)
  await backUp(from, to)
  expect(readFileSync(to).includes('Only in the log')).toBe(true)
})

test('however much is written meanwhile, it is one state, copied once', async () => {
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

/** What is said when a copy cannot be made; nothing must be left of it. */
const refused = async (from: string, to: string): Promise<string> => {
  const before = filesBeside(to)
  const error: unknown = await backUp(from, to).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(BackupError)
  expect(filesBeside(to)).toEqual(before)
  return error instanceof Error ? error.message : ''
}

test('what cannot be copied is said, and leaves nothing', async () => {
  const { from, to } = await given()
  expect(await refused(join(dirname(to), 'none.db'), to)).toMatch(
    /^There is no database .*none.db$/,
  )
  expect(await refused(from, from)).toMatch(/ is the database itself$/)
  expect(await refused(from, join(dirname(from), '.', 'test.db'))).toMatch(
    / is the database itself$/,
  )
  const text = join(dirname(from), 'text')
  writeFileSync(text, 'This is not a database, though it is long enough to be looked at as one.')
  expect(await refused(text, to)).toMatch(/ cannot be copied to .*: file is not a database$/)
})

test('a place that is none is said', async () => {
  const { from } = await given()
  await expect(backUp(from, '/dev/null/backup.db')).rejects.toThrow(
    /test.db cannot be copied to \/dev\/null\/backup.db: /,
  )
})

test('a database that a newer version wrote is left to it', async () => {
  const { from, to } = await given()
  opened(from).exec(`insert into kysely_migration (name, timestamp) values ('9999-later', '')`)
  expect(await refused(from, to)).toMatch(/^A newer version has changed its schema \(9999-later\)/)
})

test('a copy that is not sound never gets its name', async () => {
  const { from, to } = await given()
  opened(from).exec('pragma foreign_keys = off; delete from accounts')
  expect(await refused(from, to)).toMatch(/^The copy is not sound: a row of \w+ leads to none of /)
  expect(existsSync(to)).toBe(false)
})

test('two at once do not write one file', async () => {
  const { from, to } = await given()
  writeFileSync(`${to}.partial`, '')
  expect(await refused(from, to)).toMatch(/^Another backup is writing .*backup.db.partial/)
})
