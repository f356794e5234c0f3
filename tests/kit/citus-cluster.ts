import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  type PostgresCluster,
  type PostgresDatabases,
  postgresPrograms,
  startPostgresCluster,
} from './postgres-cluster.ts'

export const hasCitus: boolean =
  postgresPrograms !== undefined &&
  existsSync(join(sharedFolder(postgresPrograms), 'extension/citus.control'))

function sharedFolder(programs: string): string {
  // Debian's `pg_config` is that of another package.
  const debian = programs.replace('/usr/lib/', '/usr/share/').replace(/\/bin$/, '')
  if (existsSync(debian)) return debian
  return execFileSync(join(programs, 'pg_config'), ['--sharedir'], { encoding: 'utf8' }).trim()
}

const settings = [
  'shared_preload_libraries=citus',
  'wal_level=logical',
  'citus.shard_count=2',
  // As docs/scaling.md says.
  'citus.recover_2pc_interval=1s',
  // Without a limit, each session of the coordinator would keep connections to every worker.
  'citus.max_adaptive_executor_pool_size=4',
]

/**
 * Starts a coordinator and workers of Citus, each with its own data, which reach each other by their Unix sockets.
 * Databases exist on all of them.
 * @param port of 127.0.0.1, where the coordinator listens besides its socket.
 */
export const startCitusCluster = async (count = 2, isDurable = false, port?: number) => {
  const start = async (listening = {}) => {
    const node = await startPostgresCluster({ settings, isDurable, ...listening })
    // A move of a shard connects a node to itself.
    await node.query('postgres', `alter system set citus.local_hostname = '${node.socket}'`)
    await node.query('postgres', 'select pg_reload_conf()')
    return node
  }
  const coordinator = await start(port === undefined ? {} : { port })
  const workers: PostgresCluster[] = []
  while (workers.length < count) workers.push(await start())
  return {
    coordinator,
    workers,
    create: (database: string) => createOnNodes([coordinator, ...workers], database),
    stop: async () => {
      for (const node of [coordinator, ...workers]) await node.stop()
    },
  }
}

/** Creates a database that no table is distributed in. @param nodes the coordinator, and then the workers. */
export const createOnNodes = async (
  [coordinator, ...workers]: readonly PostgresDatabases[],
  database: string,
): Promise<void> => {
  if (!coordinator) throw new Error('There is no coordinator')
  for (const node of [coordinator, ...workers]) {
    await node.create(database)
    await node.query(database, 'create extension citus')
  }
  const run = (text: string) => coordinator.query(database, text)
  await run(`select citus_set_coordinator_host('${coordinator.socket}')`)
  for (const { socket } of workers) await run(`select citus_add_node('${socket}', 5432)`)
}

/** Makes a database a template of others, on all nodes. */
export const makeTemplate = async (
  nodes: readonly PostgresDatabases[],
  database: string,
): Promise<void> => {
  for (const { query } of nodes) {
    await query('postgres', `alter database "${database}" allow_connections false`)
    await query(
      'postgres',
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${database}'`,
    )
  }
}
