import type { TestProject } from 'vitest/node'
import { openPostgresStore } from '../../../server/store/postgres/open-postgres-store.ts'
import { distribute } from '../../../server/store/postgres/plan-distribution.ts'
import { connect } from '../../../server/store/postgres/postgres-connection.ts'
import { hasCitus, makeTemplate, startCitusCluster } from '../citus-cluster.ts'
import { emptyTemplate, resetOf } from './postgres-setup.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folders of the sockets of Citus's workers. Empty if tests run on another database. */
    citusWorkers: readonly string[]
  }
}

/** Starts a coordinator and two workers for all test files of a project. */
export const setup = async (project: TestProject) => {
  if (!hasCitus) return undefined
  const cluster = await startCitusCluster()
  const { coordinator, workers } = cluster
  await cluster.create(emptyTemplate)
  const url = coordinator.urlOf(emptyTemplate)
  await (await openPostgresStore(url, { poolSize: 2 })).close()
  const client = await connect(url)
  await distribute(client)
  await client.end()
  const reset = await resetOf(coordinator)
  project.provide('postgresReset', `set citus.multi_shard_modify_mode = 'sequential';${reset}`)
  await makeTemplate([coordinator, ...workers], emptyTemplate)
  project.provide('postgresSocket', coordinator.socket)
  project.provide(
    'citusWorkers',
    workers.map(({ socket }) => socket),
  )
  return () => cluster.stop()
}
