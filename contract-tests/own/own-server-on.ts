import { startPostgresCluster } from '../../testkit/postgres-cluster.ts'
import { SuiteError } from '../support/suite-error.ts'
import type { Running } from '../support/target.ts'
import { ownServer } from './own-server.ts'
import { makePostgresTemplate } from './template.ts'

/**
 * Starts our own server for one run.
 * @param database `sqlite`, or `postgres` for a PostgreSQL server that runs as long.
 */
export const ownServerOn = async (database = 'sqlite'): Promise<Running> => {
  if (database === 'sqlite') return ownServer()
  if (database !== 'postgres')
    throw new SuiteError(`--database must be sqlite or postgres: ${database}`)
  const cluster = await startPostgresCluster()
  const server = await ownServer(() => makePostgresTemplate(cluster))
  return {
    ...server,
    stop: async () => {
      await server.stop()
      await cluster.stop()
    },
  }
}
