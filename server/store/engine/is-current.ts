import type { Migration } from 'kysely/migration'
import { everyAccountStatement } from '../statement.ts'
import type { Reader } from '../store.ts'

const applied = everyAccountStatement<Record<string, never>>()((db) =>
  db.selectFrom('kysely_migration').select('name'),
)

/** Returns whether the migrations that a database names are exactly those of this version. */
export const hasExactly = (
  names: readonly unknown[],
  migrations: Readonly<Record<string, Migration>>,
): boolean =>
  names.length === Object.keys(migrations).length &&
  names.every((name) => String(name) in migrations)

/** Returns whether a database is readable and has exactly these migrations. */
export const isCurrent = async (
  reader: Reader,
  migrations: Readonly<Record<string, Migration>>,
): Promise<boolean> => {
  const rows = await reader.all(applied, {})
  return hasExactly(
    rows.map(({ name }) => name),
    migrations,
  )
}
