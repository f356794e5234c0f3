import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { send } from '../../contract-tests/support/http.ts'
import { closeServer, listen } from '../../server/http/http-server.ts'
import { openPostgresStore } from '../../server/store/postgres/open-postgres-store.ts'
import { findProgram } from '../kit/find-program.ts'
import { firingAlerts, steadySeries } from '../kit/firing-alerts.ts'
import { freePort } from '../kit/free-port.ts'
import { startPostgresCluster } from '../kit/postgres-cluster.ts'
import { seedShop } from '../kit/server/test-shop.ts'
import { spawnServer } from '../kit/spawn-server.ts'

// Faults of a server in production, and the alerts of examples/monitoring that they fire.

/** Starts a server on a PostgreSQL server of its own, with a provider that rejects its key. */
const production = async () => {
  const cluster = await startPostgresCluster()
  onTestFinished(() => cluster.stop())
  await cluster.create('merch')
  const databaseUrl = cluster.urlOf('merch')
  const store = await openPostgresStore(databaseUrl, { poolSize: 2 })
  const { account, campaign } = await seedShop(store)
  await store.close()
  const provider = createServer((_, outgoing) => outgoing.writeHead(401).end())
  const providerPort = await listen(provider, 0, '127.0.0.1')
  onTestFinished(() => closeServer(provider, 0))
  const metrics = await freePort()
  const start = async (more: Record<string, string> = {}) => {
    const environment = { METRICS_PORT: String(metrics), ...more }
    const { child, ended, lines } = await spawnServer({ databaseUrl, environment })
    const end = async (signal: NodeJS.Signals) => {
      child.kill(signal)
      await ended
    }
    onTestFinished(() => end('SIGKILL'))
    return { end, lines }
  }
  /** Returns the series that Prometheus would read. */
  const series = async () => {
    const page = await send(`http://127.0.0.1:${metrics}`, { path: '/metrics' }).catch(() => null)
    return {
      'up{job="merch",instance="node1"}': page?.status === 200 ? '1x120' : '0x120',
      ...steadySeries(page?.text ?? '', 'node1'),
    }
  }
  const wrongKey = {
    PROVIDER_URL: `http://127.0.0.1:${providerPort}`,
    PROVIDER_KEY: 'wrong',
    PROVIDER_SECRET: 'wrong',
    PROVIDER_ACCOUNT: account,
    PROVIDER_CAMPAIGN: campaign,
  }
  return { cluster, start, series, wrongKey }
}

test('PostgreSQL that is down, a wrong key of the provider and a node that is gone fire their alerts', async (context) => {
  const promtool = await findProgram('promtool')
  if (promtool === undefined) return context.skip('promtool is not installed')
  const { cluster, start, series, wrongKey } = await production()
  const firing = async () => firingAlerts(promtool, await series())
  const node = await start()
  // On a busy machine, a page may fail: it waits for the database for a second.
  await expect.poll(firing).toEqual([])

  await cluster.stopServer('immediate')
  await expect.poll(firing).toEqual(['MerchNotReady'])
  await cluster.startServer()
  await expect.poll(firing).toEqual([])

  await node.end('SIGKILL')
  expect(await firing()).toEqual(['MerchDown'])

  const other = await start(wrongKey)
  await expect.poll(() => other.lines.join('\n')).toContain('Orders could not be synced')
  await expect.poll(firing).toEqual(['MerchSyncStopped'])
})
