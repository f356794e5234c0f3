import type { Connector } from './connector.ts'
import type { PostgresConnection } from './postgres-connection.ts'

export const periodMilliseconds = 500
/** A connection that has not responded for so long may be dead. */
export const silentMilliseconds = 1000

/** The server processes that run a statement now. */
const active = `select pid from pg_stat_activity where state = 'active'`

/**
 * Finds connections that are silent because PostgreSQL no longer serves them, as after a failover or in a
 * network that drops packets, and closes them. PostgreSQL itself says which statements are only slow.
 */
export class ConnectionWatch {
  readonly #connector: Connector
  readonly #connections = new Set<PostgresConnection>()
  readonly #timer: NodeJS.Timeout

  constructor(connector: Connector) {
    this.#connector = connector
    this.#timer = setInterval(() => this.#look(), periodMilliseconds).unref()
  }

  add(connection: PostgresConnection): void {
    this.#connections.add(connection)
  }

  delete(connection: PostgresConnection): void {
    this.#connections.delete(connection)
  }

  /** Closes a connection, and ends its process in PostgreSQL, so that it does not commit later. */
  terminate(connection: PostgresConnection): void {
    connection.destroy()
    this.#connector
      .connect()
      .then(async ({ client }) => {
        await client.query('select pg_terminate_backend($1)', [connection.pid])
        await client.end()
      })
      .catch(() => {})
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    const silent = this.#silent()
    // A check may itself be silent, so the next one does not wait for it. The time to connect is limited.
    if (silent.length > 0) this.#check(silent).catch(() => {})
  }

  #silent(): PostgresConnection[] {
    const since = performance.now() - silentMilliseconds
    return [...this.#connections].filter((connection) => connection.waitsSince < since)
  }

  async #check(silent: readonly PostgresConnection[]): Promise<void> {
    const { client } = await this.#connector.connect()
    try {
      const { rows } = await client.query({ text: active, rowMode: 'array' })
      const slow = new Set(rows.map(([pid]) => pid))
      const still = new Set(this.#silent())
      for (const connection of silent)
        if (still.has(connection) && !slow.has(connection.pid)) connection.drop()
    } finally {
      void client.end()
    }
  }
}
