import { connect, toStoreError } from '../postgres/connect.ts'
import { batchRows, commonTables, quoted, type Side } from './side.ts'

const addBudgets = `
  insert into request_budgets (address, used, granted, leased, leased_until, oldest, newest)
  select address, sum(requests), 0, 0, 0, min(second), max(second) from request_log group by address`

/** Lets the numbers of a table continue after the highest one. */
const continueNumbers = (name: string): string => `
  select setval(pg_get_serial_sequence('${name}', 'seq'), max(seq)) from "${name}"
  having max(seq) is not null`

/** Opens a connection with one transaction. */
export const openPostgresSide = async (url: string): Promise<Side> => {
  const client = await connect(url)
  const query = async (text: string, values: readonly string[] = []) => {
    try {
      return (await client.query(text, [...values])).rows
    } catch (error) {
      throw toStoreError(error)
    }
  }
  const tables = commonTables()
  return {
    begin: async (mode) => {
      await query(mode === 'write' ? 'begin' : 'begin isolation level repeatable read, read only')
      // The user may have limits that are shorter than a batch.
      await query('set local statement_timeout = 0')
      await query('set local idle_in_transaction_session_timeout = 0')
      await query(`set local lock_timeout = '10s'`)
      if (mode === 'write')
        await query(`lock table ${quoted(tables.map(({ name }) => name))} in access exclusive mode`)
    },
    query,
    batches: async function* ({ name, columns }) {
      await query(`declare copied no scroll cursor for select ${quoted(columns)} from "${name}"`)
      for (;;) {
        const rows = await query(`fetch ${batchRows} from copied`)
        if (rows.length === 0) break
        yield rows
      }
      await query('close copied')
    },
    insert: async ({ name, columns }, rows) => {
      await query(
        `insert into "${name}" (${quoted(columns)}) overriding system value
         select ${quoted(columns)} from json_populate_recordset(null::"${name}", $1)`,
        [JSON.stringify(rows)],
      )
    },
    commit: async () => {
      for (const { name, columns } of tables)
        if (columns.includes('seq')) await query(continueNumbers(name))
      await query(addBudgets)
      await query('commit')
    },
    close: () => client.end(),
  }
}
