import type { AccountId } from '../../domain/ids.ts'
import type { Statement, Values } from '../statement.ts'
import type { Sending, Sent, Work } from '../store.ts'
import { type Limit, limitExceeded } from './request-limit.ts'
import { SqlError } from './to-fault.ts'
import { ConflictError } from './transact.ts'

/** Runs work in a transaction of its own. */
type Run = <T>(work: Work<T>, limit: Limit) => Promise<T>

type Entry = {
  /** Sends the work's statements. Returns a function that resolves its promise, for after the commit. */
  send(sending: Sending): () => void
  reject(error: unknown): void
  limit: Limit | undefined
}

type Queue = { waiting: Entry[]; running: number }

/**
 * PostgreSQL works on some while this process works on another. With fewer, contacts wait for longer when
 * orders are in their way. With more, fewer contacts share a transaction.
 */
const mostTransactions = 3
/** `keepFound` keeps the keys of twice as many. */
const mostWorks = 16

/** The limit of a transaction for several requests. */
const limitOf = (entries: readonly Entry[]): Limit => ({
  get isOver() {
    return entries.every(({ limit }) => limit?.isOver)
  },
  onOver(listener) {
    const forget = entries.map(({ limit }) => limit?.onOver(listener))
    return () => {
      for (const each of forget) each?.()
    }
  },
})

/**
 * Sends the statements of works. Those that come before the transaction are sent first, because it begins
 * with the first of the others.
 * @returns functions to call after the commit.
 */
const sendAll =
  (entries: readonly Entry[]): Work<(() => void)[]> =>
  ({ send, sendBefore, beforeCommit }) => {
    const later: (() => void)[] = []
    const settle = entries.map((entry) => {
      const own: (() => void)[] = []
      try {
        const resolve = entry.send({
          sendBefore,
          beforeCommit,
          send: <P extends Values, Row>(statement: Statement<P, Row>, values: P) => {
            let sent: Sent<Row> | undefined
            own.push(() => {
              sent = send(statement, values)
            })
            return () => sent?.() ?? []
          },
        })
        later.push(...own)
        return resolve
      } catch (error) {
        return () => entry.reject(error)
      }
    })
    for (const each of later) each()
    return settle
  }

/**
 * Lets works of one account share a transaction, which then has one snapshot, one commit and one flush. The
 * first work waits for nothing. Those that arrive while transactions run share the next. If a shared
 * transaction is rolled back, each of its works runs in its own.
 */
export class SharedTransactions {
  readonly #run: Run
  readonly #queues = new Map<AccountId, Queue>()

  constructor(run: Run) {
    this.#run = run
  }

  /** Implements `Store.writeTogether`. */
  add<T>(account: AccountId, work: (sending: Sending) => T, limit: Limit | undefined): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const send = (sending: Sending) => {
      const result = work(sending)
      return () => resolve(result)
    }
    const queue = this.#queues.get(account) ?? { waiting: [], running: 0 }
    this.#queues.set(account, queue)
    queue.waiting.push({ send, reject, limit })
    if (queue.running < mostTransactions) void this.#serve(account, queue)
    return promise
  }

  /** Runs transactions until no work waits. */
  async #serve(account: AccountId, queue: Queue): Promise<void> {
    queue.running++
    while (queue.waiting.length > 0) await this.#commit(queue.waiting.splice(0, mostWorks))
    if (--queue.running === 0) this.#queues.delete(account)
  }

  async #commit(taken: readonly Entry[]): Promise<void> {
    const entries = taken.filter(({ limit }) => !limit?.isOver)
    for (const entry of taken) if (!entries.includes(entry)) entry.reject(limitExceeded())
    if (entries.length === 0) return
    try {
      const settle = await this.#run(sendAll(entries), limitOf(entries))
      for (const each of settle) each()
    } catch (error) {
      // After any other error, the transaction may be committed.
      const isRolledBack = error instanceof SqlError || error instanceof ConflictError
      if (entries.length > 1 && isRolledBack)
        await Promise.all(entries.map((entry) => this.#commit([entry])))
      else for (const { reject } of entries) reject(error)
    }
  }
}
