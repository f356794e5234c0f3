import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command, Option } from '@commander-js/extra-typings'
import { WebhookSubscriptionWithSecret } from '../../../generated/schemas.ts'
import { freePort } from '../../../testkit/free-port.ts'
import { newOrder } from '../../../testkit/request-bodies.ts'
import { spawnServer } from '../../../testkit/spawn-server.ts'
import { type Ask, clientOf, type Exchange, inWords } from '../client.ts'
import { newPostgres, newShop, newSqlite, queuedDeliveries, type Shop } from '../database.ts'
import {
  loggedErrors,
  repeated,
  say,
  type Torture,
  torture,
  until,
  wholeNumber,
} from '../program.ts'
import { startSubscriber } from '../subscriber.ts'
import { checkAcknowledged, newAcknowledged, startCustomers } from './customers.ts'

const command = new Command('npm run test:kill --')
  .description(`\
Sends orders, cancellations and contacts to a server on SQLite, or to two servers on PostgreSQL. Ends one
at random moments, by SIGKILL and by SIGTERM in turn, and starts it again. Some endpoints accept
deliveries, some fail, and those of another account never respond.

Fails when an acknowledged write is missing or exists twice, when an event of an acknowledged order was
delivered twice, or was neither delivered nor in progress at a SIGKILL, when the other server does not make
the deliveries that wait, when a response differs from the document, when SIGTERM resets an open
connection, or when the database is inconsistent.`)
  .option('--kills <number>', 'how often a server ends', wholeNumber, 20)
  .option('--seconds <number>', 'how long requests are sent', wholeNumber, 60)
  .addOption(new Option('--database <name>').choices(['sqlite', 'postgres']).default('sqlite'))

/** Silent subscriptions of the other account: more than may have deliveries in progress at one time. */
const silentSubscriptions = 60

/** Deliveries in progress to one subscription of one server, at most. */
const maxInProgress = 16

/** Milliseconds that the queued deliveries may take. */
const patience = 60_000

/** Milliseconds in which responses that the server sent before a kill reach the customers. */
const transit = 100

/** A period in which a server ended and started again. */
type Down = { from: number; to: number; signal: 'SIGKILL' | 'SIGTERM' }

/** Starts a server that ends and starts again, on one port. */
const startServer = async (
  options: Parameters<typeof spawnServer>[0],
  shops: readonly Shop[],
  problems: string[],
) => {
  const counts = { responses: 0, duringStop: 0, withoutResponse: 0 }
  const lines: string[] = []
  const downs: Down[] = []
  let stoppingSince = Number.POSITIVE_INFINITY
  const port = await freePort()
  const onLine = (line: string) => {
    lines.push(line)
    if (line.includes('"msg":"Stopping"')) stoppingSince = performance.now()
  }
  const start = () => spawnServer({ ...options, port, onLine })
  let server = await start()
  // Requests may fail only while the server is down.
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
    counts.duringStop++
    if (response.headers.connection !== 'close')
      problems.push(`${inWords(exchange)} has no Connection: close during a stop`)
  }
  const agent = new Agent({ keepAlive: true })
  const end = async (signal: Down['signal']) => {
    server.child.kill(signal)
    const status = await server.ended
    if (signal === 'SIGTERM' && status !== 0)
      problems.push(`SIGTERM ended the server with ${status}`)
  }
  return {
    counts,
    lines,
    /** Send requests as each shop. */
    asks: shops.map(({ key }) => clientOf({ url: server.url, key, agent, report })),
    /** Ends the server, waits for `whileDown` and starts it again. */
    restart: async (signal: Down['signal'], whileDown: () => Promise<void>) => {
      const down: Down = { from: performance.now(), to: Number.POSITIVE_INFINITY, signal }
      downs.push(down)
      await end(signal)
      await whileDown()
      stoppingSince = Number.POSITIVE_INFINITY
      server = await start()
      down.to = performance.now()
      say(`${signal}: started again after ${((down.to - down.from) / 1000).toFixed(1)} s`)
    },
    /** Stops the server. */
    stop: () => {
      agent.destroy()
      return end('SIGTERM')
    },
  }
}

const run = async (program: Torture): Promise<void> => {
  const { problems } = program
  const { kills, seconds, database: kind } = command.parse().opts()
  const database = kind === 'postgres' ? await newPostgres(program) : newSqlite()
  const store = await database.open()
  const [shop, silentShop] = [await newShop(store), await newShop(store)]
  await store.close()
  const subscriber = await startSubscriber()
  const options = { databaseUrl: database.url, environment: subscriber.environment }
  const servers = [await startServer(options, [shop, silentShop], problems)]
  if (kind === 'postgres') servers.push(await startServer(options, [shop, silentShop], problems))
  const serverOf = (turn: number) => servers[turn % servers.length]
  let turns = 0
  /** Sends requests as a shop to the servers in turn. */
  const askAs =
    (shop: number): Ask =>
    (request) => {
      const ask = serverOf(turns++)?.asks[shop]
      return ask ? ask(request) : Promise.reject(new Error('There is no server'))
    }
  const [ask, askSilent] = [askAs(0), askAs(1)]
  const subscribe = async (as: Ask, path: string) => {
    const json = { url: subscriber.url + path, events: ['order.created', 'order.cancelled'] }
    const { body } = await as({ method: 'POST', path: '/v1/webhooks', json })
    return [WebhookSubscriptionWithSecret.parse(body).id, path] as const
  }
  /** Paths of the endpoints that receive every event, by the id of their subscription. */
  const endpoints = new Map([await subscribe(ask, '/accepting'), await subscribe(ask, '/failing')])
  for (let i = 0; i < silentSubscriptions; i++) await subscribe(askSilent, `/silent/${i}`)

  const acknowledged = newAcknowledged()
  /** Returns the deliveries that must be made: path, event and order. */
  const expected = (): string[] =>
    acknowledged.events.flatMap((event) =>
      [...endpoints.values()].map((path) => `${path} ${event}`),
    )
  const notArrived = (): string[] => {
    const arrived = new Set(subscriber.deliveries.map(({ key }) => key))
    return expected().filter((key) => !arrived.has(key))
  }
  /** Returns the deliveries that wait. */
  const queued = async (): Promise<ReadonlySet<string>> =>
    new Set(
      (await queuedDeliveries(database, shop.account)).map(
        ({ webhookId, event, orderId }) => `${endpoints.get(webhookId)} ${event} ${orderId}`,
      ),
    )
  /** Deliveries in progress at each SIGKILL and at no earlier one: neither in the queue nor received. */
  const inProgress: ReadonlySet<string>[] = []
  const afterKill = async () => {
    await sleep(transit)
    const missing = notArrived()
    const waiting = await queued()
    const isLeft = (key: string) => waiting.has(key) || inProgress.some((kill) => kill.has(key))
    inProgress.push(new Set(missing.filter((key) => !isLeft(key))))
    if (servers.length === 1) return
    const isTakenOver = async () => [...(await queued())].every((key) => !waiting.has(key))
    if (!(await until(isTakenOver, patience)))
      problems.push('the other server did not make the deliveries that waited')
  }
  const stopCustomers = startCustomers({
    ...{ ask, shop, acknowledged, problems },
    orderElsewhere: () => {
      const json = newOrder(silentShop.campaign, 'T')
      return askSilent({ method: 'POST', path: '/v1/orders/create', json })
    },
  })
  const begin = performance.now()
  const sleepUntil = (moment: number) => sleep(Math.max(0, begin + moment - performance.now()))
  for (let i = 0; i < kills; i++) {
    await sleepUntil(((i + Math.random()) * seconds * 1000) / kills)
    const isKill = i % 2 === 0
    // A stop waits for deliveries in progress.
    subscriber.setSilent(isKill)
    const whileDown = isKill ? afterKill : async () => {}
    await serverOf(i >> 1)?.restart(isKill ? 'SIGKILL' : 'SIGTERM', whileDown)
    subscriber.setSilent(true)
  }
  await sleepUntil(seconds * 1000)
  await stopCustomers()
  if (!(await until(async () => (await queued()).size === 0, patience)))
    problems.push(`${(await queued()).size} deliveries still wait`)
  problems.push(...(await checkAcknowledged(acknowledged, shop.campaign, ask)))
  subscriber.setSilent(false)
  for (const server of servers) await server.stop()
  problems.push(...loggedErrors(servers.flatMap(({ lines }) => lines)))
  problems.push(...(await database.findInconsistencies()))

  const missing = notArrived()
  const lost = missing.filter((key) => !inProgress.some((kill) => kill.has(key)))
  const lostAtKills = inProgress.map((kill) => missing.filter((key) => kill.has(key)).length)
  const most = Math.max(0, ...lostAtKills)
  const twice = repeated(subscriber.deliveries.map(({ key }) => key))
  if (lost.length > 0) problems.push(`${lost.length} events were lost, such as ${lost[0]}`)
  if (twice.length > 0)
    problems.push(`${twice.length} deliveries were made twice, such as ${twice[0]}`)
  if (most > endpoints.size * maxInProgress)
    problems.push(`${most} deliveries were lost by one SIGKILL`)
  const sum = (count: keyof (typeof servers)[number]['counts']) =>
    servers.reduce((all, { counts }) => all + counts[count], 0)
  const { orders, contacts } = acknowledged
  say(
    `${kills} ends of a server: ${sum('responses')} responses, ${sum('duringStop')} of them during a stop; ${sum('withoutResponse')} requests without a response`,
  )
  say(
    `${orders.size} orders and ${contacts.size} contacts acknowledged; ${expected().length} deliveries: ${missing.length - lost.length} in progress at a SIGKILL (at most ${most} at one), ${lost.length} lost, ${twice.length} made twice`,
  )
}

await torture(run)
