import fs, { existsSync, readdirSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { type CopyOptions, copyDatabase, TableChecksum } from './copy-database.ts'
import { CopyError, firstBatchSize, type Row, rowText } from './copy-sides.ts'
import { backUp } from './sqlite/backup.ts'
import { openSqliteReader, openSqliteTarget } from './sqlite/copy.ts'
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
  const rows = copied.filter(({ source, target }) => source.rows + target.rows > 0)
  expect(rows).toEqual([])
})

const value = fc.oneof(
  fc.constantFrom(null, '', '\\N', '\\.', '\t', '\n', '\\', 'N', '0'),
  fc.string(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

const checksumOf = (rows: readonly Row[]): string => {
  const checksum = new TableChecksum()
  for (const row of rows) checksum.add(row)
  return String(checksum)
}

test('different rows have different texts of one line each', () => {
  const row = fc.array(value, { minLength: 2, maxLength: 2 })
  fc.assert(
    fc.property(row, row, (a, b) => {
      expect(rowText(a).indexOf('\n')).toBe(rowText(a).length - 1)
      // A column has one type, so 1 and '1' cannot both be there.
      const isSame = a.every((each, k) =>
        each === null ? b[k] === null : b[k] !== null && `${each}` === `${b[k]}`,
      )
      expect(rowText(a) === rowText(b)).toBe(isSame)
    }),
  )
})

test('a checksum depends on the rows, and not on their order', () => {
  const [a, b, c]: [Row, Row, Row] = [
    ['a', 1],
    ['b', null],
    ['c', ''],
  ]
  expect(checksumOf([a, b, c])).toBe(checksumOf([c, a, b]))
  const others = [[a, b], [a, b, b], [a, b, ['c', null]], [a, a, b, b, c, c], []]
  for (const rows of others) expect(checksumOf(rows)).not.toBe(checksumOf([a, b, c]))
})

const descriptors = '/proc/self/fd'

/** Whether the system lists the open files of a process. */
const listsOpenFiles = existsSync(descriptors)

/** Returns the path of an open file. */
const pathOfDescriptor = (descriptor: number): string =>
  readlinkSync(join(descriptors, String(descriptor)))

/** Returns the files below a folder that this process has open. */
const openFilesIn = (folder: string): string[] =>
  readdirSync(descriptors).flatMap((name) => {
    // The descriptor of the listing itself is closed by now.
    const file = existsSync(join(descriptors, name)) ? pathOfDescriptor(Number(name)) : ''
    return file.startsWith(folder) ? [file] : []
  })

const addAccounts = (file: string, names: readonly string[]) => {
  const database = new DatabaseSync(file)
  const insert = database.prepare('insert into accounts (id, name, created_at) values (?, ?, ?)')
  for (const name of names) insert.run(`acc_${name}`, name, '')
  database.close()
}

/** Creates a database with accounts, and the name of a copy in a folder that does not exist. */
const sourceWithAccounts = async (accounts = 0) => {
  const folder = temporaryFolder()
  const file = join(folder, 'source.db')
  await (await openSqliteStore(file)).close()
  addAccounts(
    file,
    Array.from({ length: accounts }, (_, i) => `${i}`),
  )
  return { folder, file, target: join(folder, 'copies', 'copy.db') }
}

const at = (databaseFile: string) => ({ databaseFile, postgres: undefined })

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

/** Notes each path that is flushed, and whether a file exists by then. */
const notingFlushes = (file: string) => {
  const flushed: [string, boolean][] = []
  const { fsyncSync } = fs
  vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
    flushed.push([pathOfDescriptor(descriptor), existsSync(file)])
    fsyncSync(descriptor)
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
  return flushed
}

test.skipIf(!listsOpenFiles).each([
  ['copy', (from: string, to: string) => copyDatabase(at(from), at(to))],
  ['backup', backUp],
])('a %s is on disk before it has its name, and then its name is', async (_, copy) => {
  const { folder, file } = await sourceWithAccounts()
  const target = join(folder, 'copy.db')
  const flushed = notingFlushes(target)
  await copy(file, target)
  expect(flushed).toEqual([
    [`${target}.partial`, false],
    [folder, true],
  ])
})

test.skipIf(!listsOpenFiles)('a store and a backup close every file', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'merch.db')
  const store = await openSqliteStore(file)
  expect(openFilesIn(folder)).toContain(file)
  await backUp(file, join(folder, 'backup.db'))
  await store.close()
  expect(openFilesIn(folder)).toEqual([])
})

test('a copy is for its owner alone', async () => {
  const before = process.umask(0)
  onTestFinished(() => void process.umask(before))
  const { file, target } = await sourceWithAccounts()
  await copyDatabase(at(file), at(target))
  expect([dirname(target), target].map(modeOf)).toEqual(['700', '600'])
})

test('a copy can be read once it is committed', async () => {
  const { target } = await sourceWithAccounts()
  const copy = await openSqliteTarget(target)
  onTestFinished(() => copy.close())
  await copy.commit()
  const database = new DatabaseSync(target, { readOnly: true })
  onTestFinished(() => database.close())
  expect(database.prepare('select id from accounts').all()).toEqual([])
})

test('two copies do not write the same file', async () => {
  const { target } = await sourceWithAccounts()
  const first = await openSqliteTarget(target)
  onTestFinished(() => first.close())
  await expect(openSqliteTarget(target)).rejects.toThrow(
    new CopyError(`Another copy is writing ${target}.partial. Wait for its end.`),
  )
})

test.skipIf(!listsOpenFiles)('a copy closes the file of one that was interrupted', async () => {
  const { folder, file } = await sourceWithAccounts()
  const target = join(folder, 'copy.db')
  writeFileSync(`${target}.partial`, '')
  await copyDatabase(at(file), at(target))
  expect(openFilesIn(folder)).toEqual([])
  expect(readdirSync(folder)).not.toContain('copy.db.partial')
})

test.skipIf(!listsOpenFiles)('a copy that cannot be created leaves no file', async () => {
  const { folder, target } = await sourceWithAccounts()
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation((sql) => {
    if (/journal_mode/.test(sql)) throw new Error('disk I/O error')
  })
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  await expect(openSqliteTarget(target)).rejects.toThrow(
    new CopyError(`The target ${target} cannot be created: disk I/O error`),
  )
  expect(readdirSync(dirname(target))).toEqual([])
  expect(openFilesIn(folder)).toEqual([])
})

test.skipIf(!listsOpenFiles)('a source that cannot be read is closed', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'other.db')
  const other = new DatabaseSync(file)
  other.exec('create table other (id)')
  other.close()
  expect(() => openSqliteReader(file, 'source')).toThrow('The source does not have the schema')
  expect(openFilesIn(folder)).toEqual([])
})

test('a source is read in batches, in the state in which it was opened', async () => {
  const { file } = await sourceWithAccounts(firstBatchSize + 1)
  const reader = openSqliteReader(file, 'source')
  onTestFinished(() => reader.close())
  addAccounts(file, ['later'])
  const accounts = reader.tables.find(({ name }) => name === 'accounts')
  const sizes: number[] = []
  if (accounts) for await (const rows of reader.batches(accounts)) sizes.push(rows.length)
  expect(sizes).toEqual([firstBatchSize, 1])
})
