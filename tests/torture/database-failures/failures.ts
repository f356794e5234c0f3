import { chmodSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { makeFolder } from '../../../contract-tests/own/temporary-folder.ts'
import { freePort } from '../../../testkit/free-port.ts'
import { type PostgresCluster, startPostgresCluster } from '../../../testkit/postgres-cluster.ts'
import { startTcpProxy } from '../../../testkit/tcp-proxy.ts'
import { type FillableDisk, fillableDisk } from '../load/fillable-disk.ts'
import type { Failure } from './run-failure.ts'

/** A failure with a function that removes what it needed. Undefined if it cannot be caused here. */
type Prepared = { failure: Omit<Failure, 'database'>; remove: () => Promise<void> } | undefined

const database = 'shop'

/** Commits survive a kill of PostgreSQL. They need not survive one of the machine, so no disk is waited for. */
const startCluster = (options: { port?: number; folder?: FillableDisk } = {}) =>
  startPostgresCluster({ ...options, settings: ['synchronous_commit=on'] })

const ofStop = (mode: 'fast' | 'immediate' | 'kill') => async (): Promise<Prepared> => {
  const cluster = await startCluster()
  const { stopServer: fail, startServer: repair, stop: remove } = cluster
  return { failure: { cluster, fail: () => fail(mode), lasts: 1500, repair }, remove }
}

const throughProxy = (mode: 'silent' | 'reset', lasts: number) => async (): Promise<Prepared> => {
  const port = await freePort()
  const cluster = await startCluster({ port })
  const proxy = await startTcpProxy(port)
  return {
    failure: {
      cluster,
      url: `postgres://merch@127.0.0.1:${proxy.port}/${database}`,
      fail: async () => proxy.setMode(mode),
      lasts,
      repair: async () => proxy.setMode('forward'),
    },
    remove: async () => {
      proxy.stop()
      await cluster.stop()
    },
  }
}

const ofFailover =
  (failPrimary: (primary: PostgresCluster, silence: () => void) => Promise<void>) =>
  async (): Promise<Prepared> => {
    const [port, standbyPort] = [await freePort(), await freePort()]
    // Every commit waits for the standby, so it has all that was acknowledged.
    const settings = ['synchronous_standby_names=*']
    const cluster = await startCluster({ port })
    const standby = await cluster.startStandby(standbyPort)
    await cluster.query('postgres', `alter system set ${settings[0]?.replace('=', " = '")}'`)
    await cluster.query('postgres', 'select pg_reload_conf()')
    const proxy = await startTcpProxy(port)
    return {
      failure: {
        cluster,
        url: `postgres://merch@127.0.0.1:${proxy.port},127.0.0.1:${standbyPort}/${database}?target_session_attrs=read-write`,
        fail: () => failPrimary(cluster, () => proxy.setMode('silent')),
        lasts: 1500,
        repair: () => standby.query('postgres', 'select pg_promote()'),
        repaired: standby,
      },
      remove: async () => {
        proxy.stop()
        await cluster.stop()
        await standby.stop()
      },
    }
  }

/** Locks tables one after another, each before the one before is released. */
const ofLocks = (tables: readonly string[], eachMilliseconds: number) => async () => {
  const cluster = await startCluster()
  const holdAll = async () => {
    let before: Client | undefined
    for (const table of tables) {
      const client = new Client({ connectionString: cluster.urlOf(database) })
      await client.connect()
      await client.query(`begin; lock table ${table} in access exclusive mode`)
      await before?.end()
      before = client
      await sleep(eachMilliseconds)
    }
    await before?.end()
  }
  let held: Promise<void> | undefined
  return {
    failure: {
      cluster,
      fail: async () => {
        held = holdAll()
      },
      lasts: eachMilliseconds * tables.length,
      repair: async () => held,
    },
    remove: cluster.stop,
  }
}

const ofFullDisk = async (): Promise<Prepared> => {
  const folder = makeFolder()
  chmodSync(folder.path, 0o755)
  const disk = fillableDisk(folder.path, 400 * 1024 ** 2)
  if (!disk?.isMounted) return undefined
  const cluster = await startCluster({ folder: disk })
  return {
    failure: {
      cluster,
      fail: async () => disk.fill(0),
      lasts: 3000,
      repair: async () => {
        disk.free(0)
        // PostgreSQL ends when it cannot write its log. A process manager starts it again.
        await cluster.startServer()
      },
    },
    remove: async () => {
      await cluster.stop()
      folder.remove()
    },
  }
}

/** How PostgreSQL can fail, by name. */
export const failures: Readonly<Record<string, () => Promise<Prepared>>> = {
  'restarted (fast)': ofStop('fast'),
  'restarted (immediate)': ofStop('immediate'),
  'killed (kill -9)': ofStop('kill'),
  'failed over, primary killed': ofFailover((primary) => primary.stopServer('kill')),
  'failed over, primary silent': ofFailover(async (_, silence) => silence()),
  'network silent for 1 s': throughProxy('silent', 1000),
  'network silent for 7 s': throughProxy('silent', 7000),
  'network reset': throughProxy('reset', 1500),
  'pool exhausted by a lock': ofLocks(['orders'], 7000),
  'locks that add up': ofLocks(['campaigns', 'inventory_items', 'orders'], 2500),
  'disk full': ofFullDisk,
}
