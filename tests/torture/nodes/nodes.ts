import { makeFolder } from '../../../contract-tests/own/temporary-folder.ts'
import { issueKey } from '../../../server/actions/issue-key.ts'
import { seedDemo } from '../../../server/demo/seed-demo.ts'
import { openPostgresStore } from '../../../server/store/postgres/postgres-store.ts'
import type { Store } from '../../../server/store/store.ts'
import { freePort } from '../../../testkit/free-port.ts'
import { startPostgresCluster } from '../../../testkit/postgres-cluster.ts'
import { type Certificate, makeCertificate } from '../../../testkit/tls.ts'
import { deliveringTo } from '../../process/delivering-to.ts'
import { type MeasuredServer, startMeasured } from '../measured-server.ts'
import { seedShop } from '../seed-shops.ts'
import { type RunningProxy, requireProxy, startProxy } from './proxy.ts'

const database = 'nodes'

/** Node keeps idle connections longer than HAProxy, so that no request meets one that closes. */
const settings = {
  TRUSTED_PROXIES: '127.0.0.1/32',
  KEEP_ALIVE_SECONDS: '75',
  SEED_DEMO: '0',
}

/** Logged when orders of one account wait too long for each other. Their requests count as failed. */
const overload = /^The database failed: a request waited/

/** A node on a port of its own, which can be killed and started again. */
export type Node = {
  readonly url: string
  kill(): Promise<void>
  start(): Promise<void>
}

/** Servers that share a PostgreSQL database, and a proxy in front of them. */
export type Nodes = {
  nodes: readonly [Node, Node]
  proxy: RunningProxy
  /** The database, as another node sees it. */
  store: Store
  /** An account with one unit of the SKU L, and practically unlimited stock of T. */
  shop: Awaited<ReturnType<typeof seedShop>>
  /** A key of an account with demo data. */
  demoKey: string
  certificate: Certificate
  /** Runs SQL. Returns the rows. */
  query(sql: string): Promise<Record<string, unknown>[]>
  /** Returns the errors that the nodes have logged. */
  errors(): string[]
  stop(): Promise<void>
}

const startNode = async (
  port: number,
  environment: Record<string, string>,
  errors: string[],
): Promise<Node & { stop(): Promise<void> }> => {
  let server: MeasuredServer | undefined
  const end = async (signal: NodeJS.Signals) => {
    if (!server) return
    const { child, ended, faults } = server
    server = undefined
    child.kill(signal)
    await ended
    errors.push(
      ...faults.filter(({ msg }) => !overload.test(msg)).map((line) => JSON.stringify(line)),
    )
  }
  const node = {
    url: `http://127.0.0.1:${port}`,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    start: async () => {
      server = await startMeasured('', { ...environment, PORT: String(port) })
    },
  }
  await node.start()
  return node
}

/** @throws if PostgreSQL or HAProxy is not installed. */
export const startNodes = async (): Promise<Nodes> => {
  const program = await requireProxy()
  const folder = makeFolder()
  const cluster = await startPostgresCluster({ isDurable: true })
  const undo: (() => unknown)[] = [() => folder.remove(), () => cluster.stop()]
  const stop = async () => {
    for (const each of undo.splice(0).toReversed()) await each()
  }
  try {
    await cluster.create(database)
    const store = await openPostgresStore(cluster.urlOf(database), { poolSize: 8 })
    undo.push(() => store.close())
    const certificate = makeCertificate()
    const errors: string[] = []
    const [port, ...ports] = [await freePort(), await freePort(), await freePort()]
    const environment = {
      ...settings,
      BASE_URL: `http://127.0.0.1:${port}`,
      ...deliveringTo(folder.path, certificate),
      DATABASE_URL: cluster.urlOf(database),
    }
    const start = async (own: number) => {
      const node = await startNode(own, environment, errors)
      undo.push(node.stop)
      return node
    }
    const [first, second] = await Promise.all([start(ports[0]), start(ports[1])])
    const proxy = await startProxy(program, folder.path, port, ports)
    undo.push(proxy.stop)
    const now = Date.now()
    return {
      nodes: [first, second],
      proxy,
      store,
      shop: await seedShop(store, 'Nodes', { T: 1_000_000_000, L: 1 }),
      demoKey: await store.write(async (transaction) =>
        issueKey(transaction, await seedDemo(transaction, now), 'contract', now),
      ),
      certificate,
      query: (sql) => cluster.query(database, sql),
      errors: () => errors,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
