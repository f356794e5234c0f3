import type { Statement, Values } from '../statement.ts'
import type { ServerUse, Transaction } from '../store.ts'
import { StoreError } from '../store-error.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import { SqlError } from './to-fault.ts'

export type Work<T> = (transaction: Transaction) => Promise<T>
type Deferred = Statement<Record<string, never>, unknown>

/** A connection for one transaction. */
export type Lease = { connection: PostgresConnection; release: () => void }

/** Thrown when another transaction was in the way. Running the work again can succeed. */
export class ConflictError extends StoreError {
  override name = 'ConflictError'
  readonly statement: string | undefined
  /** The account of the transaction's statements, if they have named one. */
  readonly account: string | undefined
  /** With `duplicate`, a unique row exists already. Running the work again finds it. */
  readonly reason: keyof ServerUse['retries']

  constructor(
    { message, statement }: SqlError,
    reason: keyof ServerUse['retries'],
    account: string | undefined,
  ) {
    super(message)
    this.statement = statement
    this.account = account
    this.reason = reason
  }
}

/** The errors after which a transaction begins again, by SQLSTATE. */
const conflicts: ReadonlyMap<string, keyof ServerUse['retries']> = new Map([
  ['40001', 'serialization'],
  ['40P01', 'deadlock'],
  ['23505', 'duplicate'],
])

/** How a transaction is isolated from others that run at the same time. */
export type Isolation = 'serializable' | 'statement'

const begins: Record<Isolation, string> = {
  serializable: 'begin isolation level serializable',
  // Plans of a table that was empty would read all of it, however large it is by now.
  statement: 'begin isolation level read committed; set local enable_seqscan = off',
}

const accountIn = ({ account }: Values): string | undefined =>
  typeof account === 'string' ? account : undefined

/**
 * Runs work in a transaction. If it is serializable, the result is as if transactions had run one after
 * another. Otherwise each statement sees what was committed before it.
 * @param lease returns a connection. Called with the account of the first statement, if it names one.
 * @throws {ConflictError} if another transaction was in the way.
 */
export const transact = async <T>(
  lease: (account: string | undefined) => Promise<Lease>,
  work: Work<T>,
  isolation: Isolation,
): Promise<T> => {
  const deferred = new Set<Deferred>()
  let leased: Promise<Lease> | undefined
  let begun: Promise<unknown> | undefined
  let account: string | undefined
  let hasEnded = false
  let conflict: ConflictError | undefined

  /** Sends `begin` with the first statement, without waiting for its response. */
  const connectionFor = async (values: Values): Promise<PostgresConnection> => {
    if (hasEnded) throw new Error('The transaction has ended')
    account ??= accountIn(values)
    leased ??= lease(account)
    const { connection } = await leased
    if (!begun) {
      begun = connection.command(begins[isolation])
      begun.catch(() => {})
    }
    return connection
  }
  const noting = async <R>(sent: Promise<R>): Promise<R> => {
    try {
      return await sent
    } catch (error) {
      const reason = error instanceof SqlError ? conflicts.get(error.code) : undefined
      if (error instanceof SqlError && reason)
        conflict ??= new ConflictError(error, reason, account)
      throw error
    }
  }
  const all = async <P extends Values, Row>(statement: Statement<P, Row>, values: P) =>
    noting((await connectionFor(values)).all(statement, values))
  const transaction: Transaction = {
    all,
    first: async (statement, values) => (await all(statement, values))[0],
    run: async (statement, values) => noting((await connectionFor(values)).run(statement, values)),
    beforeCommit: (statement) => {
      deferred.add(statement)
    },
  }

  try {
    const result = await work(transaction)
    for (const statement of deferred) await transaction.run(statement, {})
    if (!leased) return result
    const { connection } = await leased
    await begun
    // PostgreSQL answers the commit of a failed transaction with a rollback.
    if ((await noting(connection.command('commit'))) !== 'COMMIT')
      throw new StoreError('The transaction was rolled back')
    return result
  } catch (error) {
    const connection = (await leased?.catch(() => undefined))?.connection
    if (connection && !connection.isLost)
      await connection.command('rollback').catch(() => connection.destroy())
    throw conflict ?? error
  } finally {
    hasEnded = true
    ;(await leased?.catch(() => undefined))?.release()
  }
}
