import type { StatementSync } from 'node:sqlite'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { Statement } from '../statement.ts'
import type { Transaction } from '../store.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

type Work = (transaction: Transaction) => Promise<void>
type Job = { work: Work; resolve: () => void; reject: (error: unknown) => void }
type Outcome = { job: Job; error?: unknown; failed: boolean }
type Deferred = Statement<Record<string, never>, unknown>

/** The maximum time that a write waits for a write of another process. */
const busyMilliseconds = 5000

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === 5

/**
 * Runs writes in the order of arrival, with one transaction for all that arrive in one turn of the
 * event loop. A durable commit costs one flush to disk, so writers share it. Each write has its own
 * savepoint, so it can fail without the others.
 */
export class GroupCommit {
  readonly #connection: SqliteConnection
  readonly #onCommit: () => void
  readonly #control: Record<'begin' | 'commit' | 'savepoint' | 'release' | 'undo', StatementSync>
  #waiting: Job[] = []
  #committing: Promise<void> | undefined

  /** @param onCommit called after each commit, before its writes resolve. */
  constructor(connection: SqliteConnection, onCommit: () => void) {
    this.#connection = connection
    this.#onCommit = onCommit
    const { database } = connection
    this.#control = {
      begin: database.prepare('begin immediate'),
      commit: database.prepare('commit'),
      savepoint: database.prepare('savepoint work'),
      release: database.prepare('release work'),
      undo: database.prepare('rollback to work'),
    }
  }

  /** Runs work in a transaction. Resolves when its changes are durable. */
  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    let result: T
    this.#waiting.push({
      work: async (transaction) => {
        result = await work(transaction)
      },
      resolve: () => resolve(result),
      reject,
    })
    this.#committing ??= this.#commitTurns()
    return promise
  }

  /** Resolves when all pending writes are done. */
  async idle(): Promise<void> {
    await this.#committing
  }

  async #commitTurns(): Promise<void> {
    while (this.#waiting.length > 0) {
      await nextTurn()
      const jobs = this.#waiting
      this.#waiting = []
      await this.#commit(jobs)
    }
    this.#committing = undefined
  }

  async #commit(jobs: readonly Job[]): Promise<void> {
    const { database } = this.#connection
    const outcomes: Outcome[] = []
    const deferred = new Set<Deferred>()
    try {
      await this.#begin()
      for (const job of jobs) outcomes.push(await this.#attempt(job, deferred))
      for (const statement of deferred) this.#connection.run(statement, {})
      this.#control.commit.run()
      this.#onCommit()
    } catch (error) {
      for (const job of jobs) job.reject(error)
      if (database.isOpen && database.isTransaction) database.exec('rollback')
      return
    }
    for (const outcome of outcomes)
      if (outcome.failed) outcome.job.reject(outcome.error)
      else outcome.job.resolve()
  }

  async #begin(): Promise<void> {
    const deadline = performance.now() + busyMilliseconds
    for (;;)
      try {
        this.#control.begin.run()
        return
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error
        await wait(5)
      }
  }

  async #attempt(job: Job, deferred: Set<Deferred>): Promise<Outcome> {
    const asked = new Set<Deferred>()
    this.#control.savepoint.run()
    try {
      await job.work(this.#transaction(asked))
      this.#control.release.run()
      for (const statement of asked) deferred.add(statement)
      return { job, failed: false }
    } catch (error) {
      this.#control.undo.run()
      this.#control.release.run()
      return { job, error, failed: true }
    }
  }

  #transaction(deferred: Set<Deferred>): Transaction {
    const connection = this.#connection
    return {
      all: async (statement, values) => connection.all(statement, values),
      first: async (statement, values) => connection.all(statement, values)[0],
      run: async (statement, values) => connection.run(statement, values),
      beforeCommit: (statement) => {
        deferred.add(statement)
      },
    }
  }
}
