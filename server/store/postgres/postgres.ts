import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { Client, type ClientConfig, DatabaseError, Pool, type PoolClient, TypeOverrides } from 'pg'
import sql, { raw } from 'sql-template-tag'
import { isCurrent, migrate } from '../migrate.ts'
import { postgresRateLimits } from '../rate-limit/postgres-rate-limits.ts'
import { type Migrations, migrations } from '../schema.ts'
import { bindable, fieldsOf, ofAllAccounts, rowReader } from '../statement.ts'
import {
  type Dialect,
  type ServerUse,
  type Statement,
  type Store,
  StoreError,
  StoreFault,
  type Transaction,
  type Work,
} from '../store.ts'
import {
  ConnectionFault,
  explain,
  poolBySession,
  SqlError,
  toStoreError,
} from './postgres-errors.ts'

type PostgresOptions = {
  /** Number of connections that the store opens at most. */
  poolSize: number
  /** Whether an operator's command uses it, whose statements may take longer than a request. */
  isCommand?: boolean
}

/**
 * Opens a PostgreSQL database and migrates it to the current schema.
 * @throws {StoreError} when it cannot be opened, or was written by another version or program.
 */
export const openPostgresStore = async (url: string, options: PostgresOptions): Promise<Store> => {
  let client: Client | undefined
  let store: PostgresStore | undefined
  try {
    client = await connect(url)
    store = new PostgresStore(url, options, await migratePostgres(client))
    const [ours] = await values(client, 'select pg_backend_pid()')
    const theirs = await store.first<{ id: number }>(ofAllAccounts`select pg_backend_pid() as id`)
    // A pooler may give each transaction to any session. Statements and settings belong to one.
    if (Number(ours) === theirs?.id)
      throw new StoreError(`its sessions are shared. ${poolBySession}`)
    return store
  } catch (error) {
    await store?.close()
    throw new StoreError(`The PostgreSQL database cannot be opened: ${explain(error)}`)
  } finally {
    await client?.end()
  }
}

/** A host that does not respond in this time counts as unreachable. */
const connectMilliseconds = 4000

/** Parsers by type: integers and booleans as SQLite returns them, JSON as text. */
const types = new TypeOverrides()
for (const oid of [20, 1700]) types.setTypeParser(oid, Number)
types.setTypeParser(16, (text: string) => (text === 't' ? 1 : 0))
for (const oid of [114, 3802]) types.setTypeParser(oid, String)

/** Returns the driver's settings for a URL. Its `sslmode` has the meaning that libpq gives it. */
const clientSettings = (url: string): ClientConfig => {
  const separator = url.includes('?') ? '&' : '?'
  return {
    connectionString: url.includes('uselibpqcompat=')
      ? url
      : `${url}${separator}uselibpqcompat=true`,
    application_name: 'merch',
    connectionTimeoutMillis: connectMilliseconds,
    keepAlive: true,
    types,
  }
}

/**
 * Opens a connection whose statements may take any time, as those of a migration or a copy.
 * @throws {StoreError} if it cannot be opened.
 */
export const connect = async (url: string): Promise<Client> => {
  let client: Client
  try {
    client = new Client(clientSettings(url))
  } catch (error) {
    throw new StoreError(`${error instanceof Error ? error.message : error}. Correct DATABASE_URL.`)
  }
  try {
    // Without a listener, a lost connection would end the process. Its statements fail.
    client.on('error', () => {})
    await client.connect()
    return client
  } catch (error) {
    throw toStoreError(error)
  }
}

/** Maximum time that a read or a transaction waits for a connection. */
const waitMilliseconds = 4000
/** Milliseconds that a statement may run, and that a transaction may pause. */
type Patience = { statement: number; pause: number }
const ofServer: Patience = { statement: 4000, pause: 3000 }
/** An operator's command may read 100,000 rows, and compare them with a file in the middle of a transaction. */
const ofCommand: Patience = { statement: 60_000, pause: 60_000 }

/**
 * The settings of a session. The first two are what statements are written for. The others hold unless the URL, the
 * user or the server sets others.
 *
 * The locks of a process that hangs, or whose machine is gone, are released after three seconds. Plans use
 * indexes: those of a table that was empty when they were made would read all of it, however large it is by
 * now. The cost that this adds to the others would start the compiler, which takes longer than any statement.
 */
const sessionOf = ({ statement, pause }: Patience) => `
  set default_transaction_isolation = 'read committed';
  set standard_conforming_strings = on;
  select set_config(setting.name, setting.value, false)
  from pg_settings join (values
    ('statement_timeout', '${statement}'),
    ('idle_in_transaction_session_timeout', '${pause}'),
    ('tcp_keepalives_idle', '2'),
    ('tcp_keepalives_interval', '1'),
    ('tcp_keepalives_count', '3'),
    ('tcp_user_timeout', '5000'),
    ('enable_seqscan', 'off'),
    ('jit', 'off')
  ) as setting (name, value) on setting.name = pg_settings.name
  where pg_settings.source = 'default'`

/** The advisory lock that every connection of a server shares. A server uses one at least every second. */
const serverLock = 1_835_365_219

const sayThatServerRuns = `select pg_advisory_lock_shared(${serverLock})`

/** Runs statements: a connection, or the pool, which takes one for each. */
type Runner = Pick<PoolClient, 'query'>

type Prepared = {
  /** Each connection prepares a statement once, by its name. */
  name: string
  /** Set by the first result, which names the columns. */
  read?: ReturnType<typeof rowReader>
}
const prepared = new Map<string, Prepared>()

const prepare = (text: string): Prepared => {
  const added = { name: `s${prepared.size}` }
  prepared.set(text, added)
  return added
}

const query = async (runner: Runner, { query: { text, values } }: Statement) => {
  const known = prepared.get(text) ?? prepare(text)
  const { name } = known
  try {
    const found = await runner.query({
      name,
      text,
      values: values.map(bindable),
      rowMode: 'array',
    })
    return { ...found, known }
  } catch (error) {
    throw toStoreError(error, text)
  }
}

const all = async <Row>(runner: Runner, statement: Statement): Promise<Row[]> => {
  const { rows, fields, known } = await query(runner, statement)
  known.read ??= rowReader(fields.map(({ name }) => name))
  return known.read(rows)
}

/**
 * The errors after which a transaction runs again, by SQLSTATE. It then finds the unique row, or that another one
 * took the units.
 */
const conflicts: ReadonlyMap<string, keyof ServerUse['retries']> = new Map([
  ['40P01', 'deadlock'],
  ['23505', 'duplicate'],
  ['23514', 'shortage'],
])
const maxAttempts = 5

/** The tables that a shop file fills, in one transaction. */
const filledTables = 'variants, inventory_items, campaigns, campaign_variants'

/** A sequence: no transaction waits for the number of another one. */
const nextOrderNumber = ofAllAccounts`select 'MF-' || nextval('order_numbers') as number`

const dialect: Dialect = {
  lock: sql`for no key update`,
  lockOf: (table) => raw(`for no key update of ${table}`),
  lockFree: sql`for update skip locked`,
  among: (query) => sql`= any(array(${query}))`,
  time: () => sql`clock_ms()`,
  elementsOf: (column) => raw(`json_array_elements_text(${column}::json) as element (value)`),
  arrayOf: (columns) => raw(`coalesce(json_agg(json_build_object(${fieldsOf(columns)})), '[]')`),
}

/**
 * Creates a transaction on a connection. Statements are sent without waiting for those before them, `begin`
 * with the first. After the first failure, PostgreSQL rejects all later ones.
 */
const createTransaction = (client: PoolClient) => {
  const command = (text: string) =>
    client.query(text).catch((error: unknown) => {
      throw toStoreError(error, text)
    })
  /** The first error. Those of later statements follow from it. */
  let failure: unknown
  const keep = async <T>(sent: Promise<T>): Promise<T> => {
    try {
      return await sent
    } catch (error) {
      failure ??= error
      throw error
    }
  }
  let state: 'new' | 'begun' | 'ended' = 'new'
  /** The writes that the work does not await, and the first failure of them that is known. */
  const last: Promise<unknown>[] = []
  let failureOfLast: unknown
  const begun = (): PoolClient => {
    if (state === 'ended') throw new Error('The transaction has ended')
    // If it fails, so do the statements after it.
    if (state === 'new') command('begin').catch(() => {})
    state = 'begun'
    return client
  }
  const rows = async <Row>(statement: Statement) => keep(all<Row>(begun(), statement))
  const transaction: Transaction = {
    dialect,
    all: rows,
    first: async <Row>(statement: Statement) => (await rows<Row>(statement))[0],
    change: rows,
    run: async (statement) => (await keep(query(begun(), statement))).rowCount ?? 0,
    replan: async () => {
      begun()
      await Promise.all([
        command(`analyze (skip_locked) ${filledTables}`),
        command('discard plans'),
      ])
    },
    takeOrderNumber: () => {
      const taken = rows<{ number: string }>(nextOrderNumber)
      // A failure is thrown where the number is used.
      taken.catch(() => {})
      return async () => String((await taken)[0]?.number)
    },
    commitWith: (writes) => {
      for (const write of writes)
        write.catch((error: unknown) => {
          failureOfLast ??= error
        })
      last.push(...writes)
    },
  }
  /** Commits or rolls back. Resolves when all statements that were sent have ended. */
  const end = async (how: 'commit' | 'rollback'): Promise<void> => {
    if (how === 'commit' && failureOfLast) throw failureOfLast
    const hasBegun = state === 'begun'
    state = 'ended'
    // PostgreSQL answers the commit of a failed transaction with a rollback.
    if (hasBegun && (await command(how)).command !== how.toUpperCase())
      throw new StoreError('The transaction was rolled back')
    if (how === 'commit') await Promise.all(last)
  }
  return { transaction, end, firstError: () => failure }
}

/** Sorts more than memory may hold, in a temporary file of 320 KiB: it fails if the disk is full. */
const fillFile = ofAllAccounts`
  select count(*) from (
    select repeat(md5(i::text), 32) as filler from generate_series(1, 320) as i order by filler offset 0
  ) as sorted`

class PostgresStore implements Store {
  readonly dialect = dialect
  readonly migrated: readonly string[]
  readonly settleMilliseconds = 200
  readonly requests = postgresRateLimits(this)
  readonly #pool: Pool
  readonly #running = new Set<Promise<unknown>>()
  readonly #retries = { deadlock: 0, duplicate: 0, shortage: 0 }

  constructor(url: string, { poolSize, isCommand }: PostgresOptions, migrated: readonly string[]) {
    const patience = isCommand ? ofCommand : ofServer
    const session = isCommand ? sessionOf(patience) : `${sessionOf(patience)}; ${sayThatServerRuns}`
    this.migrated = migrated
    this.#pool = new Pool({
      ...clientSettings(url),
      max: poolSize,
      // New connections make new plans, for tables that have grown. They do not wait for statistics.
      maxLifetimeSeconds: 60,
      connectionTimeoutMillis: waitMilliseconds,
      // After this time without a response, the connection counts as lost.
      query_timeout: patience.statement + 500,
      pipeline: true,
      onConnect: (client) => client.query(session),
    })
    // Without listeners, a lost connection would end the process. Its statements fail, and the pool drops it.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  async isReady(): Promise<boolean> {
    try {
      return await this.write(async (transaction) => {
        const [, , current] = await Promise.all([
          transaction.all(ofAllAccounts`select set_config('work_mem', '64kB', true)`),
          transaction.all(fillFile),
          isCurrent(transaction),
        ])
        return current
      })
    } catch {
      return false
    }
  }

  async hasServer(): Promise<boolean> {
    const lock = await this.first<{ isFree: number }>(
      ofAllAccounts`select pg_try_advisory_xact_lock(${serverLock}) as "isFree"`,
    )
    return lock?.isFree === 0
  }

  serverUse(): ServerUse {
    const { totalCount, idleCount, waitingCount, options } = this.#pool
    return {
      pool: { size: options.max, inUse: totalCount - idleCount, waiting: waitingCount },
      retries: { ...this.#retries },
    }
  }

  /**
   * Closes idle connections after one of them was lost: the network has probably cut all of them, and each would
   * take a statement's timeout to find out.
   */
  #dropIdleAfter(error: unknown): void {
    if (!(error instanceof ConnectionFault)) return
    for (let i = this.#pool.idleCount; i > 0; i--)
      this.#pool.connect().then(
        (client) => client.release(true),
        () => {},
      )
  }

  /** Resolves with the other reads of the turn, so that their responses are sent together. */
  async all<Row>(statement: Statement): Promise<Row[]> {
    try {
      const rows = await all<Row>(this.#pool, statement)
      await nextTurn()
      return rows
    } catch (error) {
      this.#dropIdleAfter(error)
      throw error
    }
  }

  async first<Row>(statement: Statement): Promise<Row | undefined> {
    return (await this.all<Row>(statement))[0]
  }

  change<Row>(statement: Statement): Promise<Row[]> {
    return this.#withRetries(() => this.all<Row>(statement))
  }

  write<T>(work: Work<T>): Promise<T> {
    return this.#withRetries(() => this.#transact(work))
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#running)
    await this.#pool.end()
  }

  #withRetries<T>(write: () => Promise<T>): Promise<T> {
    const run = async () => {
      for (let attempt = 1; ; attempt++)
        try {
          return await write()
        } catch (error) {
          const reason = error instanceof SqlError ? conflicts.get(error.code) : undefined
          if (!reason || attempt === maxAttempts) throw error
          this.#retries[reason]++
        }
    }
    const running = run()
    this.#running.add(running)
    return running.finally(() => this.#running.delete(running))
  }

  async #transact<T>(work: Work<T>): Promise<T> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw toStoreError(error)
    })
    const { transaction, end, firstError } = createTransaction(client)
    try {
      const result = await work(transaction)
      await end('commit')
      client.release()
      return result
    } catch (error) {
      const hasEnded = await end('rollback').then(
        () => true,
        () => false,
      )
      const cause = firstError() ?? error
      client.release(!hasEnded || cause instanceof StoreFault)
      this.#dropIdleAfter(cause)
      throw cause
    }
  }
}

/** Tables in the schema of this program, without those of extensions. */
const ownTables = `
  select relname from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
    and not exists (
      select from pg_depend
      where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
    )`

const values = async (client: Client, text: string): Promise<string[]> =>
  (await client.query({ text, rowMode: 'array' })).rows.map(([value]) => String(value))

/**
 * Begins the only migration at a time. A lock is given up soon: the writes of all servers wait behind a migration
 * that waits. PostgreSQL ends the transaction of a process that hangs.
 */
const beginMigration = `
  begin;
  set local lock_timeout = '200ms';
  set local idle_in_transaction_session_timeout = '3s';
  select pg_advisory_xact_lock(hashtext('merch'))`

/** The errors after which a migration runs again, by SQLSTATE: a lock that was not available, a deadlock. */
const lockErrors: readonly unknown[] = ['55P03', '40P01']

const pauseMilliseconds = 500

/**
 * Migrates a database. Of several processes, one migrates and the others wait for it. Waits for locks of other
 * programs without stopping writes.
 * @param patience the milliseconds that it waits for other processes.
 * @returns the names of the migrations that it ran.
 * @throws {StoreError} if another version or program has created tables, or locks them for too long.
 */
export const migratePostgres = async (
  client: Client,
  all: Migrations = migrations.postgres,
  patience = 30_000,
): Promise<string[]> => {
  const [version] = await values(client, 'show server_version_num')
  if (Number(version) < 150_000) throw new StoreError('PostgreSQL 15 or newer is needed')
  const [encoding] = await values(client, 'show server_encoding')
  if (encoding !== 'UTF8') throw new StoreError(`its encoding is ${encoding}, and must be UTF8`)
  const database = {
    tables: ownTables,
    names: (query: string) => values(client, query),
    begin: () => client.query(beginMigration),
    execute: (statement: string) => client.query(statement),
  }
  const deadline = performance.now() + patience
  for (;;)
    try {
      return await migrate(database, all)
    } catch (error) {
      if (!(error instanceof DatabaseError && lockErrors.includes(error.code))) throw error
      if (performance.now() > deadline)
        throw new StoreError(
          'another process migrates it, or a program such as pg_dump locks its tables. Wait until that ends, then try again',
        )
      await wait(pauseMilliseconds)
    }
}
