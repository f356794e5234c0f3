import type { Statement, Values } from '../statement.ts'
import type { ServerUse, Transaction, Work } from '../store.ts'
import { StoreError } from '../store-error.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import { SqlError } from './to-fault.ts'

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

/** `mustSettle` is whether the caller must wait until no process acts on the state before. */
type Committed<T> = { result: T; mustSettle: boolean }

/**
 * Runs work in a transaction. If it is serializable, the result is as if transactions had run one after
 * another. Otherwise each statement sees what was committed before it. Each statement is sent without
 * waiting for those before it: `begin` with the first, and `commit` with the last.
 * @param lease returns a connection. Called with the account of the first statement, if it names one.
 * @throws {ConflictError} if another transaction was in the way.
 */
export const transact = async <T>(
  lease: (account: string | undefined) => Promise<Lease>,
  work: Work<T>,
  isolation: Isolation,
): Promise<Committed<T>> => {
  const deferred = new Set<Deferred>()
  const settling: (() => boolean)[] = []
  let leased: Promise<Lease> | undefined
  let account: string | undefined
  let state: 'new' | 'begun' | 'ended' = 'new'
  let failure: { error: unknown } | undefined
  let conflict: ConflictError | undefined
  const sent: Promise<unknown>[] = []

  const note = (error: unknown): void => {
    failure ??= { error }
    const reason = error instanceof SqlError ? conflicts.get(error.code) : undefined
    if (error instanceof SqlError && reason) conflict ??= new ConflictError(error, reason, account)
  }
  /** Sends a statement. Callbacks of one promise run in the order of their registration. */
  const submit = <R>(run: (connection: PostgresConnection) => Promise<R>): Promise<R> => {
    leased ??= lease(account)
    const result = leased.then(({ connection }) => run(connection))
    sent.push(result.catch(note))
    return result
  }
  const requireOpen = (ofAccount: string | undefined): void => {
    if (state === 'ended') throw new Error('The transaction has ended')
    account ??= ofAccount
  }
  const submitInside = <R>(
    values: Values,
    run: (connection: PostgresConnection) => Promise<R>,
  ): Promise<R> => {
    requireOpen(accountIn(values))
    if (state === 'new') void submit((connection) => connection.command(begins[isolation]))
    state = 'begun'
    return submit(run)
  }
  const all = async <P extends Values, Row>(statement: Statement<P, Row>, values: P) =>
    submitInside(values, (connection) => connection.all(statement, values))
  const transaction: Transaction = {
    all,
    first: async (statement, values) => (await all(statement, values))[0],
    run: async (statement, values) =>
      submitInside(values, (connection) => connection.run(statement, values)),
    send: <P extends Values, Row>(statement: Statement<P, Row>, values: P) => {
      let received: Row[] | undefined
      const receiving = all(statement, values).then((rows) => {
        received = rows
      }, note)
      sent.push(receiving)
      return () => {
        if (!received) throw new Error('The transaction is not committed')
        return received
      }
    },
    sendBefore: (statement, values) => {
      requireOpen(accountIn(values))
      void submit((connection) => connection.run(statement, values))
    },
    takeNumber: (ofAccount, next) => {
      requireOpen(ofAccount)
      // Before `begin`, the statement is a transaction of its own, and its lock ends at once.
      const values = { account: ofAccount, isAlone: state === 'new' }
      const taken = submit((connection) => connection.all(next, values))
      return async () => (await taken)[0]?.number ?? 0
    },
    beforeCommit: (statement) => {
      deferred.add(statement)
    },
    settleIf: (hasChanged) => {
      settling.push(hasChanged)
    },
  }

  let hasCommitted = false
  try {
    const result = await work(transaction)
    for (const statement of deferred) transaction.send(statement, {})
    if (state === 'new') return { result, mustSettle: false }
    state = 'ended'
    hasCommitted = true
    const ended = await submit((connection) => connection.command('commit'))
    await Promise.all(sent)
    // PostgreSQL answers the commit of a failed transaction with a rollback.
    if (ended !== 'COMMIT')
      throw failure?.error ?? new StoreError('The transaction was rolled back')
    return { result, mustSettle: settling.some((hasChanged) => hasChanged()) }
  } catch (error) {
    await Promise.all(sent)
    const connection = (await leased?.catch(() => undefined))?.connection
    if (connection && !hasCommitted && !connection.isLost)
      await connection.command('rollback').catch(() => connection.destroy())
    // After the first failure, PostgreSQL rejects all later statements.
    throw conflict ?? failure?.error ?? error
  } finally {
    state = 'ended'
    ;(await leased?.catch(() => undefined))?.release()
  }
}
