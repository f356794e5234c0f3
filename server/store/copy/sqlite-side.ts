import { DatabaseSync } from 'node:sqlite'
import { indexing } from '../contacts.ts'
import { busyMilliseconds, SqliteConnection } from '../sqlite/sqlite-connection.ts'
import { batchRows, quoted, type Row, type Side } from './side.ts'

/** Opens a file that exists. */
export const openSqliteSide = (file: string): Side => {
  const database = new DatabaseSync(file, { timeout: busyMilliseconds })
  return {
    begin: async (mode) => {
      // A rollback journal does not hold the new rows, as a write-ahead log does. Servers change it back.
      if (mode === 'write') database.exec('pragma journal_mode = delete; begin exclusive')
      // The state is that of the first read.
      else database.exec('pragma query_only = on; begin; select name from sqlite_schema')
    },
    query: async (text) => database.prepare(text).all(),
    batches: async function* ({ name, columns }) {
      let rows: Row[] = []
      for (const row of database.prepare(`select ${quoted(columns)} from "${name}"`).iterate()) {
        rows.push(row)
        if (rows.length < batchRows) continue
        yield rows
        rows = []
      }
      yield rows
    },
    insert: async ({ name, columns }, rows) => {
      const values = columns.map((column) => `:${column}`).join()
      const insert = database.prepare(
        `insert into "${name}" (${quoted(columns)}) values (${values})`,
      )
      for (const row of rows) insert.run(row)
    },
    commit: async () => {
      const connection = new SqliteConnection(database)
      for (const statement of indexing) connection.run(statement, {})
      database.exec('commit')
    },
    close: async () => {
      if (database.isOpen) database.close()
    },
  }
}
