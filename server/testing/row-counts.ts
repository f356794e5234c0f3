import { DatabaseSync } from 'node:sqlite'

/** Returns the number of rows of each table in a database file. */
export const rowCounts = (file: string): Record<string, number> => {
  const database = new DatabaseSync(file, { readOnly: true })
  const tables = database
    .prepare(`select name from sqlite_schema where type = 'table' and sql like '%strict%'`)
    .all()
    .map(({ name }) => String(name))
  const counts = tables.map((name): [string, number] => [
    name,
    Number(database.prepare(`select count(*) as n from "${name}"`).get()?.n),
  ])
  database.close()
  return Object.fromEntries(counts)
}
