import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Creates a migration from a few statements. A migration that needs comments has its own file. */
export const ofStatements = (...statements: readonly string[]): Migration => ({
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
