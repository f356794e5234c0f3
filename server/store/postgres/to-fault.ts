import { DatabaseError } from 'pg'
import { StoreError, StoreFault } from '../store-error.ts'

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

/** What to do about errors with a cause outside the program, by SQLSTATE or its class. */
const remedies: ReadonlyMap<string, string> = new Map([
  ['08', 'Check the network to PostgreSQL.'],
  ['25006', 'Name the primary in DATABASE_URL.'],
  ['28', 'Check the user and the password in DATABASE_URL.'],
  ['3D', 'Create the database, or correct DATABASE_URL.'],
  ['42501', 'Grant the user of DATABASE_URL access to the tables.'],
  ['53100', 'Free space on the disk of PostgreSQL.'],
  ['53200', 'Give PostgreSQL more memory.'],
  ['53300', 'Raise max_connections of PostgreSQL, or lower DATABASE_POOL_SIZE.'],
  ['57P', 'PostgreSQL is stopping or starting.'],
  ['58', 'See the log of PostgreSQL.'],
  ['XX', 'See the log of PostgreSQL.'],
])

const remedyFor = (code: string): string | undefined =>
  remedies.get(code) ?? remedies.get(code.slice(0, 3)) ?? remedies.get(code.slice(0, 2))

/** Messages of these classes name tables and constraints, and no values. */
const hasPlainMessage = (code: string): boolean => /^(23|25|28|3D|40|42|53|55|57|58)/.test(code)

const reasonOf = (error: unknown): string => {
  // A name with several addresses.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

/** Returns the error of a connection or a statement, without values. */
export const toStoreError = (error: unknown, statement?: string): StoreError => {
  if (error instanceof StoreError) return error
  // Everything else that the driver reports is an error of the connection.
  if (!(error instanceof DatabaseError))
    return new StoreFault(`The database failed: ${reasonOf(error)}. Check that PostgreSQL runs.`)
  const { code = '', message } = error
  const reason = hasPlainMessage(code) ? message : 'a statement was rejected'
  const remedy = remedyFor(code)
  return remedy === undefined
    ? new SqlError(code, `${reason} (SQLSTATE ${code})`, statement)
    : new StoreFault(`The database failed: ${reason}. ${remedy}`)
}
