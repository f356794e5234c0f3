import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { reasonOf } from '../../deliveries/failure-reason.ts'
import {
  number,
  type Parcel,
  type ProviderOrder,
  type ReadParcel,
  readChangeTime,
  readOrder,
  readOrigins,
  readParcel,
  type UnreadableOrder,
} from './mapping.ts'
import { hour, toPacific } from './pacific-time.ts'

/** The maximum time of a response, body included, and the maximum length of its body. */
const responseLimits = { milliseconds: 60_000, maxBytes: 32 * 1024 * 1024 } as const

/** Attempts of a request that gets 429. */
const maxAttempts = 5

/** The API's maximum. */
const pageSize = 500

/** Up to this many parcels are requested one by one. */
const maxSingleRequests = 3

/** Most orders change last when their parcel is created. */
const labelTime = 2 * hour

const items = z.array(z.unknown()).optional()

/** A page of a list. Its items are read one by one. */
const PageShape = z.object({
  pages: number.pipe(z.int()),
  orders: items,
  shipments: items,
  fulfillments: items,
})

type List = 'orders' | 'shipments' | 'fulfillments'

type Query = Readonly<Record<string, string | number>>

/** The newest parcel of an order that is not voided, and the tracking numbers of those that are. */
export type Parcels = {
  newest: Parcel | undefined
  voided: readonly string[]
  /** The parts of the newest that could not be read. */
  remarks: readonly string[]
}

/** Changed orders, the oldest change first. */
export type Changes = {
  orders: readonly ProviderOrder[]
  unreadable: readonly UnreadableOrder[]
  /** The time of the last change so far, in milliseconds. Undefined without changes. */
  changedUntil: number | undefined
}

type ClientOptions = {
  limits?: { milliseconds: number; maxBytes: number }
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/**
 * A client of ShipStation's API, version 1, with Basic authentication. It sends one request at a time and
 * keeps to the API's rate limit. The API reports neither deliveries of its own parcels nor returns.
 */
export class Client {
  readonly #url: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #limits: NonNullable<ClientOptions['limits']>
  readonly #wait: NonNullable<ClientOptions['wait']>
  /** Seconds that the next request has to wait. */
  #delay = 0

  constructor(access: { url: string; key: string; secret: string }, options: ClientOptions = {}) {
    const credentials = Buffer.from(`${access.key}:${access.secret}`).toString('base64')
    this.#url = access.url
    this.#headers = { Authorization: `Basic ${credentials}`, Accept: 'application/json' }
    this.#limits = options.limits ?? responseLimits
    this.#wait = options.wait ?? ((pause, signal) => sleep(pause, undefined, { signal }))
  }

  /**
   * Yields the orders changed since a time in milliseconds, page by page. May include earlier changes.
   *
   * Continues from the last change instead of the next page. An order that changes in the meantime moves
   * to the end of the list, and the orders after it would move to a page that was already read.
   * @throws {ProviderError} when a request fails. Pages yielded before remain valid.
   */
  async *changedSince(since: number, signal: AbortSignal): AsyncGenerator<Changes> {
    // In autumn clocks go back an hour, so a later time can have an earlier text.
    let start = secondBefore(since - hour)
    let page = 1
    let recent: ProviderOrder[] = []
    for (;;) {
      const query = { modifyDateStart: start, sortBy: 'ModifyDate' }
      const { items, isLast } = await this.#page('orders', query, page, signal)
      const changes = changesOf(items, new Set(recent.map(keyOf)))
      yield changes
      if (isLast) return
      const until = changes.changedUntil
      const next = until === undefined ? start : secondBefore(until)
      // If all orders of a page changed in one second, the start does not advance: read the next page.
      page = next > start ? 1 : page + 1
      if (next > start) start = next
      // The next pages can repeat changes of the two seconds before. A first sync may read very many.
      recent = [...recent, ...changes.orders].filter(
        ({ order }) => until === undefined || (order.changedAt ?? until) > until - 2000,
      )
    }
  }

  /** Returns an order as the API has it now, and the ids of the orders that it comes from. Both are empty if it is gone. */
  async order(id: string, signal: AbortSignal): Promise<Changes & { originIds: string[] }> {
    const { status, body } = await this.#get(`orders/${id}`, {}, signal)
    const items = status === 404 ? [] : [parse(body)]
    const changes = { ...changesOf(items, new Set()), changedUntil: undefined }
    return { ...changes, originIds: items.flatMap(readOrigins) }
  }

  /**
   * Returns the known parcels of orders, by order id.
   * @param known the tracking numbers that the orders have here, by order id.
   * @param all the parcels that were read for other orders of the sync.
   * @throws {ProviderError} when a request fails.
   */
  async parcelsOf(
    orders: readonly ProviderOrder[],
    signal: AbortSignal,
    known: ReadonlyMap<string, string> = new Map(),
    all = new ReadParcels(),
  ): Promise<ReadonlyMap<string, Parcels>> {
    const { byOrder } = all
    const idOf = ({ order }: ProviderOrder) => order.sourceId
    const timeOf = ({ order }: ProviderOrder) => order.changedAt ?? Number.POSITIVE_INFINITY
    const read = async (list: List, query: Query): Promise<ReadParcel[]> => {
      const found: ReadParcel[] = []
      for (let page = 1, isLast = false; !isLast; page++) {
        const result = await this.#page(list, { ...query, sortBy: 'CreateDate' }, page, signal)
        isLast = result.isLast
        found.push(...result.items.flatMap(readParcel))
      }
      return found
    }
    // A label is a shipment; marking an order as shipped makes a fulfillment. Either may be the newer one.
    const search = async (query: Query): Promise<readonly ReadParcel[]> => {
      const shipments = await read('shipments', query)
      const found = [...shipments, ...(await read('fulfillments', query))]
      for (const [id, own] of Map.groupBy(found, ({ id }) => id)) byOrder.set(id, own)
      return shipments
    }
    // A label may have been voided since, if the order has changed since.
    const others = orders.filter(
      (each) => timeOf(each) > all.until || timeOf(each) - labelTime < all.from,
    )
    for (const each of others) byOrder.delete(idOf(each))
    const times = others.flatMap(({ order }) => order.changedAt ?? [])
    if (times.length > maxSingleRequests) {
      const from = Math.min(...times) - labelTime
      const createDateStart = toPacific(from)
      const createDateEnd = toPacific(Math.max(...times) + hour)
      // The list of shipments is read first: all that was created before its newest one is there.
      const shipments = await search({ createDateStart, createDateEnd })
      all.until = shipments.reduce((until, { createdAt }) => Math.max(until, createdAt), all.until)
      all.from = from
    }
    // A voided label says nothing of others, which may be older than the search goes back, and so may a known one.
    for (const id of orders.map(idOf)) {
      const own = byOrder.get(id) ?? []
      const hasKnown = own.some(({ parcel }) => parcel.trackingNumber === known.get(id))
      const isComplete = own.some(({ isVoided }) => !isVoided) && (!known.has(id) || hasKnown)
      if (!isComplete) await search({ orderId: id })
    }
    return new Map(
      orders.flatMap((each) => {
        const own = byOrder.get(idOf(each))
        return own ? [[idOf(each), parcelsIn(own)]] : []
      }),
    )
  }

  async #page(list: List, query: Query, page: number, signal: AbortSignal) {
    const all = { ...query, sortDir: 'ASC', page, pageSize }
    const { status, body } = await this.#get(list, all, signal)
    if (status !== 200) throw failed(status)
    const { data } = PageShape.safeParse(parse(body))
    const items = data?.[list]
    if (!data || !items) throw new ProviderError(`the provider’s response is not a page of ${list}`)
    return { items, isLast: page >= data.pages }
  }

  /** Requests a path until the response is not 429. Returns a response of 200 or 404. */
  async #get(path: string, query: Query, signal: AbortSignal) {
    const address = new URL(`${this.#url}/${path}`)
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value))
    let { status, body } = await this.#request(address, signal)
    for (let attempts = 1; status === 429 && attempts < maxAttempts; attempts++)
      ({ status, body } = await this.#request(address, signal))
    if (status === 401 || status === 403)
      throw new ProviderError(`the provider rejects PROVIDER_KEY and PROVIDER_SECRET (${status})`)
    if (status !== 200 && status !== 404) throw failed(status)
    return { status, body }
  }

  /** The URL may be private, because the operator configured it. Redirects would get the credentials. */
  async #request(address: URL, signal: AbortSignal): Promise<{ status: number; body: Buffer }> {
    if (this.#delay > 0) await this.#wait(this.#delay * 1000, signal)
    this.#delay = 0
    const { milliseconds, maxBytes } = this.#limits
    const late = AbortSignal.timeout(milliseconds)
    try {
      const response = await fetch(address, {
        headers: this.#headers,
        redirect: 'manual',
        signal: AbortSignal.any([signal, late]),
      })
      const { status, headers } = response
      if (status === 429 || headers.get('x-rate-limit-remaining') === '0')
        this.#delay = secondsToWait(headers)
      return { status, body: await readBody(response, maxBytes) }
    } catch (error) {
      if (signal.aborted || error instanceof ProviderError || !(error instanceof Error)) throw error
      const reason = late.aborted
        ? `No response within ${milliseconds / 1000} seconds`
        : reasonOf(error.cause instanceof Error ? error.cause : error)
      throw new ProviderError(`the request to the provider failed: ${reason}`, { cause: error })
    }
  }
}

/** Returns the error of a status. Redirects, and a path that is not found, are of another address. */
function failed(status: number): ProviderError {
  const advice = status < 400 || status === 404 ? '; check PROVIDER_URL' : ''
  return new ProviderError(`the provider responds with ${status}${advice}`)
}

/** The parcels that a sync has read, by order id, so that orders that shipped together are not searched on each page. */
export class ReadParcels {
  readonly byOrder = new Map<string, readonly ReadParcel[]>()
  /** All that were created from here until the newest label was, in milliseconds, are read. */
  from = Number.POSITIVE_INFINITY
  until = 0
}

/** Returns one second before a time in the API's format. Whether the API's start is inclusive is not documented. */
function secondBefore(milliseconds: number): string {
  return new Date(Date.parse(`${toPacific(milliseconds)}Z`) - 1000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')
}

function parcelsIn(read: readonly ReadParcel[]): Parcels {
  const [newest] = read
    .filter(({ isVoided }) => !isVoided)
    // Of labels with the same time, the last is the newest: the provider lists them in their order.
    .toReversed()
    .toSorted((a, b) => b.createdAt - a.createdAt)
  const voided = read
    .filter(({ isVoided }) => isVoided)
    .map(({ parcel }) => parcel.trackingNumber ?? '')
  const { parcel, remarks = [] }: Partial<ReadParcel> = newest ?? {}
  return { newest: parcel, remarks, voided: [...new Set(voided)] }
}

/** Reads the changes of a page, without those yielded before. */
function changesOf(items: readonly unknown[], yielded: ReadonlySet<string>): Changes {
  const orders: ProviderOrder[] = []
  const unreadable: UnreadableOrder[] = []
  for (const order of items.map(readOrder)) {
    if (order === undefined) continue
    if ('reason' in order) unreadable.push(order)
    else if (!yielded.has(keyOf(order))) orders.push(order)
  }
  const times = items.flatMap((item) => readChangeTime(item) ?? [])
  return { orders, unreadable, changedUntil: times.length > 0 ? Math.max(...times) : undefined }
}

function keyOf({ order }: ProviderOrder): string {
  return `${order.sourceId} ${order.changedAt}`
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body))
  } catch {
    throw new ProviderError('the provider’s response is not JSON; check PROVIDER_URL')
  }
}

function secondsToWait(headers: Headers): number {
  const seconds = Number(headers.get('x-rate-limit-reset') ?? headers.get('retry-after') ?? 'none')
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), maxSeconds) : defaultSeconds
}

async function readBody({ body }: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    bytes += chunk.length
    // Leaving the loop closes the connection.
    if (bytes > maxBytes)
      throw new ProviderError(
        `the request to the provider failed: The response is longer than ${maxBytes} bytes`,
      )
  }
  return Buffer.concat(chunks)
}

/** A failed request to the provider, with a message of one line for the operator. */
export class ProviderError extends Error {
  override name = 'ProviderError'
}

/** Seconds to wait: at most, and without a header. The API's rate limit is per minute. */
const [maxSeconds, defaultSeconds] = [300, 60] as const
