import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { type CopyOptions, copyDatabase } from './copy-database.ts'
import { CopyError } from './copy-sides.ts'
import { openSqliteStore } from './sqlite/sqlite-store.ts'

/** Creates a database, changed by SQL, and returns a function that copies it to another folder. */
const source = async (sql: string) => {
  const folder = temporaryFolder()
  const file = join(folder, 'source.db')
  await (await openSqliteStore(file)).close()
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  database.exec(sql)
  database.close()
  const target = join(folder, 'copies', 'copy.db')
  const copy = (options?: CopyOptions) =>
    copyDatabase(
      { databaseFile: file, postgres: undefined },
      { databaseFile: target, postgres: undefined },
      options,
    )
  const copies = () =>
    readdirSync(folder, { recursive: true }).filter((name) => `${name}`.startsWith('copies/'))
  return { file, target, copy, copies }
}

test.each([
  [
    'a row that refers to a missing one',
    `insert into contact_tags values ('acc_1', 'cmp_1', 'vip', 7)`,
    'A row of contact_tags refers to a missing row of contacts.',
  ],
  [
    'the schema of another version',
    'delete from kysely_migration',
    'The source does not have the schema of this version. Start the server of this version on it once.',
  ],
])('a database with %s is not copied', async (_, sql, message) => {
  const { copy, copies } = await source(sql)
  await expect(copy()).rejects.toThrow(new CopyError(message))
  expect(copies()).toEqual([])
})

test('a file that is no database of this program is not copied', async () => {
  const { file, copy } = await source('drop table kysely_migration')
  await expect(copy()).rejects.toThrow(/^The source does not have the schema/)
  writeFileSync(file, '')
  await expect(copy()).rejects.toThrow(/^The source does not have the schema/)
  writeFileSync(file, 'not a database')
  await expect(copy()).rejects.toThrow(/^The source .*source\.db cannot be opened: file is not/)
})

test('a file that is created during the copy is kept', async () => {
  const { target, copy, copies } = await source('')
  const copying = copy({ onProgress: () => writeFileSync(target, 'other') })
  await expect(copying).rejects.toThrow(`${target} was created meanwhile.`)
  expect(copies()).toEqual(['copies/copy.db'])
})

test('a signal that is aborted during the copy, or before it, ends it', async () => {
  const { copy, copies } = await source('')
  const stopping = new AbortController()
  setImmediate(() => setImmediate(() => stopping.abort()))
  for (const signal of [stopping.signal, AbortSignal.abort()])
    await expect(copy({ signal })).rejects.toThrow(/aborted/)
  expect(copies()).toEqual([])
})

test('a copy reports its progress up to the end, and the rows of each table', async () => {
  const { copy } = await source('')
  const fractions: number[] = []
  const copied = await copy({ onProgress: (fraction) => fractions.push(fraction) })
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
  expect(fractions.at(-1)).toBeCloseTo(1)
  const rows = copied.map(({ name, source, target }) => [name, source.rows, target.rows])
  expect(rows.filter(([, ...counts]) => counts.some(Boolean))).toEqual([['request_clock', 1, 1]])
})
