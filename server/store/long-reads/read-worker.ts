import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadQuery, ThreadReply } from './read-threads.ts'

// The code of a thread of `read-threads.ts`: it runs one statement after the other.

const database = new DatabaseSync(workerData, { readOnly: true })
const known = new Map<string, StatementSync>()

parentPort?.on('message', (query: ThreadQuery) => parentPort?.postMessage(reply(query)))

function reply({ text, values }: ThreadQuery): ThreadReply {
  try {
    const statement = known.get(text) ?? database.prepare(text)
    statement.setReturnArrays(true)
    known.set(text, statement)
    const rows = statement.all(...values)
    return { names: statement.columns().map(({ name }) => name), rows }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const errcode = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0
    return { failed: { message, errcode } }
  }
}
