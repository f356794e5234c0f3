import { join } from 'node:path'
import { makeFolder } from '../../../contract-tests/own/temporary-folder.ts'
import { findInconsistencies } from '../../../server/testing/find-inconsistencies.ts'
import { type MeasuredServer, startMeasured } from '../measured-server.ts'
import { seedShops } from '../seed-shops.ts'
import type { AttackedServer } from './attack.ts'
import { wellBehavedClient } from './well-behaved-client.ts'

/** A server on a new database, the records that attacks refer to, and a well-behaved client. */
export type Setup = {
  server: MeasuredServer
  attacked: AttackedServer
  client: ReturnType<typeof wellBehavedClient>
  /** Stops the server by SIGTERM. @returns problems of the stop, the log and the database. */
  end(): Promise<string[]>
}

export const setUp = async (): Promise<Setup> => {
  const folder = makeFolder()
  const file = join(folder.path, 'hostile.db')
  const [attackers, other] = await seedShops(file)
  const server = await startMeasured(file, { TRUSTED_PROXIES: '127.0.0.0/8' })
  const client = wellBehavedClient(`http://127.0.0.1:${server.port}`, other)
  const traces = await client.createRecords()
  const {
    key,
    campaign,
    skus: [sku = ''],
  } = attackers
  const { portalCookie } = other
  return {
    server,
    attacked: { port: server.port, key, campaign, sku, portalCookie, ...traces },
    client,
    end: async () => {
      server.child.kill('SIGTERM')
      const status = await server.ended
      const problems = [
        ...(status === 0 ? [] : [`the server ended with ${status}`]),
        ...server.faults.slice(0, 5).map((line) => `the server logged ${JSON.stringify(line)}`),
        ...findInconsistencies(file),
      ]
      folder.remove()
      return problems
    },
  }
}
