import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { newContact, newOrder } from '../../../testkit/request-bodies.ts'
import type { Shop } from '../seed-shops.ts'

/** Clients of each kind. Each has one connection at a time. */
const clientsPerKind = 8

/** Milliseconds that every second client pauses between two requests, at most. */
const longestPause = 40

type Sent = { method: string; path: string; body?: string }
type Received = { status: number; connection: string | null | undefined }
type Send = (sent: Sent) => Promise<Received>

/** What the clients met. */
export type Counts = {
  responses: number
  /** Responses to requests that were sent after the stop had begun. */
  late: number
  /** Those of them without `Connection: close`. */
  withoutClose: number
  /** Requests without a response on a connection that was open. */
  reset: number
  problems: string[]
}

const requestsOf = ({ campaign }: Shop): Sent[] => [
  { method: 'GET', path: '/v1/products/list?limit=5' },
  { method: 'POST', path: '/v1/orders/create', body: JSON.stringify(newOrder(campaign, 'T')) },
  { method: 'GET', path: '/docs' },
  { method: 'POST', path: '/v1/contacts/create', body: JSON.stringify(newContact(campaign)) },
  { method: 'POST', path: '/v1/orders/create', body: '{}' },
  { method: 'GET', path: '/healthz' },
]

const headersOf = ({ key }: Shop) => ({
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
})

/**
 * Sends by `fetch`, whose connections are undici's pool. Reads no large page: undici ends its process
 * when a connection closes while it is still reading a response.
 */
const byFetch =
  (url: string, shop: Shop): Send =>
  async ({ path: given, ...init }) => {
    const path = given === '/docs' ? '/llms.txt' : given
    const response = await fetch(url + path, { ...init, headers: headersOf(shop) })
    await response.arrayBuffer()
    return { status: response.status, connection: response.headers.get('connection') }
  }

const byAgent =
  (url: string, shop: Shop, agent: Agent): Send =>
  async ({ path, method, body = '' }) => {
    const headers = { ...headersOf(shop), 'content-length': Buffer.byteLength(body) }
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(url + path, { method, agent, headers }, resolve)
        .on('error', reject)
        .end(body)
    })
    await text(response)
    return { status: response.statusCode ?? 0, connection: response.headers.connection }
  }

/** Whether no connection could be established, so that the request was not sent. */
const isUnsent = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall === 'connect'

/**
 * Starts clients that send one request after another on keep-alive connections.
 * @param isStopping whether the server has begun to stop.
 * @param isWithdrawn whether the clients should send no further request.
 * @returns what they met, once each has ended or can no longer connect.
 */
export const runKeepAliveClients = async (
  url: string,
  shop: Shop,
  isStopping: () => boolean,
  isWithdrawn: () => boolean,
): Promise<Counts> => {
  const counts: Counts = { responses: 0, late: 0, withoutClose: 0, reset: 0, problems: [] }
  const agent = new Agent({ keepAlive: true })
  const requests = requestsOf(shop)

  const client = async (send: Send, index: number): Promise<void> => {
    for (let i = index; !isWithdrawn(); i++) {
      const next = requests[i % requests.length]
      if (!next) return
      const isLate = isStopping()
      try {
        const { status, connection } = await send(next)
        counts.responses++
        if (isLate) counts.late++
        if (isLate && connection !== 'close') counts.withoutClose++
        if (status >= 500) counts.problems.push(`${next.path} returned ${status}`)
      } catch (error) {
        const cause = error instanceof Error ? (error.cause ?? error) : error
        if (isUnsent(cause)) return
        counts.reset++
        counts.problems.push(`${next.method} ${next.path}: ${cause}`)
      }
      if (index % 2 === 1) await pause(Math.random() * longestPause)
    }
  }
  const kinds = [byFetch(url, shop), byAgent(url, shop, agent)]
  const clients = kinds.flatMap((send) =>
    Array.from({ length: clientsPerKind }, (_, index) => client(send, index)),
  )
  await Promise.all(clients)
  agent.destroy()
  return counts
}
