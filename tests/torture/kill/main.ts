import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command, Option } from '@commander-js/extra-typings'
import { WebhookSubscriptionWithSecret } from '../../../generated/zod/schemas.ts'
import { freePort } from '../../kit/free-port.ts'
import { newOrder } from '../../kit/request-bodies.ts'
import { seedShop } from '../../kit/server/test-shop.ts'
import { spawnServer } from '../../kit/spawn-server.ts'
import { type Ask, clientOf, type Exchange, inWords } from '../client.ts'
import {
  loggedErrors,
  repeated,
  type Shop,
  say,
  type Torture,
  torture,
  until,
  wholeNumber,
} from '../program.ts'
import { startSubscriber } from '../subscriber.ts'
import { checkAcknowledged, startCustomers } from './customers.ts'

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

type Signal = 'SIGKILL' | 'SIGTERM'

/** Starts a server that ends and starts again, on one port. */
const startServer = async (
  program: Torture,
  options: Parameters<typeof spawnServer>[0],
  shops: readonly Shop[],
) => {
  const { problems } = program
  const counts = { responses: 0, withoutResponse: 0 }
  const lines: string[] = []
  /** The periods in which it ended and started again. */
  const downs: { from: number; to: number; signal: Signal }[] = []
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
    counts[response ? 'responses' : 'withoutResponse']++
    const isRight = response ? !problem && response.status < 500 : mayFail(exchange)
    if (!isRight) problems.push(`${inWords(exchange)}: ${problem}`)
    if (response && start >= stoppingSince && response.headers.connection !== 'close')
      problems.push(`${inWords(exchange)} has no Connection: close during a stop`)
  }
  const agent = new Agent({ keepAlive: true })
  return {
    counts,
    lines,
    /** Send requests as each shop. */
    asks: shops.map(({ key }) => clientOf({ url: server.url, key, agent, report })),
    /** Ends the server, waits for `whileDown` and starts it again. */
    restart: async (signal: Signal, whileDown: () => Promise<void>) => {
      const down = { from: performance.now(), to: Number.POSITIVE_INFINITY, signal }
      downs.push(down)
      if (signal === 'SIGTERM') await program.stop(server)
      else server.child.kill(signal)
      await server.ended
      await whileDown()
      stoppingSince = Number.POSITIVE_INFINITY
      server = await start()
      down.to = performance.now()
      say(`${signal}: started again after ${((down.to - down.from) / 1000).toFixed(1)} s`)
    },
    stop: () => {
      agent.destroy()
      return program.stop(server)
    },
  }
}

const run = async (program: Torture): Promise<void> => {
  const { problems } = program
  const { kills, seconds, database: kind } = command.parse().opts()
  const database = kind === 'postgres' ? await program.newPostgres() : program.newSqlite()
  const store = await database.open()
  const shops = [await seedShop(store), await seedShop(store)] as const
  const [shop, silentShop] = shops
  await store.close()
  const subscriber = await startSubscriber(program)
  const options = { databaseUrl: database.url, environment: subscriber.environment }
  const servers = [await startServer(program, options, shops)]
  if (kind === 'postgres') servers.push(await startServer(program, options, shops))
  const serverOf = (turn: number) => servers[turn % servers.length]
  let turns = 0
  /** Sends requests as a shop to the servers in turn. */
  const askAs =
    (shop: number): Ask =>
    (request) =>
      serverOf(turns++)?.asks[shop]?.(request) ?? Promise.reject(new Error('There is no server'))
  const [ask, askSilent] = [askAs(0), askAs(1)]
  const subscribe = async (as: Ask, path: string) => {
    const json = { url: subscriber.url + path, events: ['order.created', 'order.cancelled'] }
    const { body } = await as({ method: 'POST', path: '/v1/webhooks', json })
    return [WebhookSubscriptionWithSecret.parse(body).id, path] as const
  }
  /** Paths of the endpoints that receive every event, by the id of their subscription. */
  const endpoints = new Map([await subscribe(ask, '/accepting'), await subscribe(ask, '/failing')])
  for (let i = 0; i < silentSubscriptions; i++) await subscribe(askSilent, `/silent/${i}`)

  const orderElsewhere = () => {
    const json = newOrder(silentShop.campaign, 'T')
    return askSilent({ method: 'POST', path: '/v1/orders/create', json })
  }
  const parts = { ask, shop, orderElsewhere, problems }
  const { acknowledged, stopCustomers } = startCustomers(parts)
  /** Returns the deliveries that must be made and did not arrive: path, event and order. */
  const notArrived = (): string[] => {
    const arrived = new Set(subscriber.deliveries)
    return acknowledged.events
      .flatMap((event) => [...endpoints.values()].map((path) => `${path} ${event}`))
      .filter((key) => !arrived.has(key))
  }
  /** Returns the deliveries that wait, or those that a server has claimed. */
  const queued = async (isClaimed = false): Promise<ReadonlySet<string>> => {
    const rows = await database.query(
      `select webhook_id, event, body from delivery_queue where account_id = '${shop.account}' and (server is not null) = ${isClaimed}`,
    )
    const orderOf = (body: unknown) => JSON.parse(String(body)).data.orderId
    return new Set(
      rows.map(({ webhook_id: id, event, body }) => {
        return `${endpoints.get(String(id))} ${event} ${orderOf(body)}`
      }),
    )
  }
  /** Deliveries in progress at each SIGKILL and at no earlier one. Customers may not know of their orders yet. */
  const inProgress: ReadonlySet<string>[] = []
  const afterKill = async () => {
    const waiting = await queued()
    const claimed = await queued(true)
    const isLeft = (key: string) => waiting.has(key) || inProgress.some((kill) => kill.has(key))
    inProgress.push(new Set([...claimed].filter((key) => !isLeft(key))))
    const isTakenOver = async () => [...(await queued())].every((key) => !waiting.has(key))
    if (servers.length > 1 && !(await until(isTakenOver, patience)))
      problems.push('the other server did not make the deliveries that waited')
  }
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
  problems.push(...(await checkAcknowledged(parts, acknowledged)))
  subscriber.setSilent(false)
  for (const server of servers) await server.stop()
  problems.push(...loggedErrors(servers.flatMap(({ lines }) => lines)))
  problems.push(...(await database.findInconsistencies()))

  const missing = notArrived()
  const lost = missing.filter((key) => !inProgress.some((kill) => kill.has(key)))
  const lostAtKills = inProgress.map((kill) => missing.filter((key) => kill.has(key)).length)
  const most = Math.max(0, ...lostAtKills)
  const twice = repeated(subscriber.deliveries)
  problems.push(...lost.map((key) => `${key} was lost`), ...twice.map((key) => `${key} came twice`))
  if (most > endpoints.size * maxInProgress)
    problems.push(`${most} deliveries were lost by one SIGKILL`)
  for (const { counts } of servers)
    say(`${counts.responses} responses, ${counts.withoutResponse} requests without one`)
  const { orders, contacts, events } = acknowledged
  say(
    `${orders.size} orders and ${contacts.size} contacts acknowledged; ${endpoints.size * events.length} deliveries: ${missing.length - lost.length} in progress at a SIGKILL (at most ${most} at one), ${lost.length} lost, ${twice.length} made twice`,
  )
}

await torture(run)
