import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { findInconsistencies } from '../../../server/testing/find-inconsistencies.ts'
import { must } from '../violation.ts'
import type { SqliteFaults } from '../world/sqlite-faults.ts'
import { checkedRows, queuedRows, statementsIn } from './rows.ts'
import type { RowReader, RunDatabase } from './run-database.ts'

/** Temporary files, in memory where the system has such a folder. */
const root = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

const statements = statementsIn({
  object: 'json_object',
  field: (path) => `body ->> '$.${path}'`,
})

/** Reads a file. The reader's statements meet no faults. */
const openReader = (file: string, faults: SqliteFaults): RowReader =>
  faults.paused(() => {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    const rows = database.prepare(statements.rows)
    const stockApart = database.prepare(statements.stockApart)
    const queued = database.prepare(statements.queued)
    const paused = async <T>(work: () => T): Promise<T> => faults.paused(work)
    return {
      read: () => paused(() => checkedRows(rows.all(), stockApart.all())),
      queued: () => paused(() => queuedRows(queued.all())),
      checkAll: () =>
        paused(() => {
          const found = findInconsistencies(file)
          must(found.length === 0, 'stock is the sum of its events', () => found.join('\n'))
        }),
      close: () => paused(() => database.close()),
    }
  })

/** Returns the database of a run on SQLite, a copy of a file. */
export const sqliteDatabase = (template: string, faults: SqliteFaults): RunDatabase => {
  const folder = mkdtempSync(join(root, 'merch-simulation-'))
  let lives = 0
  const fileOf = (life: number) => join(folder, String(life), 'simulated.db')
  /** Copies what a killed process leaves behind. The copies are the next life's files. */
  const copy = (from: string) => {
    mkdirSync(join(folder, String(lives)))
    for (const suffix of ['', '-wal'])
      if (existsSync(from + suffix)) copyFileSync(from + suffix, fileOf(lives) + suffix)
  }
  copy(template)
  return {
    environment: () => ({ DATABASE_URL: `file:${fileOf(lives)}` }),
    kill: () => {
      lives++
      copy(fileOf(lives - 1))
    },
    end: async () => {},
    openReader: async () => openReader(fileOf(lives), faults),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}
