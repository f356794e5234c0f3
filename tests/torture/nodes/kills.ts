import { setTimeout as sleep } from 'node:timers/promises'
import { Order } from '../../../generated/schemas.ts'
import { newOrder } from '../../../testkit/request-bodies.ts'
import { clientOf } from '../client.ts'
import { queuedEvents } from '../database.ts'
import { say } from '../program.ts'
import type { Nodes } from './nodes.ts'

const clients = 6

/** Number of deliveries that wait when a node is killed. */
const backlog = 30

/** Deliveries of a subscription that a node has in progress, at most. */
const maxInProgress = 16

/** Milliseconds that one step may take. */
const patience = 60_000

const until = async (what: string, isTrue: () => Promise<boolean>): Promise<void> => {
  const deadline = performance.now() + patience
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`${what} took more than a minute`)
    await sleep(50)
  }
}

/**
 * Kills one node after another while orders are placed at the proxy and deliveries wait. The other node
 * must make all deliveries that waited, each once. No acknowledged order may be lost.
 * @returns problems
 */
export const runKills = async (nodes: Nodes, kills: number): Promise<string[]> => {
  const { url, shop, subscriber, database } = nodes
  const problems: string[] = []
  const acknowledged: string[] = []
  let failed = 0
  const ask = clientOf({
    ...{ url, key: shop.key },
    report: ({ response, problem }) => {
      // HAProxy responds for a node that was killed.
      if (response === undefined || response.status >= 500) failed++
      else if (problem !== undefined) problems.push(problem)
    },
  })
  const json = { url: `${subscriber.url}/slow`, events: ['order.created'] }
  await ask({ method: 'POST', path: '/v1/webhooks', json })

  /** Starts clients that place orders. Returns a function that stops them. */
  const startClients = () => {
    const order = newOrder(shop.campaign, 'T')
    let isOver = false
    const placeOrders = async () => {
      while (!isOver) {
        const sent = { method: 'POST', path: '/v1/orders/create', json: order }
        const response = await ask(sent).catch(() => undefined)
        if (response?.status === 201) acknowledged.push(Order.parse(response.body).id)
      }
    }
    const running = Promise.all(Array.from({ length: clients }, placeOrders))
    return () => {
      isOver = true
      return running
    }
  }
  const queued = async () =>
    (await queuedEvents(database, shop.account)).map((each) => each.orderId)
  const arrived = () =>
    new Set(
      subscriber.deliveries.flatMap(({ endpoint, orderId }) =>
        endpoint === 'slow' ? [orderId] : [],
      ),
    )

  let takenOver = 0
  let inProgress = 0
  for (let kill = 0; kill < kills; kill++) {
    const node = nodes.nodes[kill % 2] ?? nodes.nodes[0]
    const from = acknowledged.length
    const stopClients = startClients()
    await until('a backlog', async () => (await queued()).length >= backlog)
    await node.end('SIGKILL')
    const waiting = await queued()
    await sleep(500)
    await stopClients()
    await until('taking over', async () => (await queued()).length === 0)
    // The last deliveries are claimed, and need a connection.
    await sleep(2000)
    const made = arrived()
    const missed = waiting.filter((id) => !made.has(id))
    const lost = acknowledged.slice(from).filter((id) => !made.has(id))
    if (missed.length > 0) problems.push(`${missed.length} deliveries that waited were not made`)
    if (lost.length > maxInProgress) problems.push(`${lost.length} deliveries were lost by a kill`)
    takenOver += waiting.length - missed.length
    inProgress += lost.length
    await node.start()
    say(`killed with ${waiting.length} waiting deliveries, which the other node made`)
  }
  const repeated = subscriber.repeated()
  if (repeated.length > 0) problems.push(`${repeated.length} deliveries were made twice`)
  const rows = await database.query(`select id from orders where account_id = '${shop.account}'`)
  const stored = new Set(rows.map(({ id }) => String(id)))
  const missing = acknowledged.filter((id) => !stored.has(id))
  if (missing.length > 0) problems.push(`${missing.length} acknowledged orders are lost`)
  say(
    `kills: ${kills}; ${acknowledged.length} orders acknowledged, ${missing.length} lost; ${failed} requests failed; ${takenOver} deliveries waited at a kill and were made by the other node, ${inProgress} were in progress at a kill, ${repeated.length} made twice`,
  )
  return problems
}
