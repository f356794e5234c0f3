import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from '../../../testkit/find-program.ts'
import { freePort } from '../../../testkit/free-port.ts'
import { send } from '../../../testkit/http.ts'
import { startTcpProxy, type TcpProxy } from '../../../testkit/tcp-proxy.ts'
import { folderUntilExit, postgresDatabase, type Shop, seedShop } from '../database.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { type Subscriber, startSubscriber } from '../subscriber.ts'

/** Node keeps idle connections longer than HAProxy, so that no request meets one that closes. */
const settings = { TRUSTED_PROXIES: '127.0.0.1/32', KEEP_ALIVE_SECONDS: '75', SEED_DEMO: '0' }

const configOf = (port: number, nodes: readonly ServerProcess[]): string => `
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  timeout check 2s
  timeout http-keep-alive 60s
  option redispatch
frontend clients
  bind 127.0.0.1:${port}
  option forwardfor
  default_backend nodes
backend nodes
  balance roundrobin
  option httpchk GET /readyz
  default-server check inter 250ms fall 2 rise 1
${nodes.map((node, i) => `  server node${i} 127.0.0.1:${node.port}`).join('\n')}
`

/** Debian's folder of the package is not in every PATH. */
const findHaproxy = async (): Promise<string> => {
  const found = (await findProgram('haproxy')) ?? '/usr/sbin/haproxy'
  if (existsSync(found)) return found
  throw new Error('HAProxy is not installed. On Debian: apt-get install haproxy')
}

/** Starts HAProxy in front of nodes. Resolves when it sends requests to one of them. */
const startHaproxy = async (program: string, port: number, nodes: readonly ServerProcess[]) => {
  const config = join(folderUntilExit(), 'haproxy.cfg')
  writeFileSync(config, configOf(port, nodes))
  const child = spawn(program, ['-db', '-q', '-f', config], { stdio: 'inherit' })
  process.once('exit', () => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  const deadline = performance.now() + 10_000
  const isReady = () =>
    send(url, { path: '/readyz' }).then(
      ({ status }) => status === 200,
      () => false,
    )
  while (!(await isReady())) {
    if (performance.now() > deadline) throw new Error('HAProxy does not respond')
    await sleep(50)
  }
}

/** Servers that share a PostgreSQL database, and a proxy in front of them. */
export type Nodes = {
  nodes: readonly [ServerProcess, ServerProcess]
  /** The URL of the proxy, which sends requests to the nodes in turn. */
  url: string
  database: Awaited<ReturnType<typeof postgresDatabase>>
  /** The network between the nodes and PostgreSQL. */
  network: TcpProxy
  shop: Shop
  subscriber: Subscriber
}

/** @throws if PostgreSQL or HAProxy is not installed. */
export const startNodes = async (): Promise<Nodes> => {
  const haproxy = await findHaproxy()
  const databasePort = await freePort()
  const database = await postgresDatabase(databasePort)
  const network = await startTcpProxy(databasePort)
  const store = await database.open()
  const shop = await seedShop(store)
  await store.close()
  const subscriber = await startSubscriber()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const start = () =>
    startServerProcess(`postgres://merch@127.0.0.1:${network.port}/${database.name}`, {
      ...settings,
      ...subscriber.environment,
      BASE_URL: url,
    })
  const nodes = [await start(), await start()] as const
  await startHaproxy(haproxy, port, nodes)
  return { nodes, url, database, network, shop, subscriber }
}
