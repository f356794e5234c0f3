import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { bindable } from '../statement.ts'
import type { Statement } from '../store.ts'
import { createLongReads } from './long-reads.ts'

export type ReadThreads = ReturnType<typeof createReadThreads>

/** Names of columns, and the values of each row. */
type ThreadRows = { names: string[]; rows: unknown[] }

export type ThreadQuery = { text: string; values: (string | number | null)[] }

export type ThreadReply = ThreadRows | { failed: { message: string; errcode: number } }

/**
 * Returns at most `count` threads for the long reads of a SQLite file. They start as needed. `node:sqlite` blocks its
 * thread until a statement has all of its rows.
 */
export const createReadThreads = (file: string, count: number) => {
  const idle: Worker[] = []
  const all = new Set<Worker>()
  const run = createLongReads(count)
  const start = (): Worker => {
    const thread = new Worker(new URL('read-worker.ts', import.meta.url), { workerData: file })
    thread.unref()
    thread.once('exit', () => all.delete(thread))
    all.add(thread)
    return thread
  }
  return {
    /**
     * Runs a statement, which sees all that was committed before.
     * @throws an error with SQLite's message and `errcode`.
     */
    read: ({ query, account }: Statement): Promise<ThreadRows> =>
      run(account ?? '', async () => {
        const thread = idle.pop() ?? start()
        const replied: Promise<ThreadReply[]> = once(thread, 'message')
        const asked: ThreadQuery = { text: query.sql, values: query.values.map(bindable) }
        thread.postMessage(asked)
        const [reply] = await replied
        idle.push(thread)
        if (reply && 'rows' in reply) return reply
        throw Object.assign(new Error(reply?.failed.message), reply?.failed)
      }),
    close: async () => {
      await Promise.all([...all].map((thread) => thread.terminate()))
    },
  }
}
