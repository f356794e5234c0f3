import { isMigrated } from '../schema.ts'
import { everyAccountStatement } from '../statement.ts'
import type { Reader } from '../store.ts'

const applied = everyAccountStatement<Record<string, never>>()((db) =>
  db.selectFrom('kysely_migration').select('name'),
)

/** Returns whether a database is readable and has the schema of this version. */
export const isCurrent = async (reader: Reader): Promise<boolean> =>
  isMigrated((await reader.all(applied, {})).map(({ name }) => name))
