import type { DatabaseSync } from 'node:sqlite'
import {
  createMigrationTable,
  migrations,
  pendingMigrations,
  requireKnown,
  migrationTable as table,
} from '../schema.ts'

const has = (database: DatabaseSync, condition: string): boolean =>
  database.prepare(`select 1 from sqlite_schema where ${condition}`).get() !== undefined

/** Returns whether a database has tables but no migrations table of this program. */
export const isForeign = (database: DatabaseSync): boolean =>
  has(database, `type = 'table'`) && !has(database, `name = '${table}'`)

/** Returns the names of the migrations that ran on the database. */
export const appliedMigrations = (database: DatabaseSync): string[] =>
  has(database, `name = '${table}'`)
    ? database
        .prepare(`select name from ${table}`)
        .all()
        .map(({ name }) => String(name))
    : []

const pendingOf = (database: DatabaseSync, all = migrations.sqlite) =>
  pendingMigrations(all, appliedMigrations(database))

/**
 * Migrates a database to the current schema. Runs all migrations or none.
 * @returns the names of the migrations that it ran.
 * @throws if an older or a newer version has created its tables.
 */
export const migrate = (database: DatabaseSync, all = migrations.sqlite): string[] => {
  requireKnown(appliedMigrations(database))
  if (pendingOf(database, all).length === 0) return []
  database.exec('begin immediate')
  try {
    // Another process may have migrated it meanwhile.
    const pending = pendingOf(database, all)
    database.exec(createMigrationTable)
    for (const statement of pending.flatMap(({ statements }) => statements))
      database.exec(statement)
    database.exec('commit')
    return pending.map(({ name }) => name)
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}
