import { type Kysely, sql } from 'kysely'

const statements = [
  // These numbers were not unique before. The oldest order keeps the number. The others get a suffix
  // that shows the original number and that no provider uses.
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

/** Makes provider order numbers unique within an account, and adds the import cursors of providers. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await statement.execute(db)
}
