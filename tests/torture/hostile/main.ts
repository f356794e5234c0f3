import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from '@commander-js/extra-typings'
import { InviteCreated, Order } from '../../../generated/zod/schemas.ts'
import { newOrder } from '../../kit/request-bodies.ts'
import { type SpawnedServer, spawnServer } from '../../kit/spawn-server.ts'
import { clientOf, type Exchange, inWords, shown } from '../client.ts'
import {
  loggedErrors,
  newShop,
  repeat,
  type Shop,
  say,
  type Torture,
  torture,
  until,
  wholeNumber,
} from '../program.ts'
import { type Message, messagesFor } from './messages.ts'
import { sendMessage } from './send-message.ts'

const command = new Command('node tests/torture/hostile/main.ts')
  .description(`\
Sends malformed, ambiguous, pipelined, slow and oversized requests to a server: each message of a table
once. Slow clients whose time limit is longer than --seconds are left out.

Fails when a message gets no clear response and its connection is not closed, when a response is a 5xx
or differs from the document, when another client is served wrongly or waits for two seconds, when the
server ends, or when connections stay open.`)
  .option('--seconds <number>', 'the longest time limit of a slow client', wholeNumber, 60)

/** Number of messages at a time. Clients that wait are not counted. */
const concurrency = 16

/** Milliseconds between two requests of the client that sends no hostile messages. */
const pace = 20

/** How long it may wait for a response, in milliseconds. */
const maxWait = 2000

/** Limit for resident memory at any time, in bytes. */
const maxMemory = 768 * 1024 * 1024

/** Starts a client that reads, orders and cancels, one request at a time. Returns how to stop it. */
const startOtherClient = (url: string, { key, campaign }: Shop, problems: string[]) => {
  const report = (exchange: Exchange) => {
    const isServed = (exchange.response?.status ?? 500) < 300
    if (exchange.problem !== undefined || !isServed || exchange.end - exchange.start > maxWait)
      problems.push(`another client: ${inWords(exchange)}`)
  }
  const ask = clientOf({ url, key, report })
  const act = async () => {
    const json = newOrder(campaign, 'T')
    const { body } = await ask({ method: 'POST', path: '/v1/orders/create', json })
    const orderId = Order.parse(body).id
    await sleep(pace)
    await ask({ path: `/v1/orders/list?campaignId=${campaign}&limit=5` })
    await sleep(pace)
    await ask({ method: 'POST', path: '/v1/orders/cancel', json: { orderId } })
  }
  return repeat([act], pace)
}

/** Creates the records that messages refer to. */
const createRecords = async (url: string, own: Shop, other: Shop) => {
  const ask = clientOf({ url, key: other.key, report: () => {} })
  const order = newOrder(other.campaign, 'T')
  const invite = { campaignId: other.campaign, sendEmailNotification: false }
  const placed = await ask({ method: 'POST', path: '/v1/orders/create', json: order })
  const invited = await ask({ method: 'POST', path: '/v1/invites/create', json: invite })
  return {
    key: own.key,
    campaign: own.campaign,
    cookie: other.cookie,
    order: Order.parse(placed.body).id,
    slug: InviteCreated.parse(invited.body).invite.slug,
  }
}

const isRunning = ({ child }: SpawnedServer) => child.exitCode === null && child.signalCode === null

/** Number of sockets of a process. Its other descriptors grow with the threads that it starts for long reads. */
const openSockets = (process: number | undefined): number => {
  const folder = `/proc/${process}/fd`
  const targets = readdirSync(folder).map((name) => {
    try {
      return readlinkSync(`${folder}/${name}`)
    } catch {
      return 'closed since'
    }
  })
  return targets.filter((target) => target.startsWith('socket:')).length
}

/** Sends messages until the time is over. */
const attack = async (server: SpawnedServer, messages: Message[], problems: string[]) => {
  const { seconds } = command.opts()
  const run = async (message: Message) => {
    const outcome = await sendMessage(server.port, message)
    const failed = outcome.responses.find(({ status }) => status >= 500)
    const problem = outcome.problem ?? (failed ? shown(failed) : message.check(outcome))
    if (problem === undefined) return
    const bytes = JSON.stringify(message.bytes.slice(0, 300))
    const after = `after ${(outcome.milliseconds / 1000).toFixed(1)} s`
    problems.push(`${message.name}: ${problem} ${after}. Sent: ${bytes}`)
  }
  const quick = messages.filter(({ isSlow }) => !isSlow)
  const slow = messages.filter(({ isSlow, limit }) => isSlow && limit <= seconds * 1000)
  const waiting = slow.map(run)
  const left = quick.values()
  const worker = async () => {
    for (const message of left) if (isRunning(server)) await run(message)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  await Promise.all(waiting)
  say(`${slow.length} slow clients; ${quick.length} other messages`)
}

const run = async (program: Torture): Promise<void> => {
  const { problems } = program
  command.parse()
  const database = program.newSqlite()
  const store = await database.open()
  const [own, other] = [await newShop(store), await newShop(store)]
  await store.close()
  const environment = { TRUSTED_PROXIES: '127.0.0.0/8' }
  const server = await spawnServer({ databaseUrl: database.url, environment })
  const { child, url } = server
  const messages = messagesFor(await createRecords(url, own, other))
  say(`${messages.length} messages`)
  const before = openSockets(child.pid)
  const stopOther = startOtherClient(url, other, problems)
  await attack(server, messages, problems)
  await stopOther()
  problems.push(...loggedErrors(server.lines))
  if (!isRunning(server)) throw new Error('the server ended')
  // Idle connections close after five seconds.
  await until(() => openSockets(child.pid) <= before, 15_000)
  const open = openSockets(child.pid)
  const [, peak] = /VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
  const memory = Number(peak) * 1024
  say(`sockets: ${before} before, ${open} after; memory at most ${memory >> 20} MiB`)
  if (open > before) problems.push(`${open - before} connections remain open`)
  if (memory > maxMemory) problems.push(`memory reached ${memory >> 20} MiB`)
  await program.stop(server)
  problems.push(...(await database.findInconsistencies()))
}

await torture(run)
