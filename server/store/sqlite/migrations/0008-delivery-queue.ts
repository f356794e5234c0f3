import { type Kysely, sql } from 'kysely'

const statements = [
  // Numbers are never reused, so that a range of them never includes a later delivery.
  sql`create table delivery_queue (
    seq integer primary key autoincrement,
    account_id text not null references accounts (id),
    webhook_id text not null,
    event text not null,
    body text not null,
    created_at integer not null
  ) strict`,
  sql`create index delivery_queue_by_subscription on delivery_queue (account_id, webhook_id, seq)`,
]

/** Adds the queue of deliveries. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await statement.execute(db)
}
