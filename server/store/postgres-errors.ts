import { DatabaseError } from 'pg'
import { StoreError, StoreFault } from './store.ts'

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

/** What to do about a pooler that gives each transaction to any session. */
export const poolBySession = 'Set pool_mode = session in PgBouncer.'

const nameIssuer =
  'Set sslrootcert in DATABASE_URL to the certificate that signed that of PostgreSQL.'
const checkHost = 'Check the host in DATABASE_URL.'
const checkTls = 'Check sslmode, sslcert and sslkey in DATABASE_URL.'
const findLocks = 'Look for locks and slow statements in pg_stat_activity.'

/**
 * What to do about errors with a cause outside the program, by the beginning of PostgreSQL's SQLSTATE or Node's
 * code, or by the driver's message. The first that fits is the one.
 */
const remedies: readonly [string, string][] = [
  ['08', 'See the log of PostgreSQL, or of PgBouncer.'],
  ['25006', 'Name the primary in DATABASE_URL.'],
  ['26', poolBySession],
  ['28000', 'Check the user, sslmode and sslcert in DATABASE_URL, and pg_hba.conf of PostgreSQL.'],
  ['28', 'Check the user and the password in DATABASE_URL.'],
  ['3D', 'Create the database, or correct DATABASE_URL.'],
  ['3F', 'Create the schema that search_path names, or correct DATABASE_URL.'],
  ['42P05', poolBySession],
  ['42501', 'Make the user of DATABASE_URL the owner of the database and its tables.'],
  ['53100', 'Free space on the disk of PostgreSQL.'],
  ['53200', 'Give PostgreSQL more memory.'],
  [
    '53300',
    'Lower DATABASE_POOL_SIZE, or raise max_connections of PostgreSQL or the limit of the user.',
  ],
  ['55P03', 'Look for locks in pg_stat_activity.'],
  ['57014', findLocks],
  ['57P', 'PostgreSQL is stopping or starting.'],
  ['58', 'See the log of PostgreSQL.'],
  ['XX', 'See the log of PostgreSQL.'],
  ['ENOTFOUND', checkHost],
  ['EAI_AGAIN', checkHost],
  ['SELF_SIGNED_CERT_IN_CHAIN', nameIssuer],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', nameIssuer],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', nameIssuer],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', nameIssuer],
  ['CERT_SIGNATURE_FAILURE', nameIssuer],
  ['CERT_HAS_EXPIRED', 'Renew the certificate of PostgreSQL.'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'Use a host name of the certificate in DATABASE_URL.'],
  ['ERR_SSL', checkTls],
  ['EPROTO', checkTls],
  [
    'The server does not support SSL connections',
    'Turn on ssl in postgresql.conf, or set another sslmode in DATABASE_URL.',
  ],
  [
    'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
    'Add the password to DATABASE_URL, or set PGPASSWORD.',
  ],
  [
    'timeout exceeded when trying to connect',
    'Every connection is in use. Raise DATABASE_POOL_SIZE, or look for slow statements.',
  ],
  ['Query read timeout', findLocks],
]

const remedyFor = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  return remedies.find(([key]) => code.startsWith(key) || error.message === key)?.[1]
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

/** Returns what happened and what to do, without values. */
export const explain = (error: unknown): string => toStoreError(error).message.replace(failed, '')

/** Returns the error of a connection or a statement, without values. */
export const toStoreError = (error: unknown, statement?: string): StoreError => {
  if (error instanceof StoreError) return error
  const remedy = remedyFor(error)
  // Everything else that the driver reports is an error of the connection.
  if (!(error instanceof DatabaseError))
    return new StoreFault(`${failed}${reasonOf(error)}. ${remedy ?? checkServer}`)
  const { code = '', message } = error
  const reason = hasPlainMessage(code) ? message : 'a statement was rejected'
  return remedy === undefined
    ? new SqlError(code, `${reason} (SQLSTATE ${code})`, statement)
    : new StoreFault(`${failed}${reason}. ${remedy}`)
}
