import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { openSqliteStore } from '../../server/store/sqlite.ts'
import { newOrder } from '../kit/request-bodies.ts'
import { requestsTo } from '../kit/server/test-server.ts'
import { seedShop } from '../kit/server/test-shop.ts'
import { spawnServer } from '../kit/spawn-server.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'
import { type Certificate, deliveringHere, tlsHost } from '../kit/tls.ts'

/** Creates a database file with an account, its key, and a campaign with stock. */
export const seededFile = async () => {
  const folder = temporaryFolder()
  const databaseFile = join(folder, 'test.db')
  const store = await openSqliteStore(databaseFile)
  const shop = await seedShop(store)
  await store.close()
  return { ...shop, folder, databaseFile }
}

const Created = z.looseObject({ id: z.string() })
const Subscribed = z.looseObject({ id: z.string(), secret: z.string() })

type ServerProcessOptions = {
  databaseFile: string
  key: string
  /** The certificate that deliveries trust. Allows deliveries to loopback addresses. */
  certificate?: Certificate
  environment?: Record<string, string>
}

/**
 * Starts the server in a child process, on an existing database. It is killed after the test. Returns it with
 * requests to it.
 */
export const startServer = async (options: ServerProcessOptions) => {
  const { databaseFile, key, certificate, environment = {} } = options
  const { url, child, ended, lines } = await spawnServer({
    databaseUrl: `file:${databaseFile}`,
    environment: {
      ...(certificate && deliveringHere(certificate, join(temporaryFolder(), 'authority.pem'))),
      ...environment,
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return ended
  }
  const request = requestsTo(url, key)
  /** Orders a unit of T. Returns the status and the order's id. */
  const order = async (campaign: string) => {
    const json = newOrder(campaign, 'T')
    const { status, body } = await request({ method: 'POST', path: '/v1/orders/create', json })
    return { status, id: Created.safeParse(body).data?.id ?? '' }
  }
  const ready = async () => (await request({ path: '/readyz', key: null, unchecked: true })).status
  const log = () => lines.join('\n')
  return { child, address: url, ended, stop, request, order, ready, log }
}

/** Starts a server on a new database, which accepts orders and delivers to subscribers on this machine. */
export const startShop = async (
  certificate: Certificate,
  more: Pick<ServerProcessOptions, 'environment'> = {},
) => {
  const seeded = await seededFile()
  const server = await startServer({ ...seeded, certificate, ...more })
  const ask = (method: string, path: string, json?: unknown) =>
    server.request({ method, path, json })
  const subscribe = async (port: number, events = ['order.created']) => {
    const json = { url: `https://${tlsHost}:${port}/`, events }
    return Subscribed.parse((await ask('POST', '/v1/webhooks', json)).body)
  }
  return { ...seeded, ...server, ask, subscribe, order: () => server.order(seeded.campaign) }
}
