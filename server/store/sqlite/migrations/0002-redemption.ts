import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create table cart_lines (
    seq integer primary key,
    account_id text not null,
    invite_id text not null,
    sku text not null,
    quantity integer not null check (quantity > 0),
    unique (account_id, invite_id, sku),
    foreign key (account_id, invite_id) references invites (account_id, id),
    foreign key (account_id, sku) references variants (account_id, sku)
  ) strict`,

  // The primary key ensures that an invite is redeemed by one order only.
  sql`create table redemptions (
    account_id text not null,
    invite_id text not null,
    order_id text not null,
    redeemed_at text not null,
    primary key (account_id, invite_id),
    unique (account_id, order_id),
    foreign key (account_id, invite_id) references invites (account_id, id),
    foreign key (account_id, order_id) references orders (account_id, id)
  ) strict, without rowid`,
]

/** Adds carts of invites, and the orders that redeemed invites. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await statement.execute(db)
}
