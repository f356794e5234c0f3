import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { findProgram } from '../../../tests/kit/find-program.ts'
import { freePort } from '../../../tests/kit/free-port.ts'
import { databasesOf } from '../../../tests/kit/postgres-cluster.ts'
import { waitForOutput } from '../../../tests/kit/run.ts'
import { emptyTemplate } from '../../../tests/kit/server/postgres-setup.ts'
import { temporaryFolder } from '../../../tests/kit/temporary-folder.ts'
import { newId } from '../../domain/ids.ts'
import { insertAccount, listAccounts } from '../accounts.ts'
import { openPostgresStore } from './open-postgres-store.ts'

const debian = '/usr/sbin/pgbouncer'
const program = (await findProgram('pgbouncer')) ?? (existsSync(debian) ? debian : undefined)

/** Starts PgBouncer in front of a new database. Returns the URL. */
const pooled = async (file: string, mode: string): Promise<string> => {
  const socket = inject('postgresSocket') ?? ''
  const name = `pooled_${randomUUID()}`
  await databasesOf(socket).create(name, emptyTemplate)
  const port = await freePort()
  const folder = temporaryFolder()
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
* = host=${socket} port=5432 user=merch
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}`,
  )
  chmodSync(folder, 0o755)
  // It does not run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const child = spawn(file, [...user, settings], { stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await waitForOutput(child, /process up/)
  return `postgres://merch@127.0.0.1:${port}/${name}`
}

test('a store works behind PgBouncer with pool_mode = session', async ({ skip }) => {
  if (program === undefined) return skip('PgBouncer is not installed')
  const store = await openPostgresStore(await pooled(program, 'session'), { poolSize: 4 })
  onTestFinished(() => store.close())
  const add = () =>
    store.write((transaction) =>
      insertAccount(transaction, { id: newId('acc'), name: 'A', createdAt: '' }),
    )
  await Promise.all(Array.from({ length: 40 }, add))
  expect(await listAccounts(store)).toHaveLength(40)
})

test('a store rejects every other pool_mode of PgBouncer', async ({ skip }) => {
  if (program === undefined) return skip('PgBouncer is not installed')
  for (const mode of ['transaction', 'statement']) {
    const url = await pooled(program, mode)
    await expect(openPostgresStore(url, { poolSize: 4 }), mode).rejects.toThrow(
      'The PostgreSQL database cannot be opened: its sessions are shared. Set pool_mode = session in PgBouncer.',
    )
  }
})
