import { setTimeout as sleep } from 'node:timers/promises'
import { Order } from '../../../generated/schemas.ts'
import { newOrder } from '../../../testkit/request-bodies.ts'
import { startSubscriber } from '../subscriber.ts'
import { askAt } from './ask.ts'
import type { Nodes } from './nodes.ts'

const clients = 6

/** Number of deliveries that wait when a node is killed. */
const backlog = 30

/** Maximum number of deliveries of a subscription that a node has in progress. */
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

/** Starts clients that place orders at the proxy until they are paused. */
const startClients = (nodes: Nodes) => {
  const ask = askAt(nodes.proxy.url, nodes.shop.key)
  const json = newOrder(nodes.shop.campaign, 'T')
  const acknowledged: string[] = []
  const counts = { failed: 0 }
  let isPaused = false
  const placeOrders = async () => {
    while (!isPaused) {
      const response = await ask({ method: 'POST', path: '/v1/orders/create', json }).catch(
        () => undefined,
      )
      if (response?.status === 201) acknowledged.push(Order.parse(response.body).id)
      else counts.failed++
    }
  }
  let running: Promise<unknown> = Promise.resolve()
  return {
    ...{ ask, acknowledged, counts },
    start: () => {
      isPaused = false
      running = Promise.all(Array.from({ length: clients }, placeOrders))
    },
    pause: async () => {
      isPaused = true
      await running
    },
  }
}

/**
 * Kills one node after another while orders are placed and deliveries wait. The other node must make all
 * deliveries that waited, each once. No acknowledged order may be lost.
 * @returns problems
 */
export const runKills = async (
  nodes: Nodes,
  kills: number,
  say: (line: string) => void,
): Promise<string[]> => {
  const subscriber = await startSubscriber(nodes.certificate)
  const { ask, acknowledged, counts, start, pause } = startClients(nodes)
  const problems: string[] = []
  const queued = async () =>
    (
      await nodes.query(`select (body::json -> 'data' ->> 'orderId') as id from delivery_queue`)
    ).map(({ id }) => String(id))
  await ask({
    method: 'POST',
    path: '/v1/webhooks',
    json: { url: `${subscriber.url}/slow`, events: ['order.created'] },
  })
  let takenOver = 0
  let lost = 0
  for (let kill = 0; kill < kills; kill++) {
    const node = nodes.nodes[kill % 2] ?? nodes.nodes[0]
    const from = acknowledged.length
    start()
    await until('a backlog', async () => (await queued()).length >= backlog)
    await node.kill()
    const waiting = await queued()
    await sleep(500)
    await pause()
    await until('taking over', async () => (await queued()).length === 0)
    // The last deliveries are claimed, and need a connection.
    await sleep(2000)
    const { events } = await subscriber.report()
    const missed = waiting.filter((id) => !events.has(`order.created ${id}`))
    if (missed.length > 0) problems.push(`${missed.length} deliveries that waited were not made`)
    takenOver += waiting.length - missed.length
    const placed = acknowledged.slice(from)
    const inProgress = placed.filter((id) => !events.has(`order.created ${id}`))
    lost += inProgress.length
    if (inProgress.length > maxInProgress)
      problems.push(`${inProgress.length} deliveries were lost by one kill`)
    await node.start()
  }
  const { repeated } = await subscriber.report()
  subscriber.stop()
  if (repeated > 0) problems.push(`${repeated} deliveries were made twice`)
  const present = await nodes.query(
    `select id from orders where account_id = '${nodes.shop.account}'`,
  )
  const stored = new Set(present.map(({ id }) => String(id)))
  const missing = acknowledged.filter((id) => !stored.has(id)).length
  if (missing > 0) problems.push(`${missing} acknowledged orders are lost`)
  say(
    `${kills} kills: ${acknowledged.length} orders acknowledged, ${missing} lost; ${counts.failed} requests failed; ${takenOver} deliveries waited at a kill and were made by the other node, ${lost} were in progress at a kill, ${repeated} made twice`,
  )
  return problems
}
