import { type PostgresCluster, startPostgresCluster } from '../../../testkit/postgres-cluster.ts'

/** Starts a PostgreSQL server whose responses depend on the statements before, not on the real time. */
export const startCluster = (): Promise<PostgresCluster> =>
  startPostgresCluster({ settings: ['autovacuum=off', 'deadlock_timeout=1ms', 'jit=off'] })
