import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { send } from '../../../contract-tests/support/http.ts'
import { findProgram } from '../../kit/find-program.ts'
import { freePort } from '../../kit/free-port.ts'
import { read } from '../../kit/project.ts'
import { seedShop } from '../../kit/server/test-shop.ts'
import { type SpawnedServer, spawnServer } from '../../kit/spawn-server.ts'
import { startTcpProxy } from '../../kit/tcp-proxy.ts'
import { type Torture, until } from '../program.ts'
import { startSubscriber } from '../subscriber.ts'

/** Returns the configuration of the example, with these addresses and quicker checks. */
const configOf = (port: number, nodes: readonly SpawnedServer[]): string => {
  return nodes.reduce(
    (config, node, i) => config.replace(`node${i + 1}:8080`, `127.0.0.1:${node.port}`),
    read('examples/haproxy/haproxy.cfg')
      .replace('bind :8080', `bind 127.0.0.1:${port}`)
      .replace('inter 2s', 'inter 250ms')
      // No line for each request.
      .replace('local0 info', 'local0 notice'),
  )
}

/** Starts HAProxy in front of nodes. Resolves when it sends requests to one of them. */
const startHaproxy = async (
  config: string,
  port: number,
  nodes: readonly SpawnedServer[],
): Promise<void> => {
  // Debian's folder of the package is not in every PATH.
  const program = (await findProgram('haproxy')) ?? '/usr/sbin/haproxy'
  if (!existsSync(program))
    throw new Error('HAProxy is not installed. On Debian: apt-get install haproxy')
  writeFileSync(config, configOf(port, nodes))
  const child = spawn(program, ['-db', '-q', '-f', config], { stdio: 'inherit' })
  process.once('exit', () => child.kill('SIGKILL'))
  const isReady = () =>
    send(`http://127.0.0.1:${port}`, { path: '/readyz' }).then(
      ({ status }) => status === 200,
      () => false,
    )
  if (!(await until(isReady, 10_000))) throw new Error('HAProxy does not respond')
}

/**
 * Starts PostgreSQL, two servers on it and HAProxy in front of them.
 * @param onCitus whether the database is distributed over two workers.
 * @throws if PostgreSQL or HAProxy is not installed.
 */
export const startNodes = async (program: Torture, onCitus: boolean) => {
  const databasePort = await freePort()
  const newDatabase = onCitus ? program.newCitus(databasePort) : program.newPostgres(databasePort)
  const database = await newDatabase
  const network = await startTcpProxy(databasePort)
  const store = await database.open()
  const shop = await seedShop(store)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const lines: string[] = []
  const subscriber = await startSubscriber(program)
  const start = async () =>
    spawnServer({
      databaseUrl: `postgres://merch@127.0.0.1:${network.port}/${database.name}`,
      environment: {
        ...subscriber.environment,
        BASE_URL: url,
        SEED_DEMO: '0',
        TRUSTED_PROXIES: '127.0.0.1/32',
        LOG_LEVEL: 'debug',
        // Longer than HAProxy keeps idle connections, so that no request meets one that closes.
        KEEP_ALIVE_SECONDS: '75',
      },
      port: await freePort(),
      onLine: (line) => lines.push(line),
    })
  const nodes = [await start(), await start()] as const
  await startHaproxy(program.file('haproxy.cfg'), port, nodes)
  return {
    nodes,
    /** The URL of the proxy, which sends requests to the nodes in turn. */
    url,
    /** The log of all nodes. */
    lines,
    database,
    /** The database, as another node sees it. */
    store,
    /** The network between the nodes and PostgreSQL. */
    network,
    shop,
    subscriber,
    problems: program.problems,
  }
}

export type Nodes = Awaited<ReturnType<typeof startNodes>>
