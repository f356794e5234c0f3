import { setTimeout as sleep } from 'node:timers/promises'
import { InviteCreated, Order } from '../../../generated/schemas.ts'
import { withKey } from '../../../testkit/api-request.ts'
import { problemOf } from '../../../testkit/contract.ts'
import { endConnections, type Received, send } from '../../../testkit/http.ts'
import { newOrder } from '../../../testkit/request-bodies.ts'
import type { Shop } from '../seed-shops.ts'

/** Milliseconds between the starts of two requests. */
const pace = 25

/** Response times in milliseconds. */
export type Latencies = { requests: number; median: number; p99: number; slowest: number }

const latenciesOf = (milliseconds: readonly number[], requests: number): Latencies => {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0
  return { requests, median: at(0.5), p99: at(0.99), slowest: at(1) }
}

/** A client that reads and orders, one request at a time, on its own connection. */
export const wellBehavedClient = (url: string, { key, campaign, skus: [sku = ''] }: Shop) => {
  let respondedAt = 0
  const ask = async (method: string, path: string, json?: unknown): Promise<Received> => {
    const sent = withKey(key, { method, path, json })
    const received = await send(url, sent)
    respondedAt = performance.now()
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
   * Sends requests until stopped. A request that had to wait for the previous response counts from its
   * planned start.
   */
  const keepAsking = (): { stop: () => Promise<Latencies>; problems: readonly string[] } => {
    const milliseconds: number[] = []
    const problems: string[] = []
    let isOver = false
    const run = async () => {
      let requests = 0
      for (let due = performance.now(); !isOver; due += pace) {
        const early = due - performance.now()
        if (early > 0) await sleep(early)
        // A late timer is the client's own delay.
        const start = early > 0 ? performance.now() : due
        try {
          await round[requests++ % round.length]?.()
        } catch (error) {
          if (problems.length < 5) problems.push(`the well-behaved client: ${error}`)
        }
        milliseconds.push(respondedAt - start)
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

  /** Creates an order and an invite, which attacks refer to. */
  const createRecords = async () => {
    await order()
    const { text } = await ask('POST', '/v1/invites/create', {
      campaignId: campaign,
      sendEmailNotification: false,
    })
    endConnections()
    return { orderId, slug: InviteCreated.parse(JSON.parse(text)).invite.slug }
  }

  return { keepAsking, createRecords }
}
