import { DatabaseError } from 'pg'
import { StoreError, StoreFault } from '../store.ts'

/** An error of a statement. The message has no values, because PostgreSQL's own may quote a row. */
export class SqlError extends StoreError {
  override name = 'SqlError'
  /** The SQLSTATE, such as 23505. */
  readonly code: string
  /** The statement's text, without its values. Undefined if no statement failed. */
  readonly statement: string | undefined

  constructor(code: string, message: string, statement: string | undefined) {
    super(message)
    this.code = code
    this.statement = statement
  }
}

/** Thrown when a statement has had no response in time. */
export class NoResponse extends StoreFault {}

/** The driver's message then. */
const readTimeout = 'Query read timeout'

/** The remedy for a pooler that gives each transaction to any session. */
export const poolBySession = 'Set pool_mode = session in PgBouncer.'

/**
 * The remedies for errors with a cause outside the program, with the beginnings of PostgreSQL's SQLSTATEs or Node's
 * codes, or the driver's messages. The first that fits is the one.
 */
const remedies: readonly (readonly [remedy: string, ...causes: string[]])[] = [
  ['See the log of PostgreSQL, or of PgBouncer.', '08'],
  ['Name the primary in DATABASE_URL, or turn default_transaction_read_only off.', '25006'],
  [poolBySession, '26', '42P05'],
  ['Check the user, sslmode and sslcert in DATABASE_URL, and pg_hba.conf of PostgreSQL.', '28000'],
  ['Check the user and the password in DATABASE_URL.', '28'],
  ['Create the database, or correct DATABASE_URL.', '3D'],
  ['Create the schema that search_path names, or correct DATABASE_URL.', '3F'],
  ['Make the user of DATABASE_URL the owner of the database and its tables.', '42501'],
  ['Free space on the disk of PostgreSQL.', '53100'],
  ['Give PostgreSQL more memory.', '53200'],
  [
    'Lower DATABASE_POOL_SIZE, or raise max_connections of PostgreSQL or the limit of the user.',
    '53300',
  ],
  ['Look for locks in pg_stat_activity.', '55P03'],
  ['Look for locks and slow statements in pg_stat_activity.', '57014', readTimeout],
  ['PostgreSQL is stopping or starting.', '57P'],
  ['See the log of PostgreSQL.', '58', 'XX'],
  ['Check the host in DATABASE_URL.', 'ENOTFOUND', 'EAI_AGAIN'],
  [
    'Set sslrootcert in DATABASE_URL to the certificate that signed that of PostgreSQL.',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'CERT_SIGNATURE_FAILURE',
  ],
  ['Renew the certificate of PostgreSQL.', 'CERT_HAS_EXPIRED'],
  ['Use a host name of the certificate in DATABASE_URL.', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['Check sslmode, sslcert and sslkey in DATABASE_URL.', 'ERR_SSL', 'EPROTO'],
  [
    'Turn on ssl in postgresql.conf, or set another sslmode in DATABASE_URL.',
    'The server does not support SSL connections',
  ],
  [
    'Add the password to DATABASE_URL, or set PGPASSWORD.',
    'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
  ],
  [
    'Every connection is in use. Raise DATABASE_POOL_SIZE, or look for slow statements.',
    'timeout exceeded when trying to connect',
  ],
]

const remedyFor = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  const isCause = (cause: string) => code.startsWith(cause) || error.message === cause
  return remedies.find(([, ...causes]) => causes.some(isCause))?.[0]
}

/** Messages of these classes name tables and constraints, and no values. */
const hasPlainMessage = (code: string): boolean =>
  /^(08|23|25|28|3D|3F|40|42|53|55|57|58)/.test(code)

const reasonOf = (error: unknown): string => {
  // A name with several addresses.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

const checkServer = 'Check that PostgreSQL runs, and the host and port in DATABASE_URL.'

/** How the message of a fault begins. */
const failed = 'The database failed: '

/** Returns the reason of an error and its remedy, without values. */
export const explain = (error: unknown): string => toStoreError(error).message.replace(failed, '')

/** Returns the error of a connection or a statement, without values. */
export const toStoreError = (error: unknown, statement?: string): StoreError => {
  if (error instanceof StoreError) return error
  const remedy = remedyFor(error)
  // Everything else that the driver reports is an error of the connection.
  if (!(error instanceof DatabaseError)) {
    const message = `${failed}${reasonOf(error)}. ${remedy ?? checkServer}`
    return reasonOf(error) === readTimeout ? new NoResponse(message) : new StoreFault(message)
  }
  const { code = '', message } = error
  const reason = hasPlainMessage(code) ? message : 'a statement was rejected'
  return remedy === undefined
    ? new SqlError(code, `${reason} (SQLSTATE ${code})`, statement)
    : new StoreFault(`${failed}${reason}. ${remedy}`)
}
