import type { Migration } from 'kysely/migration'
import { everyAccountStatement } from '../statement.ts'
import type { Reader } from '../store.ts'

const applied = everyAccountStatement<Record<string, never>>()((db) =>
  db.selectFrom('kysely_migration').select('name'),
)

/** Returns whether a database is readable and has exactly these migrations. */
export const isCurrent = async (
  reader: Reader,
  migrations: Readonly<Record<string, Migration>>,
): Promise<boolean> => {
  const names = await reader.all(applied, {})
  return (
    names.length === Object.keys(migrations).length && names.every(({ name }) => name in migrations)
  )
}
