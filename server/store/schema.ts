import {
  attemptColumns,
  type Column,
  type ColumnType,
  inviteChanges,
  inviteSlugs,
  optional,
  requestTables,
  shelfColumns,
  type Table,
  type Tables,
  tables,
} from './tables.ts'

/** The statements of migrations by name, in the order in which they run. */
export type Migrations = Readonly<Record<string, readonly string[]>>

type Engine = 'sqlite' | 'postgres'

/** A migration: the tables and columns that it adds to both databases, and then the statements of one engine. */
type Migration = { tables?: Tables; columns?: Readonly<Record<string, Table['columns']>> } & {
  [engine in Engine]?: readonly string[]
}

/** The last number of an order, and the clock of the counted requests. */
const onlySqlite = [
  'create table order_numbers (last integer not null) strict',
  'insert into order_numbers values (100000)',
  `create table request_clock (
    time integer not null,
    wall integer not null,
    monotonic integer not null,
    boot text not null
  ) strict`,
]

/** The numbers of orders, the index that searches contacts, the rate limits and the time that servers share. */
const onlyPostgres = [
  'create sequence order_numbers start 100001',
  'create extension if not exists pg_trgm',
  'create index contacts_by_trigram on contacts using gin (search_text gin_trgm_ops)',
  `create table rate_limits (
    address text collate "C" primary key,
    used bigint not null,
    granted bigint not null,
    leased bigint not null,
    leased_until bigint not null,
    oldest bigint not null,
    newest bigint not null
  )`,
  'create index rate_limits_by_newest on rate_limits (newest)',
  `create function clock_ms() returns bigint volatile language sql
    as 'select (extract(epoch from clock_timestamp()) * 1000)::bigint'`,
]

/** Finds the orders that wait for stock, oldest first. `0003-add-shelf` cannot have it: building it stops writes. */
const ordersThatWait = `create index orders_that_wait on orders (account_id, order_time, id)
  where status = 'AWAITING_SHIPMENT' and "allocationStatus" = 'BACKORDERED'`

const addSlugs = 'insert into invite_slugs (slug, account_id) select slug, account_id from invites'

/** What a distributed table cannot have: keys without the account, and volatile functions in its statements. */
const keysOfAccounts = [
  ...Object.keys(tables)
    .filter((name) => tables[name]?.columns.seq)
    .flatMap(accountKey),
  'alter table invites drop constraint invites_slug_key',
  'alter table listeners drop constraint listeners_pkey',
  'alter table listeners add primary key (account_id, id)',
  'alter table rate_limits drop column leased, drop column leased_until',
  `create or replace function clock_ms() returns bigint stable language sql
    as 'select (extract(epoch from statement_timestamp()) * 1000)::bigint'`,
]

/**
 * All migrations. Released migrations never change. Servers of earlier versions keep running after a migration whose
 * name has `-add-`, so it only adds: tables, and columns that are null or have a default.
 */
const all: Readonly<Record<string, Migration>> = {
  '0001-tables-of-1.0': { tables, sqlite: onlySqlite, postgres: onlyPostgres },
  '0002-keys-of-accounts': {
    tables: inviteSlugs,
    sqlite: [addSlugs, ordersThatWait],
    postgres: [addSlugs, ordersThatWait, ...keysOfAccounts],
  },
  '0003-add-shelf': { columns: shelfColumns },
  '0004-add-requests': { tables: requestTables, columns: attemptColumns },
  '0005-add-withdrawals': {
    tables: inviteChanges,
    columns: { invites: { withdrawn_at: optional('text') } },
  },
}

/** The types of columns. On PostgreSQL, text is sorted by code points, in a database of any collation. */
const types: Readonly<Record<Engine, Readonly<Record<ColumnType, string>>>> = {
  sqlite: {
    flag: 'integer',
    integer: 'integer',
    json: 'text',
    real: 'real',
    seq: 'integer primary key',
    text: 'text',
    // SQLite may give the number of a deleted last row again, unless it says `autoincrement`.
    'unique seq': 'integer primary key autoincrement',
  },
  postgres: {
    flag: 'bigint',
    integer: 'bigint',
    json: 'text',
    real: 'double precision',
    seq: 'bigint generated always as identity primary key',
    text: 'text collate "C"',
    'unique seq': 'bigint generated always as identity primary key',
  },
}

export const migrations = { sqlite: migrationsOf('sqlite'), postgres: migrationsOf('postgres') }

/**
 * The names of the tables of both databases, in the order of their creation. What only one database has follows from
 * the others, or is about its processes.
 */
export const sharedTables: readonly string[] = Object.values(all).flatMap((migration) =>
  Object.keys(migration.tables ?? {}),
)

const columnTypes = new Map<string, ColumnType>(
  Object.values(all)
    .flatMap((migration) => [
      ...Object.values(migration.tables ?? {}).map(({ columns }) => columns),
      ...Object.values(migration.columns ?? {}),
    ])
    .flatMap(Object.entries<Column>)
    .map(([name, { type }]) => [name, type]),
)
// Not a table's column: inventory lists select it.
columnTypes.set('inventory_events', 'json')

export const columnType = (name: string): ColumnType | undefined => columnTypes.get(name)

function migrationsOf(engine: Engine): Migrations {
  return Object.fromEntries(
    Object.entries(all).map(([name, migration]) => [
      name,
      [
        ...Object.entries(migration.tables ?? {}).flatMap(([table, { indexes = [], ...rest }]) => [
          createTable(engine, table, rest),
          ...indexes,
        ]),
        ...Object.entries(migration.columns ?? {}).flatMap(([table, columns]) =>
          definitions(engine, columns).map((column) => `alter table ${table} add column ${column}`),
        ),
        ...(migration[engine] ?? []),
      ],
    ]),
  )
}

function createTable(
  engine: Engine,
  name: string,
  { columns, primaryKey, constraints = [] }: Table,
): string {
  const key = primaryKey ? [`primary key (${primaryKey.join(', ')})`] : []
  const lines = [...definitions(engine, columns), ...key, ...constraints]
  const created = `create table ${name} (\n  ${lines.join(',\n  ')}\n)`
  // SQLite's tables check the types of values. Those without a `seq` are stored in the order of their key.
  return engine === 'sqlite' ? `${created} strict${primaryKey ? ', without rowid' : ''}` : created
}

function definitions(engine: Engine, columns: Table['columns']): string[] {
  return Object.entries(columns).map(([name, { type, constraints }]) =>
    `"${name}" ${types[engine][type]} ${constraints}`.trimEnd(),
  )
}

/**
 * Gives a numbered table a key with its account, and a sequence, so that Citus can distribute its rows by account. The
 * number is first: without statistics, PostgreSQL would otherwise prefer an index of the account to a page's numbers.
 */
function accountKey(table: string): string[] {
  return [
    `create sequence ${table}_numbers owned by ${table}.seq`,
    `select setval('${table}_numbers', coalesce(max(seq), 0) + 1, false) from ${table}`,
    `alter table ${table} alter column seq drop identity`,
    `alter table ${table} alter column seq set default nextval('${table}_numbers')`,
    `alter table ${table} drop constraint ${table}_pkey`,
    `alter table ${table} add primary key (seq, account_id)`,
  ]
}
