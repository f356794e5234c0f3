import { Client, TypeOverrides } from 'pg'
import { StoreFault } from '../store-error.ts'
import { firstToSucceed } from './first-to-succeed.ts'
import type { PostgresSettings } from './postgres-url.ts'
import { isTlsRejection, toStoreError } from './to-fault.ts'

/** Maximum time that a statement runs, unless `options` sets another. */
export const statementMilliseconds = 4000
/** After this time without a response, the connection counts as lost. */
export const responseMilliseconds = statementMilliseconds + 500
/** The locks of a process that vanishes are released after this time. */
export const idleMilliseconds = 10_000
/** When a host has not responded in this time, the next one is tried too. */
export const headStartMilliseconds = 500

/** While nothing responds, a connection is tried again after this time. */
export const againMilliseconds = 1000

/** Parsers by type: integers and booleans as SQLite returns them, JSON as text. */
const types = new TypeOverrides()
for (const oid of [20, 1700]) types.setTypeParser(oid, Number)
types.setTypeParser(16, (text: string) => (text === 't' ? 1 : 0))
for (const oid of [114, 3802]) types.setTypeParser(oid, String)

const timeouts = (options = '') => ({
  ...(options.includes('statement_timeout') ? {} : { statement_timeout: statementMilliseconds }),
  query_timeout: responseMilliseconds,
  idle_in_transaction_session_timeout: idleMilliseconds,
})

/** A connection, with the id of the server process that serves it. */
export type Connected = { client: Client; pid: number }

/** Opens connections to the first server of a URL that accepts them. */
export class Connector {
  readonly #settings: PostgresSettings
  /** The host of the last connection, which is tried first. */
  #preferred = 0

  constructor(settings: PostgresSettings) {
    this.#settings = settings
  }

  /**
   * Opens a connection. While nothing responds, tries again every second: the network may work again.
   * @param isPatient whether statements may take any time, as those of a migration.
   * @throws {StoreFault} if no host accepts a connection.
   */
  connect(isPatient = false): Promise<Connected> {
    return new Promise((resolve, reject) => {
      let isOver = false
      const end = () => {
        clearInterval(timer)
        isOver = true
      }
      const attempt = () =>
        this.#connectOnce(isPatient).then(
          (connected) => {
            if (isOver) void connected.client.end()
            end()
            resolve(connected)
          },
          (error: unknown) => {
            end()
            reject(error)
          },
        )
      const timer = setInterval(attempt, againMilliseconds).unref()
      void attempt()
    })
  }

  /** Tries the hosts. One that does not respond delays the next one by half a second. */
  async #connectOnce(isPatient: boolean): Promise<Connected> {
    const { hosts } = this.#settings
    const attempts = hosts.map((_, i) => () => {
      const index = (this.#preferred + i) % hosts.length
      return this.#reach(index, isPatient)
    })
    try {
      return await firstToSucceed(
        attempts,
        headStartMilliseconds,
        ({ client }) => void client.end(),
      )
    } catch (error) {
      const errors = error instanceof AggregateError ? error.errors : [error]
      const reasons = errors.map((reason) => toStoreError(reason).message)
      throw new StoreFault([...new Set(reasons)].join(' '))
    }
  }

  /** Opens a connection with the first of the TLS settings that the host supports. */
  async #reach(index: number, isPatient: boolean): Promise<Connected> {
    const [first = false, second] = this.#settings.hosts[index]?.host.startsWith('/')
      ? [false]
      : this.#settings.ssl
    let connected: Connected
    try {
      connected = await this.#open(index, first, isPatient)
    } catch (error) {
      if (second === undefined || !isTlsRejection(error)) throw error
      connected = await this.#open(index, second, isPatient)
    }
    this.#preferred = index
    return connected
  }

  async #open(
    index: number,
    ssl: PostgresSettings['ssl'][number],
    isPatient: boolean,
  ): Promise<Connected> {
    const { user, password, database, options, applicationName } = this.#settings
    const { connectMilliseconds, requireWritable } = this.#settings
    const client = new Client({
      ...this.#settings.hosts[index],
      user,
      password,
      database,
      ssl,
      options,
      application_name: applicationName,
      connectionTimeoutMillis: connectMilliseconds,
      ...(isPatient ? {} : timeouts(options)),
      keepAlive: true,
      // Only a connection without a pipeline can copy.
      pipeline: !isPatient,
      types,
    })
    // Without a listener, a lost connection would end the process.
    client.on('error', () => {})
    const close = () => client.connection.stream.destroy()
    try {
      await client.connect()
      const late = isPatient ? undefined : setTimeout(close, connectMilliseconds)
      const { pid, readsOnly } = await readSession(client).finally(() => clearTimeout(late))
      if (readsOnly && requireWritable) throw new StoreFault(`${client.host} only reads.`)
      return { client, pid }
    } catch (error) {
      close()
      throw error
    }
  }
}

/** A pooler between may have its own process id, so it is read from PostgreSQL. */
const readSession = async (client: Client): Promise<{ pid: number; readsOnly: boolean }> => {
  const text = `select pg_backend_pid(), current_setting('transaction_read_only')`
  const { rows } = await client.query({ text, rowMode: 'array' })
  return { pid: Number(rows[0]?.[0]), readsOnly: rows[0]?.[1] === 'on' }
}
