import { Client, type ClientConfig, TypeOverrides } from 'pg'
import { StoreError } from '../store.ts'
import { toStoreError } from './postgres-errors.ts'

/**
 * Opens a connection whose statements may take any time, as those of a migration or a copy.
 * @throws {StoreError} if it cannot be opened.
 */
export const connect = async (url: string): Promise<Client> => {
  let client: Client
  try {
    client = new Client(clientSettings(url))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreError(`${reason}. ${URL.canParse(url) ? 'Correct DATABASE_URL.' : oneHost}`)
  }
  try {
    // Without a listener, a lost connection would end the process. Its statements fail.
    client.on('error', () => {})
    await client.connect()
    // The user may have other settings. A migration reads again what others did before its turn.
    await client.query(
      `set statement_timeout = 0; set default_transaction_isolation = 'read committed'`,
    )
    return client
  } catch (error) {
    throw toStoreError(error)
  }
}

const oneHost =
  'DATABASE_URL must have one host. Percent-encode special characters of the password, or set PGPASSWORD.'

/** A host that does not respond in this time counts as unreachable. */
const connectMilliseconds = 4000

/** Parsers by type: integers and booleans as SQLite returns them, JSON as text. */
const types = new TypeOverrides()
for (const oid of [20, 1700]) types.setTypeParser(oid, Number)
types.setTypeParser(16, (text: string) => (text === 't' ? 1 : 0))
for (const oid of [114, 3802]) types.setTypeParser(oid, String)

/** Returns the driver's settings for a URL. Its `sslmode` has the meaning that libpq gives it. */
export function clientSettings(url: string): ClientConfig {
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
