import { setTimeout as sleep } from 'node:timers/promises'
import { InviteCreated, Order } from '../../../generated/schemas.ts'
import { newOrder } from '../../../testkit/request-bodies.ts'
import { type Ask, clientOf, type Exchange, inWords } from '../client.ts'
import { type Shop, seedShop, sqliteDatabase } from '../database.ts'
import { runTorture, say, wholeNumber } from '../program.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { outcomeProblem } from './check-outcome.ts'
import { sendMessage } from './connection.ts'
import { type Message, messagesFor } from './messages.ts'
import { changed, randomNumbers } from './random.ts'

const usage = `
Usage: npm run test:hostile -- [--seconds N] [--seed N]

Sends malformed, ambiguous, pipelined, slow and oversized requests to a server for N seconds (60): each
message of a table once, then copies of them with random bytes or a random end. Slow clients whose time
limit is longer than N seconds are left out.

Fails when a message gets no clear response and its connection is not closed, when a response is a 5xx
or differs from the document, when another client is served wrongly or waits for two seconds, when the
server ends, or when connections stay open.
`

/** Number of messages at a time. Clients that wait are not counted. */
const concurrency = 16

/** Milliseconds between two requests of the client that sends no hostile messages. */
const pace = 20

/** How long it may wait for a response, in milliseconds. */
const maxWait = 2000

/** Limit for resident memory at any time, in bytes. */
const maxMemory = 768 * 1024 * 1024

const maxReported = 20

/** Starts a client that reads, orders and cancels, one request at a time. */
const startOtherClient = (url: string, { key, campaign }: Shop) => {
  const waits: number[] = []
  const problems: string[] = []
  const report = (exchange: Exchange) => {
    const wait = exchange.end - exchange.start
    waits.push(wait)
    const isServed = (exchange.response?.status ?? 500) < 300
    if (exchange.problem !== undefined || !isServed || wait > maxWait)
      problems.push(`another client: ${inWords(exchange)}`)
  }
  const ask: Ask = clientOf({ url, key, report })
  let isOver = false
  const repeat = async () => {
    while (!isOver) {
      const json = newOrder(campaign, 'T')
      const { body } = await ask({ method: 'POST', path: '/v1/orders/create', json })
      const orderId = Order.parse(body).id
      await sleep(pace)
      await ask({ path: `/v1/orders/list?campaignId=${campaign}&limit=5` })
      await sleep(pace)
      await ask({ method: 'POST', path: '/v1/orders/cancel', json: { orderId } })
      await sleep(pace)
    }
  }
  const running = repeat().catch((error) => {
    problems.push(`another client: ${error}`)
  })
  return async () => {
    isOver = true
    await running
    const sorted = waits.toSorted((a, b) => a - b)
    const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed()
    say(
      `another client meanwhile: ${waits.length} responses, median ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${at(1)} ms`,
    )
    return problems
  }
}

/** Creates the records that messages refer to. */
const createRecords = async (url: string, own: Shop, other: Shop) => {
  const problems: string[] = []
  const report = ({ problem }: Exchange) => void (problem && problems.push(problem))
  const ask = clientOf({ url, key: other.key, report })
  const order = newOrder(other.campaign, 'T')
  const invite = { campaignId: other.campaign, sendEmailNotification: false }
  const placed = await ask({ method: 'POST', path: '/v1/orders/create', json: order })
  const invited = await ask({ method: 'POST', path: '/v1/invites/create', json: invite })
  return {
    ...{ key: own.key, campaign: own.campaign, sku: 'T', cookie: other.portalCookie },
    order: Order.parse(placed.body).id,
    slug: InviteCreated.parse(invited.body).invite.slug,
  }
}

/** Sends messages until the time is over. Returns problems. */
const attack = async (
  server: ServerProcess,
  messages: Message[],
  seconds: number,
  seed: number,
) => {
  const end = performance.now() + seconds * 1000
  const random = randomNumbers(seed)
  const problems: string[] = []
  const counts = new Map<string, number>()
  const run = async (message: Message) => {
    const outcome = await sendMessage(server.port, message)
    const [kind = ''] = message.name.split(': ')
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    const problem = outcomeProblem(message, outcome)
    if (problem === undefined) return
    const bytes = JSON.stringify(message.bytes.slice(0, 300))
    problems.push(`${message.name}: ${problem}. Sent: ${bytes}`)
  }
  const isSlow = ({ expected }: Message) => expected.is === 'close'
  const quick = messages.filter((message) => !isSlow(message))
  // A changed HEAD request may be another request, whose response has a body.
  const changeable = quick.filter(({ bytes }) => !bytes.startsWith('HEAD'))
  const slow = messages.filter(
    ({ expected }) => expected.is === 'close' && expected.within <= seconds * 1000,
  )
  const waiting = slow.map(run)
  let next = 0
  const worker = async () => {
    while (server.isRunning() && (next < quick.length || performance.now() < end)) {
      const index = next++
      await run(quick[index] ?? changed(changeable[index % changeable.length], random))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  await Promise.all(waiting)
  say([...counts].map(([name, count]) => `${name} ${count}`).join(', '))
  say(`${slow.length} slow clients, of ${messages.filter(isSlow).length}; ${next} other messages`)
  if (next < quick.length) problems.push('not every message was sent')
  return problems
}

const run = async (seconds: number, seed: number): Promise<string[]> => {
  const database = sqliteDatabase()
  const store = await database.open()
  const [own, other] = [await seedShop(store), await seedShop(store)]
  await store.close()
  const server = await startServerProcess(database.url, { TRUSTED_PROXIES: '127.0.0.0/8' })
  const messages = messagesFor(await createRecords(server.url, own, other))
  say(`${messages.length} kinds of messages, --seed ${seed}`)
  const before = server.descriptors()
  const stopOther = startOtherClient(server.url, other)
  const problems = await attack(server, messages, seconds, seed)
  problems.push(...(await stopOther()))

  if (!server.isRunning()) return [...problems, ...server.errors, 'the server ended']
  // Idle connections close after five seconds.
  const deadline = performance.now() + 15_000
  while (server.descriptors() > before && performance.now() < deadline) await sleep(200)
  const [open, memory] = [server.descriptors(), server.peakMemory()]
  say(`descriptors: ${before} before, ${open} after; memory at most ${memory >> 20} MiB`)
  if (open > before) problems.push(`${open - before} connections remain open`)
  if (memory > maxMemory) problems.push(`memory reached ${memory >> 20} MiB`)
  const status = await server.end('SIGTERM')
  if (status !== 0) problems.push(`SIGTERM ended the server with ${status}`)
  problems.push(...server.errors.map((error) => `the server logged: ${error}`))
  problems.push(...(await database.findInconsistencies()))
  return problems.slice(0, maxReported)
}

await runTorture(
  usage,
  { seconds: '60', seed: String(Date.now() % 1_000_000) },
  ({ seconds, seed }) => run(wholeNumber('seconds', seconds), wholeNumber('seed', seed)),
)
