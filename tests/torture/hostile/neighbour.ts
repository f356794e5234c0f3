import { setTimeout as sleep } from 'node:timers/promises'
import { InviteCreated, Order } from '../../../generated/schemas.ts'
import { problemOf } from '../../../testkit/contract.ts'
import { endConnections, type Received, type Sent, send } from '../../../testkit/http.ts'
import { newOrder } from '../../../testkit/shapes.ts'
import type { Shop } from '../shops.ts'

/** Milliseconds from one request to the next. */
const pace = 25

/** How long answers took, in milliseconds. */
export type Latencies = { requests: number; median: number; p99: number; slowest: number }

const latenciesOf = (milliseconds: readonly number[], requests: number): Latencies => {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0
  return { requests, median: at(0.5), p99: at(0.99), slowest: at(1) }
}

/** A client that does nobody harm: it reads and orders, a request at a time, on a connection of its own. */
export const neighbour = (url: string, { key, campaign, skus: [sku = ''] }: Shop) => {
  let answeredAt = 0
  const ask = async (method: string, path: string, json?: unknown): Promise<Received> => {
    const sent: Sent = {
      method,
      path,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': json === undefined ? undefined : 'application/json',
      },
      body: json === undefined ? undefined : JSON.stringify(json),
    }
    const received = await send(url, sent)
    answeredAt = performance.now()
    const problem = problemOf(sent, received)
    const isFine = received.status === 200 || received.status === 201
    if (problem || !isFine)
      throw new Error(problem ?? `${method} ${path}: ${received.status} ${received.text}`)
    return received
  }
  let orderId = ''
  const order = async () => {
    const { text } = await ask('POST', '/v1/orders/create', newOrder(campaign, sku))
    orderId = Order.parse(JSON.parse(text)).id
  }
  const round: readonly (() => Promise<unknown>)[] = [
    order,
    () => ask('GET', `/v1/orders/${orderId}`),
    () => ask('GET', '/v1/products/list'),
    () => ask('GET', `/v1/orders/list?campaignId=${campaign}&limit=5`),
    () => ask('POST', '/v1/orders/cancel', { orderId }),
    () => ask('GET', '/v1/inventory/list'),
  ]

  /**
   * Goes on until it is stopped. A request that an answer before it kept waiting is as late as it was
   * to begin: its wait counts.
   */
  const goOn = (): { stop: () => Promise<Latencies>; problems: readonly string[] } => {
    const milliseconds: number[] = []
    const problems: string[] = []
    let isOver = false
    const run = async () => {
      let requests = 0
      for (let due = performance.now(); !isOver; due += pace) {
        const early = due - performance.now()
        if (early > 0) await sleep(early)
        // What the timer was late is the client's own doing.
        const start = early > 0 ? performance.now() : due
        try {
          await round[requests++ % round.length]?.()
        } catch (error) {
          if (problems.length < 5) problems.push(`the neighbour: ${error}`)
        }
        milliseconds.push(answeredAt - start)
      }
      endConnections()
      return latenciesOf(milliseconds, requests)
    }
    const running = run()
    const stop = () => {
      isOver = true
      return running
    }
    return { stop, problems }
  }

  /** Invites somebody, orders something: what others may look for. */
  const leaveTraces = async () => {
    await order()
    const { text } = await ask('POST', '/v1/invites/create', {
      campaignId: campaign,
      sendEmailNotification: false,
    })
    endConnections()
    return { orderId, slug: InviteCreated.parse(JSON.parse(text)).invite.slug }
  }

  return { goOn, leaveTraces }
}
