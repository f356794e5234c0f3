import { type Kysely, sql } from 'kysely'

const statements = [
  // Nothing kept these numbers apart before. The oldest order of a number keeps it; what the others
  // show says which number it was, and is no number that a provider could name.
  sql`update orders set source_order_number = source_order_number || ' (' || id || ')'
    where seq in (
      select seq from (
        select seq, row_number() over (
          partition by account_id, source_order_number order by seq
        ) as nth
        from orders where source_order_number is not null
      ) where nth > 1
    )`,
  sql`create unique index orders_by_source on orders (account_id, source_order_number)
    where source_order_number is not null`,

  sql`create table provider_cursors (
    account_id text not null references accounts (id),
    provider text not null,
    changed_until integer not null,
    primary key (account_id, provider)
  ) strict, without rowid`,
]

/** A provider's number is one order of an account; how far each provider's changes have been read. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await statement.execute(db)
}
