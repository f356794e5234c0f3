import { everyAccountStatement } from '../statement.ts'
import type { Reader } from '../store.ts'
import { migrations } from './migrations/all.ts'

const applied = everyAccountStatement<Record<string, never>>()((db) =>
  db.selectFrom('kysely_migration').select('name'),
)

/**
 * Returns whether a store is readable and has the schema of this version. Another process may have
 * migrated it to a newer version.
 */
export const isCurrent = async (reader: Reader): Promise<boolean> => {
  const names = await reader.all(applied, {})
  return (
    names.length === Object.keys(migrations).length && names.every(({ name }) => name in migrations)
  )
}
