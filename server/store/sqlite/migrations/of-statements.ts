import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A migration that runs a few statements. One that needs comments has a file of its own. */
export const ofStatements = (...statements: readonly string[]): Migration => ({
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
