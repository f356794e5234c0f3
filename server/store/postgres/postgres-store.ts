import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { Pool, type PoolClient } from 'pg'
import type { AccountId } from '../../domain/ids.ts'
import { FaultMonitor, noStoreObserver, type StoreObserver } from '../fault-monitor.ts'
import { postgresBudget } from '../rate-limit/postgres-budget.ts'
import type { SharedBudget } from '../rate-limit/request-log.ts'
import { isCurrent } from '../schema.ts'
import {
  compile,
  everyAccountStatement,
  rowLiterals,
  type Statement,
  type Values,
} from '../statement.ts'
import {
  type NextNumber,
  type ServerUse,
  type Store,
  StoreError,
  StoreFault,
  type Transaction,
  type Work,
} from '../store.ts'
import type { Tables } from '../tables.ts'
import {
  clientSettings,
  connect,
  explain,
  poolBySession,
  SqlError,
  toStoreError,
} from './connect.ts'
import { postgresDialect } from './dialect.ts'
import { migrate } from './migrate.ts'

type Claim = { node: number; number: number }

/** Records a claim in its own transaction. Deletes earlier claims of the process, whose results are known. */
const record = everyAccountStatement<Claim & { from: number }>()((db, slot) => ({
  compile: () =>
    sql`
      with known as (
        delete from delivery_claims
        where node = ${slot('node')}::bigint and number < ${slot('from')}::bigint
      )
      insert into delivery_claims (node, number, is_made)
      values (${slot('node')}::bigint, ${slot('number')}::bigint, true)`.compile(db),
}))

/** Deletes the claims that ended processes have left. */
const expire = everyAccountStatement<Record<string, never>>()((db) => ({
  compile: () =>
    sql`delete from delivery_claims where recorded_at < now() - interval '1 day'`.compile(db),
}))

/**
 * Returns whether a claim was committed. Waits while its transaction is in progress, because of the key. If
 * it was not committed, records that: a repeated search must not find its own row and take it for the claim.
 */
const find = everyAccountStatement<Claim>()((db, slot) => ({
  compile: () =>
    sql<{ isMade: number }>`
      insert into delivery_claims as found (node, number, is_made)
      values (${slot('node')}::bigint, ${slot('number')}::bigint, false)
      on conflict (node, number) do update set is_made = found.is_made
      returning is_made as "isMade"`.compile(db),
}))

/** While the database fails, a search is repeated after this time. */
const againMilliseconds = 500

/**
 * Runs transactions of one process whose commit may not remain unknown. Each records its number, so that
 * the process can find out whether it was committed. PostgreSQL's own transaction ids cannot say that: after
 * a crash or a failover, it may give the id of a lost transaction to another one.
 */
class Claims {
  readonly #write: Store['write']
  readonly #node = randomInt(1, 2 ** 48 - 1)
  /** The claims whose results are not known, in the order of their numbers. */
  readonly #pending = new Set<number>()
  #last = 0

  constructor(write: Store['write']) {
    this.#write = write
  }

  /** Implements `Store.claim`. */
  async run<T>(work: Work<T>, stop: AbortSignal): Promise<T> {
    const claim = { node: this.#node, number: ++this.#last }
    this.#pending.add(claim.number)
    const [from = claim.number] = this.#pending
    let made: { result: T } | undefined
    try {
      return await this.#write(async (transaction) => {
        made = undefined
        transaction.send(record, { ...claim, from })
        if (claim.number === 1) transaction.send(expire, {})
        const result = await work(transaction)
        made = { result }
        return result
      })
    } catch (error) {
      if (made && error instanceof StoreFault && (await this.#isCommitted(claim, stop)))
        return made.result
      throw error
    } finally {
      this.#pending.delete(claim.number)
    }
  }

  /** Asks until the database responds. Returns false if it is stopped. */
  async #isCommitted(claim: Claim, stop: AbortSignal): Promise<boolean> {
    while (!stop.aborted)
      try {
        const found = await this.#write((transaction) => transaction.first(find, claim))
        return found?.isMade === 1
      } catch (error) {
        if (!(error instanceof StoreFault)) throw error
        await wait(againMilliseconds, undefined, { signal: stop }).catch(() => {})
      }
    return false
  }
}

/** Maximum time that a read or a transaction waits for a connection. */
const waitMilliseconds = 4000
/** Milliseconds that a statement may run, and that a transaction may pause. */
type Patience = { statement: number; pause: number }
const ofServer: Patience = { statement: 4000, pause: 3000 }
/** An operator's command may read 100,000 rows, and compare them with a file in the middle of a transaction. */
const ofCommand: Patience = { statement: 60_000, pause: 60_000 }
/** What `Store.settleMilliseconds` is, unless an option sets another. */
const defaultSettleMilliseconds = 200

/**
 * The settings of a session, unless the URL, the user or the server sets others.
 *
 * The locks of a process that hangs, or whose machine is gone, are released after three seconds. Plans use
 * indexes: those of a table that was empty when they were made would read all of it, however large it is by
 * now. The cost that this adds to the others would start the compiler, which takes longer than any statement.
 */
const sessionOf = ({ statement, pause }: Patience) => `
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

/** Builds SQL and never runs it. */
const builder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** @throws {TypeError} if PostgreSQL has no such type. */
const bindable = (value: unknown): string | number | null => {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value
  if (typeof value === 'boolean') return value ? 1 : 0
  throw new TypeError(`PostgreSQL cannot bind ${typeof value}`)
}

type Prepared = {
  /** Each connection prepares a statement once, by its name. */
  name: string
  text: string
  bind: (values: Values) => (string | number | null)[]
  /** Set by the first result, which names the columns. */
  literals?: ReturnType<typeof rowLiterals>
}

/** Runs statements: a connection, or the pool, which takes one for each. */
type Runner = Pick<PoolClient, 'query'>

/** The statements of a store. */
class Statements {
  readonly #prepared = new Map<unknown, Prepared | undefined>()

  async all<P extends Values, Row>(
    runner: Runner,
    statement: Statement<P, Row>,
    values: P,
  ): Promise<Row[]> {
    const prepared = this.#of(statement)
    if (!prepared) return []
    const { rows, fields } = await this.#run(runner, prepared, values)
    prepared.literals ??= rowLiterals(
      fields.map(({ name }) => name),
      statement.codecs,
    )
    return prepared.literals(rows)
  }

  /** Returns the number of changed rows. */
  async run<P extends Values>(
    runner: Runner,
    statement: Statement<P, unknown>,
    values: P,
  ): Promise<number> {
    const prepared = this.#of(statement)
    return prepared ? ((await this.#run(runner, prepared, values)).rowCount ?? 0) : 0
  }

  async #run(runner: Runner, { name, text, bind }: Prepared, values: Values) {
    const query = { name, text, values: bind(values), rowMode: 'array' as const }
    try {
      return await runner.query(query)
    } catch (error) {
      throw toStoreError(error, text)
    }
  }

  #of(statement: Statement<never, unknown>): Prepared | undefined {
    const found = this.#prepared.get(statement)
    if (found || this.#prepared.has(statement)) return found
    const compiled = compile(statement, builder, postgresDialect, bindable)
    const name = `s${this.#prepared.size}`
    const prepared = compiled && { name, text: compiled.sql, bind: compiled.bind }
    this.#prepared.set(statement, prepared)
    return prepared
  }
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
const mostAttempts = 5

/** The tables that a shop file fills, in one transaction. */
const filledTables = 'variants, inventory_items, campaigns, campaign_variants'

/** `mustSettle` is whether the caller must wait until no process acts on the state before. */
type Committed<T> = { result: T; mustSettle: boolean }

/**
 * A transaction on a connection. Statements are sent without waiting for those before them: `begin` with the
 * first, and `commit` with the last. After the first failure, PostgreSQL rejects all later ones.
 */
class PostgresTransaction {
  readonly #client: PoolClient
  readonly #statements: Statements
  readonly #deferred = new Set<Statement<Record<string, never>, unknown>>()
  readonly #settling: (() => boolean)[] = []
  /** The statements since the last drain. None rejects. */
  readonly #sent: Promise<void>[] = []
  #state: 'new' | 'begun' | 'ended' = 'new'
  #failure: { error: unknown } | undefined

  constructor(client: PoolClient, statements: Statements) {
    this.#client = client
    this.#statements = statements
  }

  /** Runs work and commits. */
  async commit<T>(work: Work<T>): Promise<Committed<T>> {
    const result = await work(this.#transaction())
    for (const statement of this.#deferred) this.#send(statement, {})
    const hasBegun = this.#state === 'begun'
    this.#state = 'ended'
    const ended = hasBegun ? await this.#submit(() => this.#command('commit')) : undefined
    await this.#drain()
    // PostgreSQL answers the commit of a failed transaction with a rollback.
    if (ended && ended.command !== 'COMMIT') throw new StoreError('The transaction was rolled back')
    return { result, mustSettle: this.#settling.some((hasChanged) => hasChanged()) }
  }

  /**
   * Ends the transaction after an error, which may only follow from an earlier one.
   * @returns the earliest error, and whether the connection can be used again.
   */
  async rollBack(last: unknown): Promise<{ error: unknown; isUsable: boolean }> {
    const isOpen = this.#state === 'begun'
    this.#state = 'ended'
    await Promise.all(this.#sent)
    const { error } = this.#failure ?? { error: last }
    if (error instanceof StoreFault) return { error, isUsable: false }
    const isUsable = !isOpen || (await this.#command('rollback').then(Boolean, () => false))
    return { error, isUsable }
  }

  async #drain(): Promise<void> {
    await Promise.all(this.#sent.splice(0))
    if (this.#failure) throw this.#failure.error
  }

  #transaction(): Transaction {
    const all: Transaction['all'] = (statement, values) =>
      this.#inside(() => this.#statements.all(this.#client, statement, values))
    return {
      all,
      first: async (statement, values) => (await all(statement, values))[0],
      run: (statement, values) =>
        this.#inside(() => this.#statements.run(this.#client, statement, values)),
      send: (statement, values) => this.#send(statement, values),
      drain: async (countsRows) => {
        if (countsRows) {
          // Plans for tables that were empty, or had a row and the space of many, read all rows of the account.
          void this.#inside(() => this.#command(`analyze (skip_locked) ${filledTables}`))
          void this.#inside(() => this.#command('discard plans'))
        }
        await this.#drain()
      },
      takeNumber: (account, next) => this.#takeNumber(account, next),
      beforeCommit: (statement) => {
        this.#deferred.add(statement)
      },
      settleIf: (hasChanged) => {
        this.#settling.push(hasChanged)
      },
    }
  }

  #send<P extends Values, Row>(statement: Statement<P, Row>, values: P): () => Row[] {
    let received: Row[] | undefined
    const rows = this.#inside(() => this.#statements.all(this.#client, statement, values))
    rows.then(
      (all) => {
        received = all
      },
      () => {},
    )
    return () => {
      if (!received) throw new Error('The transaction is not committed')
      return received
    }
  }

  /** Before `begin`, the statement is a transaction of its own, and its lock ends at once. */
  #takeNumber(account: AccountId, next: NextNumber): () => Promise<number> {
    const values = { account, isAlone: this.#state === 'new' }
    const taken = this.#submit(() => this.#statements.all(this.#client, next, values))
    return async () => (await taken)[0]?.number ?? 0
  }

  #inside<T>(run: () => Promise<T>): Promise<T> {
    if (this.#state === 'ended') throw new Error('The transaction has ended')
    if (this.#state === 'new') void this.#submit(() => this.#command('begin'))
    this.#state = 'begun'
    return this.#submit(run)
  }

  #submit<T>(run: () => Promise<T>): Promise<T> {
    const result = run()
    const note = (error: unknown) => {
      this.#failure ??= { error }
    }
    this.#sent.push(result.then(() => {}, note))
    return result
  }

  async #command(text: string) {
    try {
      return await this.#client.query(text)
    } catch (error) {
      throw toStoreError(error, text)
    }
  }
}

class PostgresStore implements Store {
  readonly migrated: readonly string[]
  readonly settleMilliseconds: number
  readonly requests: SharedBudget = postgresBudget({
    all: (statement, values) => this.all(statement, values),
    first: (statement, values) => this.first(statement, values),
  })
  readonly #pool: Pool
  readonly #statements = new Statements()
  readonly #faults: FaultMonitor
  readonly #claims = new Claims((work) => this.write(work))
  readonly #running = new Set<Promise<unknown>>()
  readonly #retries = { deadlock: 0, duplicate: 0, shortage: 0 }

  constructor(url: string, options: PostgresOptions, migrated: readonly string[]) {
    const { poolSize, observer = noStoreObserver, isCommand } = options
    const patience = isCommand ? ofCommand : ofServer
    const session = sessionOf(patience)
    this.migrated = migrated
    this.settleMilliseconds = options.settleMilliseconds ?? defaultSettleMilliseconds
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
    // Assigns a transaction number, so that the commit is written to disk.
    this.#faults = new FaultMonitor(observer, async () => {
      await this.#pool.query('select pg_current_xact_id()')
    })
  }

  /**
   * Rejects a pooler that gives each transaction to any session: statements and settings belong to one.
   * @param other another open connection.
   * @throws {StoreError} if it has the same session as a connection of the pool.
   */
  async requireOwnSession(other: Runner): Promise<void> {
    const sessionOf = async (runner: Runner): Promise<unknown> =>
      (await runner.query({ text: 'select pg_backend_pid()', rowMode: 'array' })).rows[0]?.[0]
    if ((await sessionOf(other)) === (await sessionOf(this.#pool)))
      throw new StoreError(`its sessions are shared. ${poolBySession}`)
  }

  /** Whether the database serves this process is asked when it matters, by `isCurrent`. */
  isHealthy(): boolean {
    return true
  }

  isCurrent(): Promise<boolean> {
    return isCurrent(this)
  }

  serverUse(): ServerUse {
    const { totalCount, idleCount, waitingCount, options } = this.#pool
    return {
      pool: { size: options.max, inUse: totalCount - idleCount, waiting: waitingCount },
      retries: { ...this.#retries },
    }
  }

  /** Each read sees all that was committed before it. */
  freshen(): void {}

  async all<P extends Values, Row>(statement: Statement<P, Row>, values: P): Promise<Row[]> {
    return this.#noted(() => this.#statements.all(this.#pool, statement, values))
  }

  async first<P extends Values, Row>(
    statement: Statement<P, Row>,
    values: P,
  ): Promise<Row | undefined> {
    return (await this.all(statement, values))[0]
  }

  async write<T>(work: Work<T>): Promise<T> {
    const running = this.#noted(() => this.#writeWithRetries(work))
    this.#running.add(running)
    try {
      return await running
    } finally {
      this.#running.delete(running)
    }
  }

  claim<T>(work: Work<T>, stop: AbortSignal): Promise<T> {
    return this.#claims.run(work, stop)
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#running)
    this.#faults.stop()
    await this.#pool.end()
  }

  async #writeWithRetries<T>(work: Work<T>): Promise<T> {
    for (let attempt = 1; ; attempt++)
      try {
        const { result, mustSettle } = await this.#transact(work)
        if (mustSettle) await wait(this.settleMilliseconds)
        return result
      } catch (error) {
        const reason = error instanceof SqlError ? conflicts.get(error.code) : undefined
        if (!reason || attempt === mostAttempts) throw error
        this.#retries[reason]++
      }
  }

  async #transact<T>(work: Work<T>): Promise<Committed<T>> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw toStoreError(error)
    })
    const transaction = new PostgresTransaction(client, this.#statements)
    try {
      const committed = await transaction.commit(work)
      client.release()
      return committed
    } catch (last) {
      const { error, isUsable } = await transaction.rollBack(last)
      client.release(!isUsable)
      throw error
    }
  }

  /** Runs a read or a write, and counts it if it fails because of the database. */
  async #noted<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      this.#faults.note(error)
      throw error
    }
  }
}

type PostgresOptions = {
  /** Number of connections that the store opens at most. */
  poolSize: number
  observer?: StoreObserver
  /** Whether an operator's command uses it, whose statements may take longer than a request. */
  isCommand?: boolean
  /** What `Store.settleMilliseconds` is. Default: `defaultSettleMilliseconds`. */
  settleMilliseconds?: number
}

/**
 * Opens a PostgreSQL database and migrates it to the current schema.
 * @throws {StoreError} when it cannot be opened, or was written by a newer version or another program.
 */
export const openPostgresStore = async (url: string, options: PostgresOptions): Promise<Store> => {
  try {
    const client = await connect(url)
    try {
      const store = new PostgresStore(url, options, await migrate(client))
      await store.requireOwnSession(client).catch(async (error: unknown) => {
        await store.close()
        throw error
      })
      return store
    } finally {
      await client.end()
    }
  } catch (error) {
    throw new StoreError(`The PostgreSQL database cannot be opened: ${explain(error)}`)
  }
}
