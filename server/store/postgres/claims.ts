import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { everyAccountStatement } from '../statement.ts'
import type { Store, Work } from '../store.ts'
import { StoreFault } from '../store-error.ts'

type Claim = { node: number; number: number }

/** Records a claim in its own transaction. Deletes earlier claims of the process, whose results are known. */
const record = everyAccountStatement<Claim & { from: number }>()((db, slot) => ({
  compile: () =>
    sql`
      with known as (
        delete from delivery_claims
        where node = ${slot('node')}::bigint and number < ${slot('from')}::bigint
      )
      insert into delivery_claims (node, number, is_made)
      values (${slot('node')}::bigint, ${slot('number')}::bigint, true)`.compile(db),
}))

/** Deletes the claims that ended processes have left. */
const expire = everyAccountStatement<Record<string, never>>()((db) => ({
  compile: () =>
    sql`delete from delivery_claims where recorded_at < now() - interval '1 day'`.compile(db),
}))

/**
 * Returns whether a claim was committed. Waits while its transaction is in progress, because of the key. If
 * it was not committed, records that: a repeated search must not find its own row and take it for the claim.
 */
const find = everyAccountStatement<Claim>()((db, slot) => ({
  compile: () =>
    sql<{ isMade: number }>`
      insert into delivery_claims as found (node, number, is_made)
      values (${slot('node')}::bigint, ${slot('number')}::bigint, false)
      on conflict (node, number) do update set is_made = found.is_made
      returning is_made as "isMade"`.compile(db),
}))

/** While the database fails, a search is repeated after this time. */
export const againMilliseconds = 500

/**
 * Runs transactions of one process whose commit may not remain unknown. Each records its number, so that
 * the process can find out whether it was committed. PostgreSQL's own transaction ids cannot say that: after
 * a crash or a failover, it may give the id of a lost transaction to another one.
 */
export class Claims {
  readonly #write: Store['write']
  readonly #node = randomInt(1, 2 ** 48 - 1)
  /** The claims whose results are not known, in the order of their numbers. */
  readonly #pending = new Set<number>()
  #last = 0

  constructor(write: Store['write']) {
    this.#write = write
  }

  /** Implements `Store.claim`. */
  async run<T>(work: Work<T>, stop: AbortSignal): Promise<T> {
    const claim = { node: this.#node, number: ++this.#last }
    this.#pending.add(claim.number)
    const [from = claim.number] = this.#pending
    let made: { result: T } | undefined
    try {
      return await this.#write(async (transaction) => {
        made = undefined
        transaction.send(record, { ...claim, from })
        if (claim.number === 1) transaction.send(expire, {})
        const result = await work(transaction)
        made = { result }
        return result
      })
    } catch (error) {
      if (made && error instanceof StoreFault && (await this.#isCommitted(claim, stop)))
        return made.result
      throw error
    } finally {
      this.#pending.delete(claim.number)
    }
  }

  /** Asks until the database responds. Returns false if it is stopped. */
  async #isCommitted(claim: Claim, stop: AbortSignal): Promise<boolean> {
    while (!stop.aborted)
      try {
        const found = await this.#write((transaction) => transaction.first(find, claim))
        return found?.isMade === 1
      } catch (error) {
        if (!(error instanceof StoreFault)) throw error
        await wait(againMilliseconds, undefined, { signal: stop }).catch(() => {})
      }
    return false
  }
}
