import { sql } from 'kysely'

/** Text that is compared and sorted by code points, whatever the collation of the database is. */
export const text = sql.raw('text collate "C"')
/** The order of creation. */
export const seq = sql.raw('seq bigint generated always as identity')
