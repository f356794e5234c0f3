/**
 * The tables of both databases. `seq` is the order of creation, a `flag` is 1 or 0, and `json` is text. Columns
 * that store fields of the document have the fields' names; PostgreSQL needs quotes for them.
 */
const tables = `
create table accounts (
  id text primary key,
  name text not null,
  created_at text not null,
  deactivated_at text,
  email text,
  email_key text,
  budget integer check (budget > 0)
);
-- A sign-in link is requested by email address, so an address must belong to one active account.
create unique index accounts_by_email on accounts (email_key) where deactivated_at is null;
create index accounts_by_tier on accounts (id) where budget is not null;

-- Not in accounts: every row of an account checks that its account exists, and would read all versions that
-- a long transaction keeps.
create table account_numbers (
  account_id text primary key references accounts (id),
  order_numbers integer not null default 100000,
  invite_numbers integer not null default 100000
);

create table api_keys (
  id text primary key,
  account_id text not null references accounts (id),
  name text not null,
  digest text not null unique,
  last_four text not null,
  created_at text not null,
  revoked_at text,
  last_used_at text
);
create index api_keys_by_account on api_keys (account_id);

create table sign_in_links (
  digest text primary key,
  account_id text not null references accounts (id),
  created_at integer not null
);
create index sign_in_links_by_account on sign_in_links (account_id, created_at);

create table portal_sessions (
  digest text primary key,
  account_id text not null references accounts (id),
  created_at integer not null
);
create index portal_sessions_by_age on portal_sessions (created_at);

create table network_tiers (
  network text primary key,
  budget integer not null check (budget > 0)
);

-- The number of plans that have changed a shop. A plan locks the row.
create table shops (
  account_id text primary key references accounts (id),
  revision integer not null
);

create table warehouses (
  seq,
  id text not null,
  account_id text not null references accounts (id),
  key text not null,
  name text not null,
  unique (account_id, id),
  unique (account_id, key)
);

-- The column id is the product's, which its variants share.
create table variants (
  seq,
  sku text not null,
  account_id text not null references accounts (id),
  id text not null,
  product_key text not null,
  title text not null,
  "minimumOrderQuantity" integer not null,
  "productionTime" integer not null,
  "imageUrl" text,
  "piecesPerCarton" real,
  "cartonHeight" real,
  "cartonLength" real,
  "cartonWidth" real,
  weight real,
  "packageHeight" real,
  "packageLength" real,
  "packageWidth" real,
  "packageWeight" real,
  active flag not null,
  sku_key text not null,
  title_key text not null,
  options json not null,
  pricing json not null,
  unique (account_id, sku)
);
create index variants_by_account on variants (account_id, seq, active);

create table campaigns (
  seq,
  id text not null,
  account_id text not null references accounts (id),
  key text not null,
  name text not null,
  brand_name text,
  brand_color text,
  expiration text not null,
  status text not null,
  "allowOutOfStockOrders" flag not null,
  unique (account_id, id),
  unique (account_id, key)
);

create table campaign_variants (
  account_id text not null,
  campaign_id text not null,
  sku text not null,
  position integer not null,
  primary key (account_id, campaign_id, sku),
  foreign key (account_id, campaign_id) references campaigns (account_id, id),
  foreign key (account_id, sku) references variants (account_id, sku)
);

create table contacts (
  seq,
  id text not null,
  account_id text not null,
  "campaignId" text not null,
  "firstName" text not null,
  "lastName" text not null,
  email text not null,
  email_key text not null,
  search_text text not null,
  phone text not null,
  "companyName" text not null,
  street1 text not null,
  street2 text not null,
  city text not null,
  state text not null,
  country text not null,
  zip text not null,
  "dateOfBirth" text not null,
  "hireDate" text not null,
  "shirtSize" text not null,
  tags json not null,
  "profilePicture" text not null,
  "createdAt" text not null,
  unique (account_id, id),
  foreign key (account_id, "campaignId") references campaigns (account_id, id)
);
create index contacts_by_campaign on contacts (account_id, "campaignId", seq);
create index contacts_by_email on contacts (account_id, email_key);

-- Orders and invites of an address. All contacts with the address share them.
create table recipients (
  account_id text not null,
  campaign_id text not null,
  email_key text not null,
  orders integer not null,
  invited flag not null,
  primary key (account_id, campaign_id, email_key),
  foreign key (account_id, campaign_id) references campaigns (account_id, id)
);

create table invites (
  seq,
  id text not null,
  account_id text not null,
  "campaignId" text not null,
  slug text not null unique,
  "inviteNumber" text not null,
  status text not null check (status in ('UNUSED', 'USED')),
  email text not null,
  email_key text not null,
  "firstName" text not null,
  "lastName" text not null,
  "companyName" text not null,
  "expiresAt" text not null,
  "emailNotificationSent" flag not null,
  "createdAt" text not null,
  unique (account_id, "inviteNumber"),
  unique (account_id, id),
  foreign key (account_id, "campaignId") references campaigns (account_id, id)
);
create index invites_by_email on invites (account_id, email_key);

create table cart_lines (
  seq,
  account_id text not null,
  invite_id text not null,
  sku text not null,
  quantity integer not null check (quantity > 0),
  unique (account_id, invite_id, sku),
  foreign key (account_id, invite_id) references invites (account_id, id),
  foreign key (account_id, sku) references variants (account_id, sku)
);

create table orders (
  seq,
  id text not null,
  account_id text not null,
  "orderNumber" text not null,
  "sourceOrderNumber" text,
  status text not null check (status in ('AWAITING_SHIPMENT', 'SHIPPED', 'CANCELLED', 'RETURNED')),
  "paymentStatus" text not null,
  "allocationStatus" text not null,
  "orderSource" text not null,
  "orderDate" text not null,
  order_time integer not null,
  "shipDate" text,
  "deliveredAt" text,
  "trackingNumber" text,
  "carrierCode" text,
  "campaignId" text not null,
  warehouse text,
  recipient json not null,
  email_key text not null,
  "companyName" text not null,
  notes text not null,
  products json not null,
  unique (account_id, "orderNumber"),
  unique (account_id, id),
  unique (account_id, "sourceOrderNumber"),
  foreign key (account_id, "campaignId") references campaigns (account_id, id),
  foreign key (account_id, warehouse) references warehouses (account_id, id)
);
create index orders_by_time on orders (account_id, order_time, id);
create index orders_by_campaign on orders (account_id, "campaignId", order_time, id);
create index orders_by_email on orders (account_id, email_key, order_time, id);
create index orders_by_status on orders (account_id, status, order_time, id);

-- The primary key ensures that an invite is redeemed by one order only.
create table redemptions (
  account_id text not null,
  invite_id text not null,
  order_id text not null,
  redeemed_at text not null,
  session text,
  primary key (account_id, invite_id),
  unique (account_id, order_id),
  foreign key (account_id, invite_id) references invites (account_id, id),
  foreign key (account_id, order_id) references orders (account_id, id)
);

create table inventory_items (
  seq,
  id text not null,
  account_id text not null,
  sku text not null,
  warehouse_id text not null,
  on_hand integer not null check (on_hand >= 0),
  allocated integer not null check (allocated >= 0),
  inbound integer not null check (inbound >= 0),
  low_stock_threshold integer not null,
  unique (account_id, sku, warehouse_id),
  unique (account_id, id),
  foreign key (account_id, sku) references variants (account_id, sku),
  foreign key (account_id, warehouse_id) references warehouses (account_id, id)
);
create index inventory_items_by_account on inventory_items (account_id, seq);
create index inventory_items_by_warehouse on inventory_items (warehouse_id, seq);

create table inventory_events (
  seq,
  id text not null,
  account_id text not null,
  item_id text not null,
  event_type text not null,
  quantity integer not null,
  order_id text,
  created_at text not null,
  foreign key (account_id, item_id) references inventory_items (account_id, id),
  foreign key (account_id, order_id) references orders (account_id, id)
);
create index inventory_events_by_item on inventory_events (account_id, item_id, created_at, seq);

create table webhooks (
  seq,
  id text not null,
  account_id text not null references accounts (id),
  url text not null,
  "canonicalUrl" text not null,
  events json not null,
  active flag not null,
  secret text not null,
  "createdAt" text not null,
  "updatedAt" text not null,
  last_delivery_at integer,
  last_event text,
  last_status integer,
  last_error text,
  unique (account_id, "canonicalUrl"),
  unique (account_id, id)
);

create table delivery_queue (
  seq autoincrement,
  account_id text not null references accounts (id),
  webhook_id text not null,
  event text not null,
  body text not null,
  created_at integer not null
);
create index delivery_queue_by_subscription on delivery_queue (account_id, webhook_id, seq);

-- The programs that run \`merch webhooks listen\`. Their deliveries wait in delivery_queue.
create table listeners (
  id text primary key,
  account_id text not null references accounts (id),
  events json not null,
  expires_at integer not null
);

create table provider_polls (
  account_id text not null references accounts (id),
  provider text not null,
  changed_until integer,
  node text,
  next_at integer not null default 0,
  primary key (account_id, provider)
);

create table request_log (
  address text not null,
  second integer not null,
  requests integer not null,
  primary key (address, second)
);
create index request_log_by_second on request_log (second)`

/** The clock of the counted requests. */
const onlySqlite = `
create table request_clock (
  time integer not null,
  wall integer not null,
  monotonic integer not null,
  boot text not null
)`

/** The index that searches contacts, the budgets that servers share, and the time that they share. */
const onlyPostgres = `
create extension if not exists pg_trgm;
create index contacts_by_trigram on contacts using gin (search_text gin_trgm_ops);

create table request_budgets (
  address text primary key,
  used integer not null,
  granted integer not null,
  leased integer not null,
  leased_until integer not null,
  oldest integer not null,
  newest integer not null
);
create index request_budgets_by_newest on request_budgets (newest);

create function clock_ms(of_sqlite integer) returns integer volatile language sql
  as 'select (extract(epoch from clock_timestamp()) * 1000)::integer'`

/** The columns of a type, for reading. Columns of one name have one type, also those of a statement's own. */
const columnsOf = (type: 'flag' | 'json'): Set<string> =>
  new Set(
    [...tables.matchAll(RegExp(`^ {2}"?(\\w+)"? ${type}\\b`, 'gm'))].map(([, name = '']) => name),
  )
const [flags, jsons] = [columnsOf('flag'), columnsOf('json').add('inventory_events')]
export const isFlag = (column: string): boolean => flags.has(column)
export const isJson = (column: string): boolean => jsons.has(column)

const owned = new Set(
  [...tables.matchAll(/create table (\w+) \([^;]*?\baccount_id\b/g)].map(([, name]) => name),
)
/** Returns whether a table has rows of accounts. */
export const isOwned = (table: string): boolean => owned.has(table)

type Engine = 'sqlite' | 'postgres'

/** The types of columns. On PostgreSQL, text is sorted by code points, whatever the collation of the database is. */
const types: Record<Engine, Record<string, string>> = {
  sqlite: { flag: 'integer', json: 'text' },
  postgres: {
    flag: 'bigint',
    integer: 'bigint',
    json: 'text',
    real: 'double precision',
    text: 'text collate "C"',
  },
}

/** The column `seq`. SQLite may give the number of a deleted last row again, unless it says `autoincrement`. */
const seq = /\n {2}seq( autoincrement)?,/

/** SQLite's tables check the types of values. Those without a `seq` are stored in the order of their key. */
const strict = (statement: string): string => {
  if (!statement.startsWith('create table')) return statement
  if (seq.test(statement))
    return `${statement.replace(seq, '\n  seq integer primary key$1,')} strict`
  return `${statement} strict${statement.includes('primary key') ? ', without rowid' : ''}`
}

const translate = (engine: Engine, statement: string): string => {
  const typed = statement.replaceAll(
    /\b(flag|integer|json|real|text)\b/g,
    (type) => types[engine][type] ?? type,
  )
  return engine === 'sqlite'
    ? strict(typed)
    : typed.replace(seq, '\n  seq bigint generated always as identity primary key,')
}

/** A migration: what both databases run, and then what only one of them runs. */
type Script = { both: string; sqlite?: string; postgres?: string }

/**
 * All migrations by name, in the order in which they run. Released migrations never change. Servers of earlier
 * versions keep running after a migration whose name has `-add-`, so it only adds: tables, and columns
 * that are null or have a default.
 */
const scripts: Record<string, Script> = {
  '0001-tables': { both: tables, sqlite: onlySqlite, postgres: onlyPostgres },
}

/**
 * The tables of both databases, in the order of their creation: a table refers only to those before it. What only one
 * database has follows from the others, or is about its processes.
 */
export const sharedTables: readonly string[] = Object.values(scripts).flatMap(({ both }) =>
  [...both.matchAll(/^create table (\w+)/gm)].map(([, name = '']) => name),
)

/** The statements of migrations by name. */
export type Migrations = Readonly<Record<string, readonly string[]>>

const migrationsOf = (engine: Engine): Migrations =>
  Object.fromEntries(
    Object.entries(scripts).map(([name, script]) => [
      name,
      `${script.both};${script[engine] ?? ''}`
        .replaceAll(/^--.*\n/gm, '')
        .split(';')
        .map((statement) => translate(engine, statement.trim()))
        .filter((statement) => statement !== ''),
    ]),
  )

export const migrations = { sqlite: migrationsOf('sqlite'), postgres: migrationsOf('postgres') }
