import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type PostgresCluster,
  postgresPrograms,
  startPostgresCluster,
} from '../../testkit/postgres-cluster.ts'
import { startProgram } from '../../testkit/run.ts'
import { openPostgresStore } from '../store/postgres.ts'
import { terminal } from '../testing/terminal.ts'

let cluster: PostgresCluster | undefined
beforeAll(async () => {
  if (postgresPrograms !== undefined) cluster = await startPostgresCluster()
})
afterAll(() => cluster?.stop())

test.for(['SIGINT', 'SIGKILL'] as const)(
  'a copy that %s ends leaves the target empty, and is begun again',
  async (signal, context) => {
    const started = cluster
    if (!started) return context.skip('PostgreSQL is not installed')
    await started.create(signal)
    const url = started.urlOf(signal)
    const query = (sql: string) => started.query(signal, sql)
    await (await openPostgresStore(url, { poolSize: 2 })).close()
    const { ok, file } = terminal()
    await ok('seed', 'demo')
    await query(`
      create function wait() returns trigger language plpgsql as $$
        begin perform pg_sleep(600); return new; end $$;
      create trigger waiting before insert on orders for each row execute function wait()`)
    const args = ['copy', '--from', `file:${file}`, '--to', url]
    const child = startProgram('server/cli/main.ts', args)
    const printed: string[] = []
    child.stderr?.on('data', (chunk: Buffer) => printed.push(chunk.toString()))
    const ended = new Promise((resolve) => child.once('close', resolve))
    const waiting = `select pid from pg_stat_activity
      where wait_event = 'PgSleep' and datname = current_database()`
    await expect.poll(() => query(waiting)).toHaveLength(1)
    child.kill(signal)
    expect(await ended).toBe(signal === 'SIGINT' ? 130 : null)
    if (signal === 'SIGINT')
      expect(printed.join('')).toBe(
        'Stopped. The target is empty. Run the command again to copy everything.\n',
      )
    // PostgreSQL notices the end of the program when the statement ends.
    await query(`select pg_terminate_backend(pid) from (${waiting}) as found`)
    await query('drop trigger waiting on orders')
    expect(await query('select count(*)::int as rows from accounts')).toEqual([{ rows: 0 }])
    await ok(...args)
  },
)
