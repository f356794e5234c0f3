import type { TestProject } from 'vitest/node'
import { postgresPrograms, startPostgresCluster } from '../../testkit/postgres-cluster.ts'
import { openPostgresStore } from '../store/postgres/postgres-store.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the socket of a PostgreSQL server. Undefined if tests run on SQLite. */
    postgresSocket: string | undefined
  }
}

/** A migrated database. Copying it is faster than migrating a new one. */
export const emptyTemplate = 'migrated'

/** Starts a PostgreSQL server for all test files of a project. */
export const setup = async (project: TestProject) => {
  if (postgresPrograms === undefined) return undefined
  const cluster = await startPostgresCluster()
  await cluster.create(emptyTemplate)
  const store = await openPostgresStore(cluster.urlOf(emptyTemplate), { poolSize: 2 })
  await store.close()
  project.provide('postgresSocket', cluster.socket)
  return () => cluster.stop()
}
