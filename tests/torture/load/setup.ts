import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../../contract-tests/own/temporary-folder.ts'
import { makeCertificate } from '../../../testkit/tls.ts'
import { deliveringTo } from '../../process/delivering-to.ts'
import { type Shop, seedShops } from '../seed-shops.ts'
import { type Subscriber, startSubscriber } from '../subscriber.ts'
import { Acknowledged } from './acknowledged.ts'
import { type Ask, type Counts, clients, GaveUp } from './clients.ts'
import { customers } from './customers.ts'
import { type Faults, faults as newFaults } from './faults.ts'
import { type FillableDisk, fillableDisk } from './fillable-disk.ts'
import { type LoadDatabase, postgresLoadDatabase, sqliteLoadDatabase } from './load-database.ts'
import { requestRate } from './request-rate.ts'
import { type RestartingServer, startRestartingServer } from './restarting-server.ts'

/** Number of concurrent customers. */
const concurrency = 32

/** A server on a fillable disk, a webhook subscriber, and running customers. */
export type Setup = {
  database: LoadDatabase
  /** Undefined where a disk cannot be filled. */
  disk: FillableDisk | undefined
  shop: Shop
  running: RestartingServer
  subscriber: Subscriber
  faults: Faults
  acknowledged: Acknowledged
  counts: Counts
  /** Send requests as the shop's account, and as another account. */
  ask: Ask
  other: Ask
  /** Problems found so far. */
  problems: string[]
  /** Sets the total number of requests per second. */
  setRate(perSecond: number): void
  takeLatencies(): { median: number; p99: number }
  /** Stops the customers after their current act. */
  stopClients(): Promise<void>
  remove(): Promise<void>
}

/** Only a file system of its own can be full for PostgreSQL, whose user must be able to read the path. */
const postgresDisk = (folder: string): FillableDisk | undefined => {
  chmodSync(folder, 0o755)
  const disk = fillableDisk(folder)
  return disk?.isMounted ? disk : undefined
}

/** @param onPostgres whether the data is in PostgreSQL, rather than in SQLite. */
export const setUp = async (onPostgres: boolean): Promise<Setup> => {
  const folder = makeFolder()
  const disk = onPostgres ? postgresDisk(folder.path) : fillableDisk(folder.path)
  const database = onPostgres
    ? await postgresLoadDatabase(disk)
    : sqliteLoadDatabase(join(disk?.path ?? folder.path, 'load.db'))
  const store = await database.open()
  const [shop, otherShop] = await seedShops(store, ['T', 'M', 'C', 'B', 'H', 'S', 'P', 'N'])
  const certificate = makeCertificate()
  const subscriber = await startSubscriber(certificate)
  const faults = newFaults()
  const acknowledged = new Acknowledged()
  const { turn, setRate } = requestRate()
  const counts: Counts = { responded: 0, failedRequests: 0, failed: 0 }
  const environment = deliveringTo(folder.path, certificate)
  const running = await startRestartingServer(
    database.url,
    environment,
    faults,
    () => counts.responded,
  )
  const { askAs, problems, takeLatencies } = clients({
    url: running.url,
    faults,
    counts,
    turn: async () => {
      await turn()
      await running.there()
    },
  })
  const [ask, other] = [askAs(shop.key), askAs(otherShop.key)]
  await ask({
    method: 'POST',
    path: '/v1/webhooks',
    json: {
      url: `${subscriber.url}/all`,
      events: ['order.created', 'order.cancelled', 'invite.viewed', 'invite.redeemed'],
    },
    expected: [201],
  })

  let isOver = false
  const act = customers({ ask, shop, acknowledged, other, subscriberUrl: subscriber.url })
  const runCustomer = async () => {
    while (!isOver)
      try {
        await act()
      } catch (error) {
        if (!(error instanceof GaveUp)) throw error
      }
  }
  const customerRuns = Promise.allSettled(Array.from({ length: concurrency }, runCustomer))

  return {
    ...{
      database,
      disk,
      shop,
      running,
      subscriber,
      faults,
      acknowledged,
      counts,
      ask,
      other,
      problems,
    },
    ...{ setRate, takeLatencies },
    stopClients: async () => {
      isOver = true
      for (const client of await customerRuns)
        if (client.status === 'rejected') problems.push(`a client failed: ${client.reason}`)
      setRate(Number.POSITIVE_INFINITY)
    },
    remove: async () => {
      subscriber.stop()
      await database.remove()
      disk?.remove()
      folder.remove()
    },
  }
}
