import { type Kysely, sql } from 'kysely'
import { seq, text } from './column-types.ts'

const statements = [
  sql`create table accounts (
    id ${text} primary key,
    name ${text} not null,
    created_at ${text} not null,
    deactivated_at ${text},
    order_numbers bigint not null default 100000,
    invite_numbers bigint not null default 100000,
    email ${text},
    email_key ${text}
  )`,
  // A sign-in link is requested by email address, so an address must belong to one active account.
  sql`create unique index accounts_by_email on accounts (email_key) where deactivated_at is null`,

  sql`create table api_keys (
    id ${text} primary key,
    account_id ${text} not null references accounts (id),
    name ${text} not null,
    digest ${text} not null unique,
    last_four ${text} not null,
    created_at ${text} not null,
    revoked_at ${text},
    last_used_at ${text}
  )`,
  sql`create index api_keys_by_account on api_keys (account_id)`,

  sql`create table sign_in_links (
    digest ${text} primary key,
    account_id ${text} not null references accounts (id),
    created_at bigint not null
  )`,
  sql`create index sign_in_links_by_account on sign_in_links (account_id, created_at)`,

  sql`create table portal_sessions (
    digest ${text} primary key,
    account_id ${text} not null references accounts (id),
    created_at bigint not null
  )`,
  sql`create index portal_sessions_by_age on portal_sessions (created_at)`,

  sql`create table account_tiers (
    account_id ${text} primary key references accounts (id),
    budget bigint not null check (budget > 0)
  )`,
  sql`create table network_tiers (
    network ${text} primary key,
    budget bigint not null check (budget > 0)
  )`,

  sql`create table request_clock ("offset" bigint not null)`,
  sql`insert into request_clock ("offset") values (0)`,
  sql`create table request_log (
    ${seq} primary key,
    address ${text} not null,
    second bigint not null,
    requests bigint not null
  )`,
  sql`create index request_log_by_address on request_log (address, second, requests)`,
]

/** Creates the tables of accounts, keys, the portal and the rate limit. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await statement.execute(db)
}
