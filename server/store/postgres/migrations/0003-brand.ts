import { type Kysely, sql } from 'kysely'
import { text } from './column-types.ts'

const statements = [
  sql`create table account_logos (
    account_id ${text} primary key references accounts (id),
    file ${text} not null,
    content text not null
  )`,
  sql`create index account_logos_by_file on account_logos (file)`,
  sql`alter table redemptions add column session ${text}`,
]

/** Adds logos of accounts, and the browser session that redeemed an invite. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await statement.execute(db)
}
