import { Client, TypeOverrides } from 'pg'
import { StoreFault } from '../store-error.ts'
import type { PostgresSettings } from './postgres-url.ts'
import { toStoreError } from './to-fault.ts'

/** Maximum time that a statement runs, unless `options` sets another. */
const statementMilliseconds = 4000
/** After this time without a response, the connection counts as lost. */
const responseMilliseconds = statementMilliseconds + 500
/** The locks of a process that vanishes are released after this time. */
const idleMilliseconds = 10_000

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

/** Opens connections to the first server of a URL that accepts them. */
export class Connector {
  readonly #settings: PostgresSettings
  /** The host of the last connection, which is tried first. */
  #preferred = 0

  constructor(settings: PostgresSettings) {
    this.#settings = settings
  }

  /**
   * Opens a connection.
   * @param isPatient whether statements may take any time, as those of a migration.
   * @throws {StoreFault} if no host accepts a connection.
   */
  async connect(isPatient = false): Promise<Client> {
    const { hosts, ssl } = this.#settings
    const reasons: string[] = []
    for (let i = 0; i < hosts.length; i++) {
      const index = (this.#preferred + i) % hosts.length
      for (const tls of hosts[index]?.host.startsWith('/') ? [false] : ssl)
        try {
          const client = await this.#open(index, tls, isPatient)
          this.#preferred = index
          return client
        } catch (error) {
          reasons.push(toStoreError(error).message)
        }
    }
    throw new StoreFault([...new Set(reasons)].join(' '))
  }

  async #open(
    index: number,
    ssl: PostgresSettings['ssl'][number],
    isPatient: boolean,
  ): Promise<Client> {
    const { user, password, database, options, applicationName } = this.#settings
    const client = new Client({
      ...this.#settings.hosts[index],
      user,
      password,
      database,
      ssl,
      options,
      application_name: applicationName,
      connectionTimeoutMillis: this.#settings.connectMilliseconds,
      ...(isPatient ? {} : timeouts(options)),
      keepAlive: true,
      pipeline: true,
      types,
    })
    // Without a listener, a lost connection would end the process.
    client.on('error', () => {})
    try {
      await client.connect()
      if (this.#settings.requireWritable) await requireWritable(client)
      return client
    } catch (error) {
      client.connection.stream.destroy()
      throw error
    }
  }
}

const requireWritable = async (client: Client): Promise<void> => {
  const { rows } = await client.query({ text: 'show transaction_read_only', rowMode: 'array' })
  if (rows[0]?.[0] !== 'off') throw new StoreFault(`${client.host} only reads.`)
}
