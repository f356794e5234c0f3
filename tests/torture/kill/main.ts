import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command, Option } from '@commander-js/extra-typings'
import { WebhookSubscriptionWithSecret } from '../../../generated/schemas.ts'
import { newOrder } from '../../../testkit/request-bodies.ts'
import { spawnServer } from '../../../testkit/spawn-server.ts'
import { type Ask, clientOf, type Exchange, inWords } from '../client.ts'
import { newPostgres, newShop, newSqlite, queuedDeliveries, type Shop } from '../database.ts'
import { loggedErrors, say, type Torture, torture, until, wholeNumber } from '../program.ts'
import { repeated, startSubscriber } from '../subscriber.ts'
import { checkAcknowledged, newAcknowledged, startCustomers } from './customers.ts'

const command = new Command('npm run test:kill --')
  .description(`\
Sends orders, cancellations, contacts and webhook subscriptions to a server. Ends it at random moments,
by SIGKILL and by SIGTERM in turn, and starts it again. Some endpoints accept deliveries, some fail, and
those of another account never respond.

Fails when an acknowledged write is missing or exists twice, when an event of an acknowledged order was
delivered twice, or was neither delivered nor in progress at a SIGKILL, when a response differs from the
document, when SIGTERM resets an open connection, or when the database is inconsistent.`)
  .option('--kills <number>', 'how often the server ends', wholeNumber, 20)
  .option('--seconds <number>', 'how long requests are sent', wholeNumber, 60)
  .addOption(new Option('--database <name>').choices(['sqlite', 'postgres']).default('sqlite'))

/** Silent subscriptions of the other account: more than may have deliveries in progress at one time. */
const silentSubscriptions = 60

/** Deliveries in progress to one subscription, at most. */
const maxInProgress = 16

/** Milliseconds that the queued deliveries may take at the end. */
const patience = 60_000

/** Milliseconds in which responses that the server sent before a kill reach the customers. */
const transit = 100

/** A period in which the server ended and started again. */
type Down = { from: number; to: number; signal: 'SIGKILL' | 'SIGTERM' }

const run = async (program: Torture): Promise<void> => {
  const { problems } = program
  const { kills, seconds, database: kind } = command.parse().opts()
  const database = kind === 'postgres' ? await newPostgres(program) : newSqlite()
  const store = await database.open()
  const [shop, silentShop] = [await newShop(store), await newShop(store)]
  await store.close()
  const subscriber = await startSubscriber()
  /** The log of all servers. */
  const lines: string[] = []
  let stoppingSince = Number.POSITIVE_INFINITY
  const start = (port?: number) =>
    spawnServer({
      databaseUrl: database.url,
      environment: subscriber.environment,
      ...(port === undefined ? {} : { port }),
      onLine: (line) => {
        lines.push(line)
        if (line.includes('"msg":"Stopping"')) stoppingSince = performance.now()
      },
    })
  let server = await start()
  const { port, url } = server

  // Requests may fail only while the server is down.
  const counts = { responses: 0, late: 0, withoutResponse: 0 }
  const downs: Down[] = []
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
    if (start < stoppingSince) return
    counts.late++
    if (response.headers.connection !== 'close')
      problems.push(`${inWords(exchange)} has no Connection: close during a stop`)
  }
  const agent = new Agent({ keepAlive: true })
  const askAs = ({ key }: Shop): Ask => clientOf({ url, key, agent, report })
  const [ask, askSilent] = [askAs(shop), askAs(silentShop)]
  const subscribe = async (as: Ask, path: string) => {
    const json = { url: subscriber.url + path, events: ['order.created', 'order.cancelled'] }
    const { body } = await as({ method: 'POST', path: '/v1/webhooks', json })
    return [WebhookSubscriptionWithSecret.parse(body).id, path] as const
  }
  /** Paths of the endpoints that receive every event, by the id of their subscription. */
  const endpoints = new Map([await subscribe(ask, '/accepting'), await subscribe(ask, '/failing')])
  for (let i = 0; i < silentSubscriptions; i++) await subscribe(askSilent, `/silent/${i}`)

  const acknowledged = newAcknowledged()
  /** Returns when the event of each delivery was acknowledged, by the key of the delivery. */
  const expectedDeliveries = (): ReadonlyMap<string, number> =>
    new Map(
      [...acknowledged.events].flatMap(([event, at]) =>
        [...endpoints.values()].map((path) => [`${path} ${event}`, at] as const),
      ),
    )
  const notArrived = (): string[] => {
    const arrived = new Set(subscriber.deliveries.map(({ key }) => key))
    return [...expectedDeliveries().keys()].filter((key) => !arrived.has(key))
  }
  const queued = async (): Promise<ReadonlySet<string>> =>
    new Set(
      (await queuedDeliveries(database, shop.account)).map(
        ({ webhookId, event, orderId }) => `${endpoints.get(webhookId)} ${event} ${orderId}`,
      ),
    )
  /** Deliveries in progress at each SIGKILL and at no earlier one: neither in the queue nor received. */
  const inProgress: ReadonlySet<string>[] = []

  /** Ends the server. Returns its exit status. */
  const end = (signal: Down['signal']) => {
    server.child.kill(signal)
    return server.ended
  }

  let started = Promise.resolve()
  const stopCustomers = startCustomers({
    ...{ ask, shop, acknowledged, problems, subscriberUrl: subscriber.url },
    orderElsewhere: () => {
      const json = newOrder(silentShop.campaign, 'T')
      return askSilent({ method: 'POST', path: '/v1/orders/create', json })
    },
    ready: () => started,
  })

  const restart = async (signal: Down['signal']): Promise<void> => {
    const down: Down = { from: performance.now(), to: Number.POSITIVE_INFINITY, signal }
    downs.push(down)
    // A stop waits for deliveries in progress.
    subscriber.setSilent(signal === 'SIGKILL')
    const status = await end(signal)
    const { promise, resolve } = Promise.withResolvers<void>()
    started = promise
    await sleep(transit)
    if (signal === 'SIGKILL') {
      const waiting = await queued()
      const isLeft = (key: string) => waiting.has(key) || inProgress.some((kill) => kill.has(key))
      inProgress.push(new Set(notArrived().filter((key) => !isLeft(key))))
    } else if (status !== 0) problems.push(`SIGTERM ended the server with ${status}`)
    subscriber.setSilent(true)
    stoppingSince = Number.POSITIVE_INFINITY
    server = await start(port)
    down.to = performance.now()
    resolve()
    say(
      `${signal}: started again after ${((down.to - down.from) / 1000).toFixed(1)} s; ${counts.responses} responses, ${acknowledged.orders.size} orders, ${subscriber.deliveries.length} deliveries so far`,
    )
  }

  const begin = performance.now()
  const sleepUntil = (moment: number) => sleep(Math.max(0, begin + moment - performance.now()))
  for (let i = 0; i < kills; i++) {
    await sleepUntil(((i + Math.random()) * seconds * 1000) / kills)
    await restart(i % 2 === 0 ? 'SIGKILL' : 'SIGTERM')
  }
  await sleepUntil(seconds * 1000)
  await stopCustomers()
  await until(async () => (await queued()).size === 0, patience)
  problems.push(...(await checkAcknowledged(acknowledged, shop.campaign, ask)))
  agent.destroy()
  subscriber.setSilent(false)
  const status = await end('SIGTERM')
  if (status !== 0) problems.push(`the last server ended with ${status}`)
  problems.push(...loggedErrors(lines))
  problems.push(...(await database.findInconsistencies()))

  const expected = expectedDeliveries()
  const missing = notArrived()
  const lost = missing.filter((key) => !inProgress.some((kill) => kill.has(key)))
  const most = Math.max(
    0,
    ...inProgress.map((kill) => missing.filter((key) => kill.has(key)).length),
  )
  const twice = repeated(subscriber.deliveries.map(({ key }) => key))
  const delays = subscriber.deliveries
    .flatMap(({ key, at }) => {
      const since = expected.get(key)
      return since === undefined ? [] : [Math.max(0, at - since)]
    })
    .toSorted((a, b) => a - b)
  const median = delays[Math.floor(delays.length / 2)] ?? Number.POSITIVE_INFINITY
  if (lost.length > 0) problems.push(`${lost.length} events were lost, such as ${lost[0]}`)
  if (twice.length > 0)
    problems.push(`${twice.length} deliveries were made twice, such as ${twice[0]}`)
  if (most > endpoints.size * maxInProgress)
    problems.push(`${most} deliveries were lost by one SIGKILL`)
  say(
    `${kills} ends of the server: ${counts.responses} responses, ${counts.late} of them during a stop; ${counts.withoutResponse} requests without a response`,
  )
  say(
    `acknowledged: ${acknowledged.orders.size} orders, ${acknowledged.events.size - acknowledged.orders.size} cancellations, ${acknowledged.contacts.size} contacts, ${acknowledged.webhooks.size} webhooks`,
  )
  say(
    `${expected.size - missing.length} of ${expected.size} deliveries arrived, ${missing.length - lost.length} were in progress at a SIGKILL (at most ${most} at one), ${lost.length} lost, ${twice.length} made twice; half within ${median.toFixed()} ms`,
  )
}

await torture(run)
