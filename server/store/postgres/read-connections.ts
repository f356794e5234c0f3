import type { PoolUse } from '../store.ts'
import type { PostgresConnection } from './postgres-connection.ts'

export type Open = () => Promise<PostgresConnection>

/** A connection that is opened when it is needed, and again after `end`. */
class Lane {
  readonly #open: Open
  #opening: Promise<PostgresConnection> | undefined
  /** Number of reads that wait. */
  waiting = 0

  constructor(open: Open) {
    this.#open = open
  }

  async use<T>(read: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    this.waiting++
    try {
      return await read(await this.#connection())
    } finally {
      this.waiting--
    }
  }

  async end(): Promise<void> {
    const opening = this.#opening
    this.#opening = undefined
    await (await opening?.catch(() => undefined))?.end()
  }

  #connection(): Promise<PostgresConnection> {
    if (this.#opening) return this.#opening
    const opening = this.#open()
    this.#opening = opening
    opening.catch(() => {
      if (this.#opening === opening) this.#opening = undefined
    })
    return opening
  }
}

/**
 * Connections that many reads share. A read is sent at once, behind those that its connection already
 * runs. This costs less than a connection for each read, and no read waits for a free connection.
 */
export class ReadConnections {
  readonly #lanes: readonly Lane[]

  constructor(size: number, open: Open) {
    this.#lanes = Array.from({ length: size }, () => new Lane(open))
  }

  /** Reads share connections, so none waits for one. */
  get usage(): PoolUse {
    const inUse = this.#lanes.filter(({ waiting }) => waiting > 0).length
    return { size: this.#lanes.length, inUse, waiting: 0 }
  }

  /** Runs a read on the connection with the fewest reads. */
  use<T>(read: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    const [first, ...others] = this.#lanes
    if (!first) throw new Error('There are no connections')
    let lane = first
    for (const other of others) if (other.waiting < lane.waiting) lane = other
    return lane.use(read)
  }

  /** Closes the connections when their reads have ended. Later reads open new ones. */
  async end(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.end()))
  }
}
