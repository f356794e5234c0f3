import type { DatabaseSync } from 'node:sqlite'

/** A snapshot is never used for longer, however much arrives at once. */
const mostMilliseconds = 5

/**
 * One read transaction for all reads of a turn of the event loop. Without one, SQLite takes and gives
 * back a lock around every statement, which costs more than finding a row.
 *
 * What is read must be at least as new as the request that asks: a key that another process has
 * revoked is refused on the next request. Requests that are read from their sockets in one turn were
 * all there when it began, so they may share a snapshot taken in it; `freshen`, called as each
 * request arrives, ends any that was taken before.
 */
export class ReadSnapshot {
  readonly #begin
  readonly #commit
  readonly #now: () => number
  #openedAt: number | undefined
  #takenInThisTurn = false
  #turnHasRequests = false
  #endIsScheduled = false

  /** @param now a clock that never goes back, in milliseconds. */
  constructor(database: DatabaseSync, now: () => number) {
    this.#now = now
    this.#begin = database.prepare('begin')
    this.#commit = database.prepare('commit')
  }

  /** Whatever is read from now on is at least as new as this moment. */
  freshen(): void {
    if (this.#openedAt !== undefined) {
      const isOld = this.#now() - this.#openedAt > mostMilliseconds
      if (isOld || !this.#takenInThisTurn) this.end()
    }
    this.#turnHasRequests = true
    this.#scheduleEnd()
  }

  /** To be called before a read. */
  use(): void {
    if (this.#openedAt !== undefined) return
    this.#begin.run()
    this.#openedAt = this.#now()
    this.#takenInThisTurn = this.#turnHasRequests
    this.#scheduleEnd()
  }

  /** Lets go of what has been seen. */
  end(): void {
    if (this.#openedAt === undefined) return
    this.#openedAt = undefined
    this.#commit.run()
  }

  #scheduleEnd(): void {
    if (this.#endIsScheduled) return
    this.#endIsScheduled = true
    setImmediate(() => {
      this.#endIsScheduled = false
      this.#turnHasRequests = false
      this.end()
    })
  }
}
