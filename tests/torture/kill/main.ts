import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebhookSubscriptionWithSecret } from '../../../generated/schemas.ts'
import { newOrder } from '../../../testkit/request-bodies.ts'
import { type Ask, clientOf, type Exchange, inWords } from '../client.ts'
import { postgresDatabase, seedShop, sqliteDatabase } from '../database.ts'
import { runTorture, say, wholeNumber } from '../program.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { startSubscriber } from '../subscriber.ts'
import { Acknowledged, checkAcknowledged } from './acknowledged.ts'
import { deliveryChecker } from './check-deliveries.ts'
import { startCustomers } from './customers.ts'

const usage = `
Usage: npm run test:kill -- [--kills N] [--seconds N] [--database postgres]

Sends orders, cancellations, contacts and webhook subscriptions to a server for N seconds (60). Ends it
at N random moments (20), by SIGKILL and by SIGTERM in turn, and starts it again. Some endpoints accept
deliveries, some fail, and those of another account never respond.

Fails when an acknowledged write is missing or exists twice, when an event of an acknowledged order was
delivered twice, or was neither delivered nor in progress at a SIGKILL, when silent endpoints delay
deliveries, when a response differs from the document, when SIGTERM resets an open connection, or when
the database is inconsistent.

With --database postgres, the data is in a PostgreSQL server that the program starts.
`

/** Silent subscriptions of the other account: more than may have deliveries in progress at one time. */
const silentSubscriptions = 60

/** Milliseconds that the queued deliveries may take at the end. */
const patience = 60_000

/** Milliseconds in which responses that the server sent before a kill reach the customers. */
const transit = 100

const maxReported = 20

/** A period in which the server ended and started again. */
type Down = { from: number; to: number; signal: 'SIGKILL' | 'SIGTERM' }

/** Counts exchanges, and checks that requests fail only while the server is down. */
const exchangeChecker = (server: ServerProcess, downs: readonly Down[]) => {
  const counts = { responses: 0, late: 0, withoutResponse: 0 }
  const problems: string[] = []
  const mayFail = ({ start, end, isReset }: Exchange) =>
    downs.some(
      ({ from, to, signal }) => start <= to && end >= from && (signal === 'SIGKILL' || !isReset),
    )
  const report = (exchange: Exchange) => {
    const { response, problem, start } = exchange
    if (!response) {
      counts.withoutResponse++
      if (!mayFail(exchange)) problems.push(`${inWords(exchange)}: ${problem}`)
      return
    }
    counts.responses++
    if (problem !== undefined || response.status >= 500) problems.push(problem ?? inWords(exchange))
    if (start < server.stoppingSince()) return
    counts.late++
    if (response.headers.connection !== 'close')
      problems.push(`${inWords(exchange)} has no Connection: close during a stop`)
  }
  return { counts, problems, report }
}

const run = async (kills: number, seconds: number, onPostgres: boolean): Promise<string[]> => {
  const database = onPostgres ? await postgresDatabase() : sqliteDatabase()
  const store = await database.open()
  const [shop, silentShop] = [await seedShop(store), await seedShop(store)]
  await store.close()
  const subscriber = await startSubscriber()
  const server = await startServerProcess(database.url, subscriber.environment)

  const downs: Down[] = []
  const { counts, problems, report } = exchangeChecker(server, downs)
  const agent = new Agent({ keepAlive: true })
  const askAs = (key: string): Ask => clientOf({ url: server.url, key, agent, report })
  const [ask, askSilent] = [askAs(shop.key), askAs(silentShop.key)]
  const subscribe = async (as: Ask, path: string) => {
    const json = { url: subscriber.url + path, events: ['order.created', 'order.cancelled'] }
    const { body } = await as({ method: 'POST', path: '/v1/webhooks', json })
    return [WebhookSubscriptionWithSecret.parse(body).id, path] as const
  }
  const endpoints = new Map([await subscribe(ask, '/accepting'), await subscribe(ask, '/failing')])
  for (let i = 0; i < silentSubscriptions; i++) await subscribe(askSilent, `/silent/${i}`)

  const acknowledged = new Acknowledged()
  const account = shop.account
  const deliveries = deliveryChecker({ database, account, subscriber, acknowledged, endpoints })
  let started = Promise.resolve()
  const stopCustomers = startCustomers(
    {
      ...{ ask, shop, acknowledged, subscriberUrl: subscriber.url },
      orderElsewhere: () => {
        const json = newOrder(silentShop.campaign, 'T')
        return askSilent({ method: 'POST', path: '/v1/orders/create', json })
      },
    },
    () => started,
  )

  const restart = async (signal: Down['signal']): Promise<void> => {
    const down: Down = { from: performance.now(), to: Number.POSITIVE_INFINITY, signal }
    downs.push(down)
    // A stop waits for deliveries in progress.
    subscriber.setSilent(signal === 'SIGKILL')
    const status = await server.end(signal)
    const { promise, resolve } = Promise.withResolvers<void>()
    started = promise
    await sleep(transit)
    if (signal === 'SIGKILL') await deliveries.noteKill()
    else if (status !== 0) problems.push(`SIGTERM ended the server with ${status}`)
    subscriber.setSilent(true)
    await server.start()
    down.to = performance.now()
    resolve()
    say(
      `${signal}: started again after ${((down.to - down.from) / 1000).toFixed(1)} s; ${counts.responses} responses, ${acknowledged.orders.size} orders, ${subscriber.deliveries.length} deliveries so far`,
    )
  }

  const start = performance.now()
  const until = (moment: number) => sleep(Math.max(0, start + moment - performance.now()))
  for (let i = 0; i < kills; i++) {
    await until(((i + Math.random()) * seconds * 1000) / kills)
    await restart(i % 2 === 0 ? 'SIGKILL' : 'SIGTERM')
  }
  await until(seconds * 1000)
  problems.push(...(await stopCustomers()))
  const deadline = performance.now() + patience
  while ((await deliveries.queued()).size > 0 && performance.now() < deadline) await sleep(200)
  problems.push(...(await checkAcknowledged(acknowledged, shop.campaign, ask)))
  agent.destroy()
  subscriber.setSilent(false)
  const status = await server.end('SIGTERM')
  if (status !== 0) problems.push(`the last server ended with ${status}`)
  problems.push(...server.errors.map((error) => `the server logged: ${error}`))
  problems.push(...(await database.findInconsistencies()))

  const { figures, problems: wrongDeliveries } = deliveries.finish()
  say(
    `${kills} ends of the server: ${counts.responses} responses, ${counts.late} of them during a stop; ${counts.withoutResponse} requests without a response`,
  )
  say(
    `acknowledged: ${acknowledged.orders.size} orders, ${acknowledged.events.size - acknowledged.orders.size} cancellations, ${acknowledged.contacts.size} contacts, ${acknowledged.webhooks.size} webhooks`,
  )
  say(figures)
  return [...problems, ...wrongDeliveries].slice(0, maxReported)
}

await runTorture(
  usage,
  { kills: '20', seconds: '60', database: 'sqlite' },
  ({ kills, seconds, database }) => {
    if (database !== 'sqlite' && database !== 'postgres')
      throw new Error('--database must be sqlite or postgres')
    return run(
      wholeNumber('kills', kills),
      wholeNumber('seconds', seconds),
      database === 'postgres',
    )
  },
)
