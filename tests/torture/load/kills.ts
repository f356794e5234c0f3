import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { findInconsistencies } from '../../../server/testing/find-inconsistencies.ts'
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

type Options = { kills: number; say: (line: string) => void }

/** Returns the events of acknowledged orders and cancellations, as `event order`. */
const acknowledgedEvents = ({ orders, cancelled }: Acknowledged): string[] => [
  ...[...orders.keys()].map((id) => `order.created ${id}`),
  ...[...cancelled].flatMap(([id, is]) => (is === 'yes' ? [`order.cancelled ${id}`] : [])),
]

/** Returns the events in the delivery queue of a database, as `event order`. */
const queuedEvents = (file: string): Set<string> => {
  const database = new DatabaseSync(file)
  const rows = database
    .prepare(`select event || ' ' || (body ->> '$.data.orderId') as event from delivery_queue`)
    .all()
  database.close()
  return new Set(rows.map(({ event }) => String(event)))
}

const settle = async ({ file, subscriber }: Setup): Promise<void> => {
  const deadline = performance.now() + patience
  for (let last = -1; performance.now() < deadline; ) {
    await sleep(1000)
    const { received } = await subscriber.report()
    if (received === last && queuedEvents(file).size === 0) return
    last = received
  }
}

/**
 * Kills a server under load, again and again, and restarts it. Every event of an acknowledged order or
 * cancellation must be delivered once, or be in progress at a kill. None may be delivered twice.
 * @returns problems; none if the server passed.
 */
export const runKills = async ({ kills, say }: Options): Promise<string[]> => {
  const setup = await setUp()
  const { file, running, subscriber, acknowledged, counts, shop, ask, other, problems } = setup
  setup.setRate(rate)
  let failed = 0
  /** For each kill, the acknowledged events that no longer waited. */
  const claimed: Set<string>[] = []
  for (let kill = 0; kill < kills; kill++) {
    await sleep(300 + Math.random() * 1500)
    failed += running.server().failedDeliveries()
    await running.again('SIGKILL', async () => {
      // Responses that the server has sent before the kill.
      await sleep(100)
      const queued = queuedEvents(file)
      claimed.push(new Set(acknowledgedEvents(acknowledged).filter((event) => !queued.has(event))))
    })
  }
  await setup.stopClients()
  await settle(setup)
  problems.push(...(await checkAcknowledged(acknowledged, shop.campaign, ask, other)))
  failed += running.server().failedDeliveries()
  endConnections()
  if ((await running.end('SIGTERM')) !== 0) problems.push('the last server did not end with 0')
  problems.push(...findInconsistencies(file).slice(0, 10))

  const { events, repeated } = await subscriber.report()
  const wanted = acknowledgedEvents(acknowledged)
  const missing = wanted.filter((event) => !events.has(event))
  const inProgress = claimed.map(() => 0)
  let lost = 0
  for (const event of missing) {
    const kill = claimed.findIndex((each) => each.has(event))
    if (kill >= 0) inProgress[kill] = (inProgress[kill] ?? 0) + 1
    else lost++
  }
  const most = Math.max(...inProgress)
  if (repeated > 0) problems.push(`${repeated} events were delivered twice`)
  if (lost > 0) problems.push(`${lost} events were lost, and in progress at no kill`)
  if (most > maxInProgress + failed) problems.push(`${most} events were lost by one kill`)
  if (events.size === 0) problems.push('the subscriber received no order')
  say(
    `${kills} kills, ${counts.responded} responses, ${wanted.length} events of acknowledged orders and cancellations: ${wanted.length - missing.length} delivered once, ${missing.length} in progress at a kill (at most ${most} at one), ${lost} lost, ${repeated} delivered twice; ${failed} deliveries failed`,
  )
  setup.remove()
  say(problems.length > 0 ? 'failed' : 'passed')
  return problems
}
