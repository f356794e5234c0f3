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
