import type { PoolClient } from 'pg'
import { bindable, rowReader } from '../statement.ts'
import type { Statement } from '../store.ts'
import { toStoreError } from './postgres-errors.ts'

/** Runs a statement. Returns its result, with its prepared text. */
export const runStatement = async (runner: Runner, { query: { text, values } }: Statement) => {
  const known = prepared.get(text) ?? prepare(text)
  const { name } = known
  try {
    const found = await runner.query({
      name,
      text,
      values: values.map(bindable),
      rowMode: 'array',
    })
    return { ...found, known }
  } catch (error) {
    throw toStoreError(error, text)
  }
}

export const rowsOf = async <Row>(runner: Runner, statement: Statement): Promise<Row[]> => {
  const { rows, fields, known } = await runStatement(runner, statement)
  known.read ??= rowReader(fields.map(({ name }) => name))
  return known.read(rows)
}

/** Runs statements: a connection, or the pool, which takes one for each. */
type Runner = Pick<PoolClient, 'query'>

type Prepared = {
  /** Each connection prepares a statement once, by its name. */
  name: string
  /** Set by the first result, which names the columns. */
  read?: ReturnType<typeof rowReader>
}
const prepared = new Map<string, Prepared>()

function prepare(text: string): Prepared {
  const added = { name: `s${prepared.size}` }
  prepared.set(text, added)
  return added
}
