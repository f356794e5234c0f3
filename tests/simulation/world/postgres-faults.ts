import { Client } from 'pg'
import {
  type DatabaseFaults,
  type Fault,
  FaultList,
  type FaultMode,
  type StatementKind,
} from './fault.ts'
import { LinkedSocket } from './linked-socket.ts'
import type { PostgresLink } from './postgres-link.ts'

/** The kinds of statements that run on PostgreSQL. */
export const postgresKinds = [
  'begin',
  'read',
  'write',
  'commit',
  'rollback',
] as const satisfies readonly StatementKind[]

const patterns: readonly [RegExp, (typeof postgresKinds)[number]][] = [
  [/^begin/, 'begin'],
  [/^commit/, 'commit'],
  [/^rollback/, 'rollback'],
  [/^(insert|update|delete)|^\s*with[\s\S]*(insert into|update|delete from)/, 'write'],
  [/^\s*(select|with)/, 'read'],
]

/** Returns the SQLSTATE of an error of a disk, a conflict of transactions, or a statement that takes too long. */
const codeOf = (kind: StatementKind, mode: FaultMode): string => {
  if (mode === 'fails') return '58030'
  return kind === 'read' ? '57014' : '40001'
}

/** Returns SQL that fails. A commit and a rollback end their transaction even then. */
const failing = (code: string, kind: StatementKind): string => {
  const raise = `do $$ begin raise exception 'simulated' using errcode = '${code}'; end $$`
  return kind === 'commit' || kind === 'rollback' ? `rollback; ${raise}` : raise
}

/**
 * Makes statements fail as PostgreSQL and the network to it do. `fails` is an error of a disk, `aborts` cuts
 * the connection before or after the statement, and `busy` is a conflict or, for a read, a timeout. A
 * transaction cannot fail to begin while its connection works, so a fault of `begin` cuts it.
 */
export class PostgresFaults implements DatabaseFaults {
  onFault: DatabaseFaults['onFault'] = () => {}
  onSlow: DatabaseFaults['onSlow'] = () => {}
  onAftermath: DatabaseFaults['onAftermath'] = () => {}
  onKill: DatabaseFaults['onKill'] = () => {}
  isDead = false
  readonly #faults = new FaultList()
  readonly #link: PostgresLink
  /** Faults of an earlier round, which has been cleared, have no effect. */
  #round = 0

  constructor(link: PostgresLink) {
    this.#link = link
  }

  /** Replaces the driver's method. There is no way back. */
  install(): void {
    const real = Client.prototype.query
    const meet = (socket: LinkedSocket, text: string) => this.#meet(socket, text)
    Object.assign(Client.prototype, {
      query(this: Client, query: unknown, ...given: unknown[]) {
        const { stream } = this.connection
        const text = textOf(query)
        // A connection that migrates queues its statements.
        const canFail = stream instanceof LinkedSocket && Reflect.get(this, 'pipeline') === true
        const instead = canFail && text !== undefined ? meet(stream, text) : undefined
        if (instead === 'none') return new Promise(() => {})
        const changed = instead === undefined ? query : { text: instead, rowMode: 'array' }
        return Reflect.apply(real, this, [changed, ...given])
      },
    })
  }

  add(fault: Fault): void {
    this.#faults.add(fault)
  }

  clear(): void {
    this.#round++
    this.#faults.clear()
  }

  reset(): void {
    this.isDead = false
    this.#link.cut()
  }

  #kill(): void {
    this.onKill()
    this.isDead = true
    this.#link.cut()
  }

  /** Returns the SQL that runs instead of a statement. Undefined: the statement itself. */
  #meet(socket: LinkedSocket, text: string): string | undefined {
    if (this.isDead) return 'none'
    const kind = patterns.find(([pattern]) => pattern.test(text))?.[1]
    const mode = this.#faults.meet(kind)
    if (!kind || !mode) return undefined
    return this.#cause(socket, kind, mode)
  }

  #cause(socket: LinkedSocket, kind: StatementKind, mode: FaultMode): string | undefined {
    const cut = () =>
      socket.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))
    const cuts = mode === 'aborts' || (kind === 'begin' && (mode === 'fails' || mode === 'busy'))
    if (mode === 'killed after') {
      this.#onArrival(socket, kind, mode, () => this.#kill())
      return undefined
    }
    if (cuts && Math.random() < 0.5) {
      this.#onArrival(socket, kind, mode, cut)
      return undefined
    }
    this.onFault(kind, mode)
    if (mode === 'killed before') {
      this.#kill()
      return 'none'
    }
    if (cuts) {
      cut()
      return undefined
    }
    const milliseconds = mode === 'slow' ? (kind === 'commit' ? 700 : 90) : 0
    const onArrival = () => {
      this.onAftermath()
      return true
    }
    socket.affectNext({ milliseconds, onArrival })
    return mode === 'slow' ? undefined : failing(codeOf(kind, mode), kind)
  }

  /** Lets a fault happen in place of the response, unless the faults have been cleared by then. */
  #onArrival(socket: LinkedSocket, kind: StatementKind, mode: FaultMode, work: () => void): void {
    const round = this.#round
    const onArrival = () => {
      if (round !== this.#round) return true
      this.onFault(kind, mode)
      work()
      return false
    }
    socket.affectNext({ milliseconds: 0, onArrival })
  }
}

const textOf = (query: unknown): string | undefined => {
  if (typeof query === 'string') return query
  if (typeof query !== 'object' || query === null || !('text' in query)) return undefined
  return String(query.text)
}
