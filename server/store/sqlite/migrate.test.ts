import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testkit/temporary-folder.ts'
import { StoreError } from '../store-error.ts'
import { openSqliteStore } from './sqlite-store.ts'

const schemaOf = (database: DatabaseSync) =>
  database
    .prepare(
      `select sql from sqlite_schema where sql is not null and name not like 'kysely%' order by name`,
    )
    .all()

test('a database of a newer version is rejected and not changed', async () => {
  const file = join(temporaryFolder(), 'test.db')
  await (await openSqliteStore(file)).close()
  const database = new DatabaseSync(file)
  database.exec(`insert into kysely_migration (name, timestamp) values ('9999-later', '')`)
  const before = schemaOf(database)
  await expect(openSqliteStore(file)).rejects.toThrow(StoreError)
  await expect(openSqliteStore(file)).rejects.toThrow(/a newer version .*9999-later/)
  expect(schemaOf(database)).toEqual(before)
  database.close()
})

test('a database of a version before 0.9 is rejected and not changed', async () => {
  const file = join(temporaryFolder(), 'test.db')
  const database = new DatabaseSync(file)
  database.exec(`
    create table kysely_migration (name, timestamp);
    insert into kysely_migration (name, timestamp) values ('0001-initial', '')`)
  const before = schemaOf(database)
  await expect(openSqliteStore(file)).rejects.toThrow(/a version before 0.9 has written it. Use /)
  expect(schemaOf(database)).toEqual(before)
  database.close()
})

test('a migration that fails changes nothing, and is reported', async () => {
  const file = join(temporaryFolder(), 'test.db')
  const database = new DatabaseSync(file)
  database.exec('create table kysely_migration (name, timestamp); create table orders (id)')
  const before = schemaOf(database)
  await expect(openSqliteStore(file)).rejects.toThrow(/orders already exists/)
  expect(schemaOf(database)).toEqual(before)
  database.close()
})

test('a file that is not a database is rejected', async () => {
  const file = join(temporaryFolder(), 'test.db')
  await writeFile(file, 'This is not a database, though it is long enough to be looked at as one.')
  await expect(openSqliteStore(file)).rejects.toThrow(
    /test.db cannot be opened: file is not a database/,
  )
})

test('a folder is rejected with a message that says so', async () => {
  await expect(openSqliteStore(temporaryFolder())).rejects.toThrow(
    /cannot be opened: it is a folder$/,
  )
})

test('a database of another program is rejected and not changed', async () => {
  const file = join(temporaryFolder(), 'test.db')
  const database = new DatabaseSync(file)
  database.exec('create table notes (text)')
  database.close()
  const before = await readFile(file)
  await expect(openSqliteStore(file)).rejects.toThrow(
    /test.db cannot be opened: it holds the tables of another program$/,
  )
  expect(await readFile(file)).toEqual(before)
})
