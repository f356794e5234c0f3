import type { DatabaseSync } from 'node:sqlite'

/** The maximum age of a snapshot, even while many requests arrive. */
const mostMilliseconds = 5

/**
 * Shares one read transaction between all reads of a turn of the event loop. Without it, SQLite takes
 * and releases a lock for every statement, which costs more than finding a row.
 *
 * A read must be at least as new as its request: a key that another process revoked is rejected on the
 * next request. Requests that are read from their sockets in one turn arrived before the turn began,
 * so they may share a snapshot of that turn. `freshen` is called as each request arrives and ends an
 * older snapshot.
 */
export class ReadSnapshot {
  readonly #database: DatabaseSync
  readonly #begin
  readonly #commit
  readonly #now: () => number
  #openedAt: number | undefined
  #takenInThisTurn = false
  #turnHasRequests = false
  #end: NodeJS.Immediate | undefined

  /** @param now a clock that never goes back, in milliseconds. */
  constructor(database: DatabaseSync, now: () => number) {
    this.#database = database
    this.#now = now
    this.#begin = database.prepare('begin')
    this.#commit = database.prepare('commit')
  }

  /** Ends an older snapshot, so that all later reads are at least as new as this moment. */
  freshen(): void {
    if (this.#openedAt !== undefined) {
      const isOld = this.#now() - this.#openedAt > mostMilliseconds
      if (isOld || !this.#takenInThisTurn) this.end()
    }
    this.#turnHasRequests = true
    this.#scheduleEnd()
  }

  /** Opens a snapshot if none is open. Call before each read. */
  use(): void {
    if (this.#openedAt !== undefined) return
    // A commit has failed and left its transaction open.
    if (this.#database.isTransaction) this.#database.exec('rollback')
    this.#begin.run()
    this.#openedAt = this.#now()
    this.#takenInThisTurn = this.#turnHasRequests
    this.#scheduleEnd()
  }

  /** Ends the snapshot, if one is open. Never throws. */
  end(): void {
    if (this.#openedAt === undefined) return
    this.#openedAt = undefined
    try {
      this.#commit.run()
    } catch {
      // A transaction that only reads has nothing to lose. SQLite rejects the commit of one that met a
      // damaged page; that read has failed already.
    }
  }

  #scheduleEnd(): void {
    this.#end ??= setImmediate(() => {
      this.#end = undefined
      this.#turnHasRequests = false
      this.end()
    })
  }
}
