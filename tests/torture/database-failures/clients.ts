import { setTimeout as sleep } from 'node:timers/promises'
import { problemOf } from '../../../testkit/contract.ts'
import { jsonOrText, type Sent, send } from '../../../testkit/http.ts'
import { newContact, newOrder } from '../../../testkit/request-bodies.ts'
import { responseProblem } from '../hostile/check-outcome.ts'
import type { Shop } from '../seed-shops.ts'

/** A request with its response. Times are those of `performance.now()`. */
export type Exchange = {
  what: string
  start: number
  end: number
  /** Zero without a response. */
  status: number
  /** How the response differs from the document. */
  problem: string | undefined
}

/** Measures how long this process did not run, because the machine had other work. */
const watchStalls = () => {
  const stalls: { at: number; milliseconds: number }[] = []
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    stalls.push({ at: now, milliseconds: Math.max(0, now - last - stallPeriod) })
    last = now
  }, stallPeriod)
  return {
    between: (from: number, to: number) =>
      stalls
        .filter(({ at }) => at > from && at < to)
        .reduce((sum, { milliseconds }) => sum + milliseconds, 0),
    stop: () => clearInterval(timer),
  }
}

/** Clients of each kind of request. */
const crowd = 2
const pauseMilliseconds = 50
const stallPeriod = 10

/** Sends requests of every kind, one after another for each client, until it is stopped. */
export const startClients = (url: string, { key, campaign, skus }: Shop) => {
  const exchanges: Exchange[] = []
  /** Paths or ids of what the server has acknowledged. */
  const acknowledged: Record<'orders' | 'contacts', string[]> = { orders: [], contacts: [] }
  let isOver = false

  const exchange = async (sent: Sent, check: typeof problemOf): Promise<unknown> => {
    const what = `${sent.method ?? 'GET'} ${sent.path}`
    const start = performance.now()
    const done = (status: number, problem: string | undefined) => {
      exchanges.push({ what, start, end: performance.now(), status, problem })
    }
    try {
      const received = await send(url, sent)
      const isFailedPage = check !== problemOf && [500, 503].includes(received.status)
      done(received.status, isFailedPage ? undefined : check(sent, received))
      return received.status < 300 ? jsonOrText(received.text) : undefined
    } catch (error) {
      done(0, String(error))
      return undefined
    }
  }
  const authorization = `Bearer ${key}`
  const get = (path: string) => exchange({ path, headers: { authorization } }, problemOf)
  const post = (path: string, json: unknown) => {
    const headers = { authorization, 'content-type': 'application/json' }
    return exchange({ method: 'POST', path, headers, body: JSON.stringify(json) }, problemOf)
  }
  const page = (path: string) => exchange({ path }, responseProblem)
  const idIn = (body: unknown, name: string): string[] =>
    typeof body === 'object' && body !== null ? [String(Reflect.get(body, name))] : []

  const acts: (() => Promise<unknown>)[] = [
    () => get('/v1/auth'),
    () => get(`/v1/orders/list?campaignId=${campaign}&limit=5`),
    () => get('/v1/inventory/list'),
    () => page('/i/unknown'),
    () => page('/portal/sign-in'),
    async () => {
      const body = await post('/v1/orders/create', newOrder(campaign, skus[0] ?? ''))
      acknowledged.orders.push(...idIn(body, 'id'))
    },
    async () => {
      const body = await post('/v1/contacts/create', newContact(campaign))
      acknowledged.contacts.push(...idIn(body, 'contactId'))
    },
  ]
  const repeat = async (act: () => Promise<unknown>) => {
    while (!isOver) {
      await act()
      await sleep(pauseMilliseconds)
    }
  }
  const stalls = watchStalls()
  const running = [
    ...acts.flatMap((act) => Array.from({ length: crowd }, () => repeat(act))),
    repeat(() => page('/healthz')),
    repeat(() => page('/readyz')),
  ]
  return {
    exchanges,
    acknowledged,
    stalledBetween: stalls.between,
    stop: async () => {
      isOver = true
      await Promise.all(running)
      stalls.stop()
    },
  }
}
