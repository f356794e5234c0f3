import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { migrate } from './migrate.ts'
import { openSqliteStore, StoreError } from './sqlite-store.ts'

const schemaOf = (database: DatabaseSync): string =>
  database
    .prepare(
      `select sql from sqlite_schema
       where sql is not null and name not like 'kysely%' and name not like 'sqlite%'
       order by type desc, name`,
    )
    .all()
    .map(
      ({ sql }) =>
        `${String(sql)
          .replaceAll(/\n {4}/g, '\n  ')
          .replaceAll(/\n {2}\)/g, '\n)')};\n`,
    )
    .join('\n')

test('all migrations together make the schema that is written down', async () => {
  const database = new DatabaseSync(':memory:')
  await migrate(database)
  await expect(schemaOf(database)).toMatchFileSnapshot('schema.sql')
})

test('running them again changes nothing', async () => {
  const database = new DatabaseSync(':memory:')
  await migrate(database)
  const once = schemaOf(database)
  await migrate(database)
  expect(schemaOf(database)).toBe(once)
})

test('a database that a newer version wrote is refused and left alone', async () => {
  const file = join(temporaryFolder(), 'test.db')
  await (await openSqliteStore(file)).close()
  const database = new DatabaseSync(file)
  database.exec(`insert into kysely_migration (name, timestamp) values ('9999-later', '')`)
  const before = schemaOf(database)
  await expect(openSqliteStore(file)).rejects.toThrow(StoreError)
  await expect(openSqliteStore(file)).rejects.toThrow(/a newer version .*9999-later/)
  expect(schemaOf(database)).toBe(before)
  database.close()
})

test('a file that is no database is refused', async () => {
  const file = join(temporaryFolder(), 'test.db')
  await writeFile(file, 'This is not a database, though it is long enough to be looked at as one.')
  await expect(openSqliteStore(file)).rejects.toThrow(
    /test.db cannot be opened: file is not a database/,
  )
})
