import { type Client, Pool } from 'pg'
import { createLongReads } from '../long-reads/long-reads.ts'
import { isCurrent } from '../migrate.ts'
import { postgresRateLimits } from '../rate-limit/postgres-rate-limits.ts'
import { ofAllAccounts } from '../statement.ts'
import { type ServerUse, type Statement, type Store, StoreFault, type Work } from '../store.ts'
import { clientSettings } from './postgres-connection.ts'
import { NoResponse, SqlError, toStoreError } from './postgres-errors.ts'
import { createTransaction } from './postgres-transaction.ts'
import { rowsOf } from './run-statement.ts'

/** Returns a store on a PostgreSQL database that has the current schema. */
export const createPostgresStore = (
  url: string,
  options: PostgresOptions,
  opened: Pick<Store, 'migrated' | 'dialect' | 'unsafeSettings'>,
): Store => {
  const { pool, closeSilentAfter } = openPool(url, options)
  // The other connections are for short statements.
  const runLong = createLongReads(Math.ceil(options.poolSize / 2))
  const running = new Set<Promise<unknown>>()
  const retries = { deadlock: 0, duplicate: 0, shortage: 0 }

  const withRetries = <T>(write: () => Promise<T>): Promise<T> => {
    const run = async () => {
      for (let attempt = 1; ; attempt++)
        try {
          return await write()
        } catch (error) {
          const reason = error instanceof SqlError ? conflicts.get(error.code) : undefined
          if (!reason || attempt === maxAttempts) throw error
          retries[reason]++
        }
    }
    const written = run()
    running.add(written)
    return written.finally(() => running.delete(written))
  }

  const transact = async <T>(work: Work<T>): Promise<T> => {
    const client = await pool.connect().catch((error: unknown) => {
      throw toStoreError(error)
    })
    const { transaction, end, firstError } = createTransaction(client, opened.dialect)
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
      closeSilentAfter(cause)
      throw cause
    }
  }

  const all = async <Row>(statement: Statement): Promise<Row[]> => {
    const read = () => rowsOf<Row>(pool, statement)
    try {
      return await (statement.isLong ? runLong(statement.account ?? '', read) : read())
    } catch (error) {
      closeSilentAfter(error)
      throw error
    }
  }
  const first = async <Row>(statement: Statement) => (await all<Row>(statement))[0]
  const write = <T>(work: Work<T>) => withRetries(() => transact(work))
  return {
    ...opened,
    settleMilliseconds: 200,
    requests: postgresRateLimits({ all, first }),
    all,
    first,
    change: <Row>(statement: Statement) => withRetries(() => all<Row>(statement)),
    write,
    isReady: async () => {
      try {
        return await write(async (transaction) => {
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
    },
    hasServer: async () => {
      const lock = await first<{ isFree: number }>(
        ofAllAccounts`select pg_try_advisory_xact_lock(${serverLock}) as "isFree"`,
      )
      return lock?.isFree === 0
    },
    serverUse: () => {
      const { totalCount, idleCount, waitingCount } = pool
      return {
        pool: { size: options.poolSize, inUse: totalCount - idleCount, waiting: waitingCount },
        retries: { ...retries },
      }
    },
    close: async () => {
      await Promise.allSettled(running)
      await pool.end()
    },
  }
}

export type PostgresOptions = {
  poolSize: number
  /** Whether an operator's command uses it, whose statements may take longer than a request. */
  isCommand?: boolean
}

/** Returns a pool of connections, and what closes those that the network has cut. */
function openPool(url: string, { poolSize, isCommand }: PostgresOptions) {
  const patience = isCommand ? ofCommand : ofServer
  const session = isCommand ? sessionOf(patience) : `${sessionOf(patience)}; ${sayThatServerRuns}`
  /** Milliseconds without a response after which a connection counts as lost. */
  const maxSilence = patience.statement + 500
  /** When each connection was opened, and last received something, by `performance.now`. */
  const connections = new Map<Client, { openedAt: number; heardAt: number }>()
  const pool = new Pool({
    ...clientSettings(url),
    max: poolSize,
    // New connections make new plans, for tables that have grown. They do not wait for statistics.
    maxLifetimeSeconds: 60,
    connectionTimeoutMillis: waitMilliseconds,
    query_timeout: maxSilence,
    pipeline: true,
    onConnect: (client) => client.query(session),
  })
  // Without listeners, a lost connection would end the process. Its statements fail, and the pool drops it.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    const openedAt = performance.now()
    const times = { openedAt, heardAt: openedAt }
    connections.set(client, times)
    client.connection.stream.on('data', () => {
      times.heardAt = performance.now()
    })
  })
  pool.on('remove', (client) => connections.delete(client))

  /**
   * After a statement without a response, closes the idle connections. If none of the connections of that time has received
   * anything since it was sent, the network has cut all of them. Then it closes all, because the statements on each would
   * take as long to find out.
   */
  const closeSilentAfter = (error: unknown): void => {
    if (!(error instanceof NoResponse)) return
    for (let i = pool.idleCount; i > 0; i--)
      pool.connect().then(
        (client) => client.release(true),
        () => {},
      )
    const sentAt = performance.now() - maxSilence
    const older = [...connections].filter(([, { openedAt }]) => openedAt < sentAt)
    if (older.some(([, { heardAt }]) => heardAt > sentAt)) return
    for (const [{ connection }] of older) connection.stream.destroy()
  }
  return { pool, closeSilentAfter }
}

/** Sorts more than memory may hold, in a temporary file of 320 KiB: it fails if the disk is full. */
const fillFile = ofAllAccounts`
  select count(*) from (
    select repeat(md5(i::text), 32) as filler from generate_series(1, 320) as i order by filler offset 0
  ) as sorted`

/** Maximum time that a read or a transaction waits for a connection. */
const waitMilliseconds = 4000
/** The advisory lock that every connection of a server shares. A server uses one at least every second. */
const serverLock = 1_835_365_219

const sayThatServerRuns = `select pg_advisory_lock_shared(${serverLock})`

/** The errors after which a transaction runs again, by SQLSTATE, and finds the other's changes. */
const conflicts: ReadonlyMap<string, keyof ServerUse['retries']> = new Map([
  ['40P01', 'deadlock'],
  ['23505', 'duplicate'],
  ['23514', 'shortage'],
])
const maxAttempts = 5

/** Milliseconds that a statement may run, and that a transaction may pause. */
type Patience = { statement: number; pause: number }
const ofServer: Patience = { statement: 4000, pause: 3000 }
/** An operator's command may read 100,000 rows, and compare them with a file in the middle of a transaction. */
const ofCommand: Patience = { statement: 60_000, pause: 60_000 }

/**
 * The settings of a session. Statements depend on the first two, and the pool closes idle sessions itself. A commit with a
 * success response is on the disk, and on a synchronous standby. The others hold unless the URL, the user or the server sets others.
 *
 * The locks of a process that hangs, or whose machine is gone, are released after three seconds. Plans use
 * indexes: those of a table that was empty when they were made would read all of it, however large it is by
 * now. The cost that this adds to the others would start the compiler, which takes longer than any statement.
 */
const sessionOf = ({ statement, pause }: Patience) => `
  set default_transaction_isolation = 'read committed';
  set standard_conforming_strings = on;
  set idle_session_timeout = 0;
  select set_config('synchronous_commit', 'on', false)
  where current_setting('synchronous_commit') in ('off', 'local');
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
