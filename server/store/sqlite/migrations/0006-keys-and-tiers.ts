import { type Kysely, sql } from 'kysely'

const statements = [
  sql`alter table api_keys add column last_used_at text`,

  sql`create table account_tiers (
    account_id text primary key references accounts (id),
    budget integer not null check (budget > 0)
  ) strict, without rowid`,
  sql`create table network_tiers (
    network text primary key,
    budget integer not null check (budget > 0)
  ) strict, without rowid`,

  sql`create table request_clock (offset integer not null) strict`,
  sql`insert into request_clock (offset) values (0)`,

  sql`alter table request_log rename to request_log_by_address_and_second`,
  sql`create table request_log (
    seq integer primary key,
    address text not null,
    second integer not null,
    requests integer not null
  ) strict`,
  sql`insert into request_log (address, second, requests)
    select address, second, requests from request_log_by_address_and_second order by second`,
  sql`drop table request_log_by_address_and_second`,
  sql`create index request_log_by_address on request_log (address, second, requests)`,
]

/** Adds the last use of keys, higher budgets, and a request log that is read in the order of writing. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await statement.execute(db)
}
