import { type Kysely, sql } from 'kysely'

const statements = [
  sql`alter table accounts add column email text`,
  sql`alter table accounts add column email_key text`,
  // A sign-in link is requested by email address, so an address must belong to one active account.
  sql`create unique index accounts_by_email on accounts (email_key) where deactivated_at is null`,

  sql`create table sign_in_links (
    digest text primary key,
    account_id text not null references accounts (id),
    created_at integer not null
  ) strict, without rowid`,
  sql`create index sign_in_links_by_account on sign_in_links (account_id, created_at)`,

  sql`create table portal_sessions (
    digest text primary key,
    account_id text not null references accounts (id),
    created_at integer not null
  ) strict, without rowid`,
  sql`create index portal_sessions_by_age on portal_sessions (created_at)`,
]

/** Adds the accounts' email addresses, sign-in links and sessions of the portal. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await statement.execute(db)
}
