import { setTimeout as sleep } from 'node:timers/promises'
import { endConnections } from '../../../testkit/http.ts'
import type { Acknowledged } from './acknowledged.ts'
import { checkAcknowledged } from './check-acknowledged.ts'
import { type Setup, setUp } from './setup.ts'

/** Requests per second, if the machine allows. */
const rate = 400

/** Maximum number of deliveries in progress to one subscription. */
const maxInProgress = 16

/** How long the queued deliveries may take at the end, in milliseconds. */
const patience = 120_000

type Options = {
  /** Number of kills of the server. */
  kills: number
  /** Number of kills of PostgreSQL, after those of the server. */
  databaseKills: number
  onPostgres: boolean
  say: (line: string) => void
}

/** Returns the events of acknowledged orders and cancellations, as `event order`. */
const acknowledgedEvents = ({ orders, cancelled }: Acknowledged): string[] => [
  ...[...orders.keys()].map((id) => `order.created ${id}`),
  ...[...cancelled].flatMap(([id, is]) => (is === 'yes' ? [`order.cancelled ${id}`] : [])),
]

const settle = async ({ database, subscriber }: Setup): Promise<void> => {
  const deadline = performance.now() + patience
  for (let last = -1; performance.now() < deadline; ) {
    await sleep(1000)
    const { received } = await subscriber.report()
    if (received === last && (await database.queuedEvents()).size === 0) return
    last = received
  }
}

/** Returns the deliveries that have left the queue. They were made, in progress or lost. */
const claimedOf = async ({ database, acknowledged }: Setup): Promise<ReadonlySet<string>> => {
  const events = acknowledgedEvents(acknowledged)
  const queued = await database.queuedEvents()
  return new Set(events.filter((event) => !queued.has(event)))
}

/** Kills PostgreSQL, by a crash of all its processes and of the main one in turn, and starts it again. */
const killDatabase = async (setup: Setup, mode: 'immediate' | 'kill'): Promise<void> => {
  const { database, faults } = setup
  const works = faults.beginFailing()
  await database.cluster?.stopServer(mode)
  await database.cluster?.startServer()
  works()
}

/**
 * Kills a server under load, again and again, and restarts it. Then kills its database. Every event of
 * an acknowledged order or cancellation must be delivered once, or be in progress at a kill of the server.
 * None may be delivered twice.
 * @returns problems; none if the server passed.
 */
export const runKills = async (options: Options): Promise<string[]> => {
  const { kills, databaseKills, onPostgres, say } = options
  const setup = await setUp(onPostgres)
  const { database, running, subscriber, acknowledged, counts, shop, ask, other, problems } = setup
  setup.setRate(rate)
  let failed = 0
  const claimedAtKills: ReadonlySet<string>[] = []
  for (let kill = 0; kill < kills; kill++) {
    await sleep(300 + Math.random() * 1500)
    failed += running.server().failedDeliveries()
    await running.again('SIGKILL', async () => {
      // Responses that the server has sent before the kill.
      await sleep(100)
      claimedAtKills.push(await claimedOf(setup))
    })
  }
  for (let kill = 0; kill < databaseKills; kill++) {
    await sleep(1000 + Math.random() * 1500)
    await killDatabase(setup, kill % 2 === 0 ? 'immediate' : 'kill')
  }
  await setup.stopClients()
  await settle(setup)
  problems.push(...(await checkAcknowledged(acknowledged, shop.campaign, ask, other)))
  failed += running.server().failedDeliveries()
  endConnections()
  if ((await running.end('SIGTERM')) !== 0) problems.push('the last server did not end with 0')
  problems.push(...(await database.findInconsistencies()).slice(0, 10))

  const { events, repeated } = await subscriber.report()
  const wanted = acknowledgedEvents(acknowledged)
  const missing = wanted.filter((event) => !events.has(event))
  const inProgress = claimedAtKills.map(() => 0)
  let lost = 0
  for (const event of missing) {
    const kill = claimedAtKills.findIndex((claimed) => claimed.has(event))
    if (kill >= 0) inProgress[kill] = (inProgress[kill] ?? 0) + 1
    else lost++
  }
  const most = Math.max(0, ...inProgress)
  if (repeated > 0) problems.push(`${repeated} events were delivered twice`)
  if (lost > 0) problems.push(`${lost} events were lost, and in progress at no kill of the server`)
  if (most > maxInProgress + failed) problems.push(`${most} events were lost by one kill`)
  if (events.size === 0) problems.push('the subscriber received no order')
  say(
    `${kills} kills of the server, ${databaseKills} of PostgreSQL, ${counts.responded} responses, ${counts.failed} of them with a 500, ${wanted.length} events of acknowledged orders and cancellations: ${wanted.length - missing.length} delivered once, ${missing.length - lost} in progress at a kill of the server (at most ${most} at one kill), ${lost} lost, ${repeated} delivered twice; ${failed} deliveries failed`,
  )
  await setup.remove()
  say(problems.length > 0 ? 'failed' : 'passed')
  return problems
}
