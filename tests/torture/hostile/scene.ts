import { join } from 'node:path'
import { makeFolder } from '../../../contract-tests/own/temporary-folder.ts'
import { inconsistencies } from '../../../server/testing/consistency.ts'
import { type MeasuredServer, startMeasured } from '../measured-server.ts'
import { seedShops } from '../shops.ts'
import type { World } from './attack.ts'
import { neighbour } from './neighbour.ts'

/** A server on a database of its own, what attackers know of it, and who is beside them. */
export type Scene = {
  server: MeasuredServer
  world: World
  beside: ReturnType<typeof neighbour>
  /** Stops the server as an operator does. @returns what was not as it should be then. */
  end(): Promise<string[]>
}

export const setScene = async (): Promise<Scene> => {
  const folder = makeFolder()
  const file = join(folder.path, 'hostile.db')
  const [attackers, other] = await seedShops(file)
  const server = await startMeasured(file, { TRUSTED_PROXIES: '127.0.0.0/8' })
  const beside = neighbour(`http://127.0.0.1:${server.port}`, other)
  const traces = await beside.leaveTraces()
  const {
    key,
    campaign,
    skus: [sku = ''],
  } = attackers
  const { portalCookie } = other
  return {
    server,
    world: { port: server.port, key, campaign, sku, portalCookie, ...traces },
    beside,
    end: async () => {
      server.child.kill('SIGTERM')
      const status = await server.ended
      const problems = [
        ...(status === 0 ? [] : [`the server ended with ${status}`]),
        ...server.faults.slice(0, 5).map((line) => `the server logged ${JSON.stringify(line)}`),
        ...inconsistencies(file),
      ]
      folder.remove()
      return problems
    },
  }
}
