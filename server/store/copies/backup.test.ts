import fs, { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../../tests/kit/temporary-folder.ts'
import { openSqliteStore } from '../sqlite.ts'
import { StoreError } from '../store.ts'
import { backUp } from './backup.ts'

const source = async (sql: string) => {
  const folder = temporaryFolder()
  const file = join(folder, 'merch.db')
  await (await openSqliteStore(file)).close()
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  database.exec(sql)
  database.close()
  return { folder, file, copy: join(folder, 'copy', 'backup.db') }
}

test('a backup is one file for its owner, without queued deliveries, and reports its progress', async () => {
  const { file, copy } = await source(`
    insert into accounts (id, name, created_at)
      with recursive n as (select 1 as i union all select i + 1 from n where i < 10000)
      select 'acc_' || i, hex(zeroblob(500)), '' from n;
    insert into delivery_queue (account_id, webhook_id, event, body, created_at)
      values ('acc_1', 'whk_1', 'order.shipped', '{}', 0)`)
  mkdirSync(dirname(copy))
  const fractions: number[] = []
  const writer = new DatabaseSync(file)
  await backUp(file, copy, (fraction) => {
    fractions.push(fraction)
    // The copy keeps the state in which it began.
    writer.exec(`insert into accounts (id, name, created_at) values ('later_${fraction}', '', '')`)
  })
  writer.close()
  expect(fractions.length).toBeGreaterThan(1)
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
  expect(fractions.every((fraction) => fraction > 0 && fraction < 1)).toBe(true)
  expect(readdirSync(dirname(copy))).toEqual(['backup.db'])
  expect(statSync(copy).mode & 0o777).toBe(0o600)
  const database = new DatabaseSync(copy, { readOnly: true })
  const rows = ['accounts', 'delivery_queue'].map((table) =>
    database.prepare(`select count(*) as rows from ${table}`).get(),
  )
  expect(rows).toEqual([{ rows: 10_000 }, { rows: 0 }])
  expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'delete' })
  database.close()
})

test.each([
  [
    'with a row that refers to a missing one',
    `insert into account_numbers (account_id) values ('none')`,
    'The copy is not sound: a row of account_numbers leads to none of accounts',
  ],
  [
    'of an earlier version',
    `delete from migrations where name like '0005-%'`,
    /^An earlier version has written .* Back it up with that version, or run merch migrate first\.$/,
  ],
  [
    'of a newer version',
    `insert into migrations values ('9999-later', '')`,
    /a newer version has changed its schema/,
  ],
])('a database %s is not backed up', async (_, sql, message) => {
  const { file, copy } = await source(sql)
  mkdirSync(dirname(copy))
  const backingUp = backUp(file, copy)
  await expect(backingUp).rejects.toThrow(StoreError)
  await expect(backingUp).rejects.toThrow(message)
  expect(readdirSync(dirname(copy))).toEqual([])
})

test('a backup is not written where another one is, or cannot be', async () => {
  const { folder, file, copy } = await source('')
  await expect(backUp(file, copy)).rejects.toThrow(/^There is no folder .*copy\. Create it first/)
  mkdirSync(dirname(copy))
  writeFileSync(`${copy}.partial`, '')
  await expect(backUp(file, copy)).rejects.toThrow(
    /^Another backup is writing .*backup\.db\.partial/,
  )
  await expect(backUp(file, file)).rejects.toThrow('is the database itself')
  await expect(backUp(join(folder, 'none.db'), copy)).rejects.toThrow('There is no database')
})

test('a backup is on disk before it has its name, and then its name is', async () => {
  const { folder, file } = await source('')
  const copy = join(folder, 'backup.db')
  const named: boolean[] = []
  const { fsyncSync } = fs
  vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
    named.push(existsSync(copy))
    fsyncSync(descriptor)
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
  await backUp(file, copy)
  expect(named).toEqual([false, true])
})
