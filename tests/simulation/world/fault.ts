/** The kinds of statements that can fail. A snapshot is a read transaction. */
export const statementKinds = [
  'begin',
  'read',
  'write',
  'savepoint',
  'release',
  'undo',
  'commit',
  'rollback',
  'snapshot begin',
  'snapshot commit',
  'checkpoint',
  'close',
] as const
export type StatementKind = (typeof statementKinds)[number]

/**
 * What happens in place of a statement: `fails` leaves its transaction open, `aborts` rolls it back, as
 * SQLite does when the disk is full. `slow` and both kinds of `killed` run the statement.
 */
export const faultModes = [
  'fails',
  'aborts',
  'busy',
  'slow',
  'killed before',
  'killed after',
] as const
export type FaultMode = (typeof faultModes)[number]

export type Fault = {
  kind: StatementKind
  mode: FaultMode
  /** How many statements of the kind still succeed. */
  skip: number
  /** How many then meet the fault. */
  times: number
}

/** Makes statements of the server's connections fail. */
export type DatabaseFaults = {
  /** Called when a statement meets a fault. */
  onFault: (kind: StatementKind, mode: FaultMode) => void
  /** Called when the server notices a fault, if that is later. */
  onAftermath: () => void
  /** Called with how long a slow statement takes, where it takes all time of the process. */
  onSlow: (milliseconds: number) => void
  /** Called at the moment in which the process is killed. */
  onKill: () => void
  /** Whether the process was killed in a statement. From then on no statement runs. */
  isDead: boolean
  add(fault: Fault): void
  clear(): void
  /** Closes the connections of a process that has ended. */
  reset(): void
}

/** The faults that statements will meet. */
export class FaultList {
  #faults: Fault[] = []

  add(fault: Fault): void {
    this.#faults.push({ ...fault })
  }

  clear(): void {
    this.#faults = []
  }

  /** Returns the fault that a statement meets, if any. */
  meet(kind: StatementKind | undefined): FaultMode | undefined {
    const fault = this.#faults.find((each) => each.kind === kind)
    if (!fault || fault.skip-- > 0) return undefined
    fault.skip = 0
    if (--fault.times <= 0) this.#faults.splice(this.#faults.indexOf(fault), 1)
    return fault.mode
  }
}

/** SQLite's result codes. */
const codes = { fails: 10, aborts: 13, busy: 5 } as const

/** Returns an error as the driver throws it. */
export const sqliteError = (mode: keyof typeof codes): Error =>
  Object.assign(new Error(`simulated: ${mode}`), {
    code: 'ERR_SQLITE_ERROR',
    errcode: codes[mode],
    errstr: `simulated: ${mode}`,
  })

/** How the SQL of each kind begins. */
export const patterns: readonly [RegExp, StatementKind][] = [
  [/^begin immediate/, 'begin'],
  [/^begin/, 'snapshot begin'],
  [/^commit/, 'commit'],
  [/^savepoint/, 'savepoint'],
  [/^release/, 'release'],
  [/^rollback to/, 'undo'],
  [/^rollback/, 'rollback'],
  [/^(insert|update|delete)/, 'write'],
  [/^(select|with)/, 'read'],
  [/^pragma wal_checkpoint/, 'checkpoint'],
  [/^close$/, 'close'],
]
