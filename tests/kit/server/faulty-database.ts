import { DatabaseSync, type DatabaseSyncOptions, type StatementSync } from 'node:sqlite'

/** Returns an error as SQLite's driver throws it. */
export const sqliteError = (code: number, message: string): Error =>
  Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode: code })

/** A connection whose statements fail on demand. */
class FaultyDatabase extends DatabaseSync {
  /** Throws to make a statement fail. Called with the SQL before it runs. */
  onRun: (sql: string) => void = () => {}

  override exec(sql: string): void {
    this.onRun(sql)
    super.exec(sql)
  }

  override prepare(sql: string): StatementSync {
    const statement = super.prepare(sql)
    const check = () => this.onRun(sql)
    for (const method of ['run', 'all', 'get'] as const) {
      const original = statement[method]
      Object.assign(statement, {
        [method]: (...values: unknown[]) => {
          check()
          return Reflect.apply(original, statement, values)
        },
      })
    }
    return statement
  }
}

/** Opens connections that share a switch for faults: `faults.onRun`. */
export const faultyConnections = () => {
  const faults: { onRun: (sql: string) => void } = { onRun: () => {} }
  const connect = (file: string, options: DatabaseSyncOptions): DatabaseSync => {
    const database = new FaultyDatabase(file, options)
    database.onRun = (sql) => faults.onRun(sql)
    return database
  }
  return { faults, connect }
}
