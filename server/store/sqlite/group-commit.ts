import type { StatementSync } from 'node:sqlite'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { Statement } from '../statement.ts'
import type { Transaction, Work } from '../store.ts'
import { busyMilliseconds, isBusy, isFault, type SqliteConnection } from './sqlite-connection.ts'

type Job = { work: Work<void>; resolve: () => void; reject: (error: unknown) => void }
type Deferred = Statement<Record<string, never>, unknown>
type Outcome = { job: Job; error?: unknown; failed: boolean }

/** The maximum time that a patient write waits for another one, whose commit it shares. */
const patienceMilliseconds = 5

/** Free pages that the file keeps for later rows: 4 MiB. */
const spareFreePages = 1024

const jobOf = <T>(work: Work<T>): { job: Job; promise: Promise<T> } => {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  let result: T
  const job: Job = {
    work: async (transaction) => {
      result = await work(transaction)
    },
    resolve: () => resolve(result),
    reject,
  }
  return { job, promise }
}

/**
 * Runs writes in the order of arrival, with one transaction for all that arrive in one turn of the
 * event loop. A durable commit costs one flush to disk, so writers share it. Each write has its own
 * savepoint, so it can fail without the others.
 */
export class GroupCommit {
  readonly #connection: SqliteConnection
  readonly #onCommit: () => void
  readonly #control: Record<'begin' | 'commit' | 'savepoint' | 'release' | 'undo', StatementSync>
  readonly #waiting: Job[] = []
  /** Writes that wait for another one. */
  readonly #patient: Job[] = []
  #patience: NodeJS.Timeout | undefined
  #committing: Promise<void> | undefined

  /** @param onCommit called after each commit, before its writes resolve. If it throws, they reject. */
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
  write<T>(work: Work<T>): Promise<T> {
    const { job, promise } = jobOf(work)
    this.#enqueue([job])
    return promise
  }

  /** Like `write`, but waits up to 5 ms for another write, so that both cost one flush to disk. */
  writeSoon<T>(work: Work<T>): Promise<T> {
    const { job, promise } = jobOf(work)
    this.#patient.push(job)
    this.#patience ??= setTimeout(() => this.#enqueue(this.#takePatient()), patienceMilliseconds)
    return promise
  }

  /** Commits a change of one page. @throws if a fault is still there. */
  probe(): Promise<void> {
    const { database } = this.#connection
    return this.write(() => {
      const version = database.prepare('pragma user_version').get()?.user_version
      database.exec(`pragma user_version = ${version}`)
    })
  }

  /** Returns 64 pages of deleted rows to the disk, if there are many. This takes half a millisecond. */
  async shrink(): Promise<void> {
    const { database } = this.#connection
    const free = Number(database.prepare('pragma freelist_count').get()?.freelist_count)
    if (free <= spareFreePages) return
    await this.write(() => database.exec('pragma incremental_vacuum(64)'))
  }

  #enqueue(jobs: readonly Job[]): void {
    this.#waiting.push(...jobs)
    this.#committing ??= this.#commitTurns()
  }

  #takePatient(): Job[] {
    clearTimeout(this.#patience)
    this.#patience = undefined
    return this.#patient.splice(0)
  }

  /** Resolves when all pending writes are done. */
  async idle(): Promise<void> {
    this.#enqueue(this.#takePatient())
    await this.#committing
  }

  async #commitTurns(): Promise<void> {
    do {
      await nextTurn()
      const jobs = [...this.#waiting.splice(0), ...this.#takePatient()]
      if (jobs.length > 0) await this.#commit(jobs)
    } while (this.#waiting.length > 0)
    this.#committing = undefined
  }

  /**
   * Commits jobs together. If one meets a fault, each is committed alone: a damaged page may concern only
   * that one, and SQLite does not commit a transaction that met it.
   */
  async #commit(jobs: readonly Job[]): Promise<void> {
    let isInside = false
    try {
      await this.#begin()
      isInside = true
      const outcomes = await this.#runTogether(jobs)
      isInside = false
      this.#control.commit.run()
      this.#onCommit()
      for (const { job, error, failed } of outcomes) failed ? job.reject(error) : job.resolve()
    } catch (error) {
      this.#rollBack()
      if (isInside && jobs.length > 1 && isFault(error))
        for (const job of jobs) await this.#commit([job])
      else for (const job of jobs) job.reject(error)
    }
  }

  /** Runs jobs and the statements that they deferred. @throws when one meets a fault. */
  async #runTogether(jobs: readonly Job[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    const deferred = new Set<Deferred>()
    for (const job of jobs) outcomes.push(await this.#attempt(job, deferred))
    for (const statement of deferred) this.#connection.run(statement, {})
    return outcomes
  }

  async #begin(): Promise<void> {
    const deadline = performance.now() + busyMilliseconds
    // A rollback has failed and left its transaction open.
    if (this.#connection.database.isTransaction) this.#connection.database.exec('rollback')
    for (;;)
      try {
        this.#control.begin.run()
        return
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error
        await wait(5)
      }
  }

  /** Ends the transaction. SQLite may have ended it already. */
  #rollBack(): void {
    try {
      this.#connection.database.exec('rollback')
    } catch {
      // If the transaction is still open, the next begin tries again, and its error is a response.
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
      // SQLite may have rolled the whole transaction back.
      if (isFault(error) || !this.#connection.database.isTransaction) throw error
      this.#control.undo.run()
      this.#control.release.run()
      return { job, error, failed: true }
    }
  }

  #transaction(deferred: Set<Deferred>): Transaction {
    const connection = this.#connection
    const within = () => {
      // Otherwise a statement would be a transaction of its own.
      if (!connection.database.isTransaction) throw new Error('The transaction has ended')
      return connection
    }
    return {
      all: async (statement, values) => within().all(statement, values),
      first: async (statement, values) => within().all(statement, values)[0],
      run: async (statement, values) => within().run(statement, values),
      send: (statement, values) => {
        const rows = within().all(statement, values)
        return () => rows
      },
      drain: async () => {},
      takeNumber: (account, next) => async () =>
        within().all(next, { account, isAlone: false })[0]?.number ?? 0,
      beforeCommit: (statement) => {
        deferred.add(statement)
      },
      settleIf: () => {},
    }
  }
}
