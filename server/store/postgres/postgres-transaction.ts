import type { PoolClient } from 'pg'
import { ofAllAccounts } from '../statement.ts'
import { type Dialect, type Statement, StoreError, type Transaction } from '../store.ts'
import { toStoreError } from './postgres-errors.ts'
import { rowsOf, runStatement } from './run-statement.ts'

/**
 * Creates a transaction on a connection. Statements are sent without waiting for those before them, `begin`
 * with the first. After the first failure, PostgreSQL rejects all later ones.
 */
export const createTransaction = (client: PoolClient, dialect: Dialect) => {
  const command = (text: string) =>
    client.query(text).catch((error: unknown) => {
      throw toStoreError(error, text)
    })
  /** The first error. Those of later statements follow from it. */
  let failure: unknown
  const keep = async <T>(sent: Promise<T>): Promise<T> => {
    try {
      return await sent
    } catch (error) {
      failure ??= error
      throw error
    }
  }
  let state: 'new' | 'begun' | 'ended' = 'new'
  /** The writes that the work does not await, and the first failure of them that is known. */
  const last: Promise<unknown>[] = []
  let failureOfLast: unknown
  const begun = (): PoolClient => {
    if (state === 'ended') throw new Error('The transaction has ended')
    // If it fails, so do the statements after it.
    if (state === 'new') keep(command('begin')).catch(() => {})
    state = 'begun'
    return client
  }
  const rows = async <Row>(statement: Statement) => keep(rowsOf<Row>(begun(), statement))
  const transaction: Transaction = {
    dialect,
    all: rows,
    first: async <Row>(statement: Statement) => (await rows<Row>(statement))[0],
    change: rows,
    run: async (statement) => (await keep(runStatement(begun(), statement))).rowCount ?? 0,
    replan: async () => {
      begun()
      await Promise.all([
        command(`analyze (skip_locked) ${filledTables}`),
        command('discard plans'),
      ])
    },
    takeOrderNumber: () => {
      const taken = rows<{ number: string }>(nextOrderNumber)
      // A failure is thrown where the number is used.
      taken.catch(() => {})
      return async () => String((await taken)[0]?.number)
    },
    commitWith: (writes) => {
      for (const write of writes)
        write.catch((error: unknown) => {
          failureOfLast ??= error
        })
      last.push(...writes)
    },
  }
  /** Commits or rolls back. Resolves when all statements that were sent have ended. */
  const end = async (how: 'commit' | 'rollback'): Promise<void> => {
    if (how === 'commit' && failureOfLast) throw failureOfLast
    const hasBegun = state === 'begun'
    state = 'ended'
    // PostgreSQL answers the commit of a failed transaction with a rollback.
    if (hasBegun && (await command(how)).command !== how.toUpperCase())
      throw new StoreError('The transaction was rolled back')
    if (how === 'commit') await Promise.all(last)
  }
  return { transaction, end, firstError: () => failure }
}

/** The tables that a shop file fills, in one transaction. */
const filledTables = 'variants, inventory_items, campaigns, campaign_variants'

/** A sequence: no transaction waits for the number of another one. */
const nextOrderNumber = ofAllAccounts`select 'MF-' || nextval('order_numbers') as number`
