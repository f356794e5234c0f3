import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgresStore } from '../../../server/store/postgres/postgres-store.ts'
import { findPostgresInconsistencies } from '../../../server/testing/find-inconsistencies.ts'
import type { PostgresCluster } from '../../../testkit/postgres-cluster.ts'
import { startMeasured } from '../measured-server.ts'
import { seedShops } from '../seed-shops.ts'
import { type Exchange, startClients } from './clients.ts'

/** How long a request may take, in milliseconds. */
const mostMilliseconds = 5000
/** How long requests may fail after the database works again. */
const recoveryMilliseconds = 2000

export type Failure = {
  cluster: PostgresCluster
  database: string
  /** The URL that the server connects with. Default: the cluster's socket. */
  url?: string
  fail: () => Promise<unknown>
  /** How long the failure lasts, in milliseconds. */
  lasts: number
  repair: () => Promise<unknown>
  /** Where the data is after the repair. */
  repaired?: PostgresCluster
}

const shown = ({ what, status, start, end }: Exchange): string =>
  `${what} ${status} after ${(end - start).toFixed()} ms`

/** Runs a server under load while its database fails and works again. Returns what went wrong. */
export const runFailure = async ({ cluster, database, repaired = cluster, ...rest }: Failure) => {
  await cluster.create(database)
  // Other failures that are prepared meanwhile keep this process busy.
  const patient = `${cluster.urlOf(database)}&connect_timeout=60`
  const [shop] = await seedShops(await openPostgresStore(patient, { poolSize: 2 }))
  const server = await startMeasured('', { DATABASE_URL: rest.url ?? cluster.urlOf(database) })
  const url = `http://127.0.0.1:${server.port}`
  const clients = startClients(url, shop)
  const { exchanges, acknowledged } = clients
  await sleep(700)
  const failed = performance.now()
  await rest.fail()
  await sleep(rest.lasts)
  await rest.repair()
  const works = performance.now()
  const stalledSince = (until: number) => clients.stalledBetween(works, until)
  const hasPassed = () => performance.now() - works - stalledSince(performance.now())
  while (hasPassed() < recoveryMilliseconds + 1500) await sleep(100)
  await clients.stop()
  server.child.kill('SIGTERM')
  const status = await server.ended

  const problems: string[] = status === 0 ? [] : [`the server ended with ${status}`]
  const report = (about: string, found: readonly Exchange[]) => {
    if (found.length > 0) problems.push(`${found.length} ${about}: ${found.slice(0, 3).map(shown)}`)
  }
  const ok = (status: number) => status > 0 && status < 500
  const at = (path: string) => exchanges.filter(({ what }) => what === `GET ${path}`)
  report(
    'were not declared',
    exchanges.filter(({ problem }) => problem !== undefined),
  )
  report(
    'took too long',
    exchanges.filter(
      ({ start, end }) => end - start - clients.stalledBetween(start, end) > mostMilliseconds,
    ),
  )
  report(
    'failed before',
    exchanges.filter(({ end, status }) => end < failed && !ok(status)),
  )
  report(
    'failed after the repair',
    exchanges.filter(
      ({ start, status }) =>
        start - stalledSince(start) > works + recoveryMilliseconds && !ok(status),
    ),
  )
  report(
    'of /healthz failed',
    at('/healthz').filter(({ status }) => status !== 200),
  )
  const during = exchanges.filter(({ start, end }) => end > failed && start < works)
  // A request may fail shortly after the repair.
  if (!at('/readyz').some(({ end, status }) => end > failed && status === 503))
    problems.push('/readyz stayed 200')
  if (!during.some(({ what, status }) => what.includes('/v1/') && status === 500))
    problems.push('no request failed')

  const query = (sql: string) => repaired.query(database, sql)
  problems.push(...(await findPostgresInconsistencies(query)))
  const ids = async (table: string) => {
    const rows = await query(`select id from ${table}`)
    return new Set(rows.map(({ id }) => String(id)))
  }
  for (const [table, wanted] of Object.entries(acknowledged)) {
    const there = await ids(table)
    const lost = wanted.filter((id) => !there.has(id))
    if (lost.length > 0) problems.push(`${lost.length} acknowledged ${table} are lost`)
  }
  const failures = during.filter(({ status }) => status === 500)
  const stalled = clients.stalledBetween(0, Number.POSITIVE_INFINITY)
  const longest = Math.max(...exchanges.map(({ start, end }) => end - start))
  const last = Math.max(works, ...exchanges.filter((e) => !ok(e.status)).map(({ end }) => end))
  return {
    problems,
    figures: `${exchanges.length} requests, ${failures.length} with a 500, the longest ${longest.toFixed()} ms; recovered after ${(last - works).toFixed()} ms; ${acknowledged.orders.length} orders and ${acknowledged.contacts.length} contacts acknowledged; the machine stalled for ${stalled.toFixed()} ms`,
  }
}
