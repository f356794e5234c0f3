import { type CallOptions, clientMethods, type Query } from '../../generated/client/client.ts'
import type { components } from '../../generated/types.ts'
import { type CallsOptions, createCalls, type Deprecation, type Latest } from './calls.ts'
import type { RateLimit } from './errors.ts'

/** The schemas of the document, by name. */
export type Schemas = components['schemas']

export type ClientOptions = {
  /**
   * The base URL of the service, such as `https://api.example.com`, without `/v1`. In browsers and jsdom
   * also a path that a proxy serves, such as `/api`.
   */
  baseUrl: string | URL
  /** The API key, or a function that returns it for each request. Default: none, for a proxy that adds it. */
  apiKey?: string | (() => string | Promise<string>) | undefined
  /** Sends the requests. Default: the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>
  /**
   * Whether reads wait `RateLimit-Reset` seconds after a 429 and are sent again. A number is the
   * maximum total wait in seconds; a window is one day. Writes are never retried. Default: false.
   */
  waitForRateLimit?: boolean | number
  /** Aborts every call of this client. */
  signal?: AbortSignal
  /** Called once for each deprecated operation that is used. Default: writes a line to the console. */
  onDeprecation?: (deprecation: Deprecation) => void
}

/** The order to find. */
export type OrderSearch = {
  campaignId: string
  /** The recipient's email address, `shipTo.email`. */
  email: string
  products: readonly Schemas['OrderLineCreate'][]
  /** The time of the first attempt, by this machine's clock. */
  since: Date
}

/** The client. Each method calls one operation and throws an `ApiError` for an error response. */
export type Client = Omit<Methods, keyof PagedLists> &
  PagedLists & {
    /** The rate limit of the latest response; undefined before the first. */
    readonly rateLimit: RateLimit | undefined
    /**
     * Finds the order of an `orders.create` whose result is unknown (`isUncertain`), so that it is not
     * created twice (specification §7 rule 7). Returns the latest order with the same campaign,
     * recipient and products since the first attempt.
     */
    findOrderBeforeRetry(
      search: OrderSearch,
      options?: CallOptions,
    ): Promise<Schemas['Order'] | undefined>
  }

/**
 * Creates a client of the API, typed by its document.
 * @throws {TypeError} when an option is invalid.
 * @example
 * const client = createClient({ baseUrl: 'https://api.example.com', apiKey: process.env.API_KEY ?? '' })
 * const { items } = await client.inventory.list({ page_size: 50 })
 */
export const createClient = (options: ClientOptions): Client => {
  const {
    fetch = (request) => globalThis.fetch(request),
    waitForRateLimit = false,
    signal,
  } = options
  const calls = createCalls({
    baseUrl: normalizeBaseUrl(options.baseUrl),
    apiKey: keyReader(options.apiKey),
    fetch,
    maxWaitSeconds: secondsOf(waitForRateLimit),
    signal,
    onDeprecation: options.onDeprecation ?? warn,
  })
  const methods = clientMethods(calls)
  const lists = pagedLists(methods)
  return {
    ...methods,
    ...lists,
    get rateLimit() {
      return calls.latest.rateLimit
    },
    findOrderBeforeRetry: (search, callOptions = {}) =>
      findOrder(lists.orders, calls.latest, search, callOptions),
  }
}

declare const document: { baseURI: string } | undefined

function normalizeBaseUrl(baseUrl: string | URL): string {
  const text = String(baseUrl)
  if (!/^(https?:\/\/[^/?#]|\/(?!\/))[^?#]*$/i.test(text))
    throw new TypeError(
      `baseUrl must be an http or https URL or a path, without a query, not ${JSON.stringify(text)}`,
    )
  // In jsdom, `Request` is Node's, which resolves no path against the page.
  const page = typeof document === 'undefined' ? '' : document.baseURI
  const url = text.startsWith('/') && page.startsWith('http') ? new URL(text, page).href : text
  return url.replace(/\/+$/, '')
}

/** @throws {TypeError} if the key is a text that is not valid. */
function keyReader(apiKey: ClientOptions['apiKey']): CallsOptions['apiKey'] {
  if (apiKey === undefined) return () => undefined
  if (typeof apiKey === 'function') return async () => checkKey(await apiKey())
  const key = checkKey(apiKey)
  return () => key
}

/** Rejects keys that are invalid in a header. The error of `fetch` would not name the key. */
function checkKey(apiKey: string): string {
  if (typeof apiKey === 'string' && /^[\x21-\x7e]+$/.test(apiKey)) return apiKey
  throw new TypeError('apiKey must be a key without spaces or line breaks')
}

function secondsOf(waitForRateLimit: boolean | number): number {
  const seconds =
    typeof waitForRateLimit === 'number' ? waitForRateLimit : waitForRateLimit ? Infinity : 0
  if (seconds >= 0) return seconds
  throw new TypeError('waitForRateLimit must be true, false or a number of seconds')
}

function warn({ operation, sunset, link }: Deprecation): void {
  const until = sunset ? ` and can be removed after ${sunset.toISOString().slice(0, 10)}` : ''
  // biome-ignore lint/suspicious/noConsole: the default of onDeprecation.
  console.warn(`${operation} is deprecated${until}${link ? `: ${link}` : ''}`)
}

type Methods = ReturnType<typeof clientMethods>

/** Adds `all` to the lists that have pages. */
function pagedLists({ products, contacts, orders, inventory }: Methods) {
  return {
    /** Product variants. */
    products: {
      ...products,
      /** Yields every product variant, oldest first. */
      all: ({ pageSize, ...options }: PagingOptions = {}) =>
        offsetPages((page) => products.list(page, options), pageSize),
    },
    /** Contacts of a campaign. */
    contacts: {
      ...contacts,
      /** Yields every contact of a campaign, oldest first. */
      all: (
        query: Omit<Query<'listContacts'>, 'limit' | 'offset'>,
        { pageSize, ...options }: PagingOptions = {},
      ) => offsetPages((page) => contacts.list({ ...query, ...page }, options), pageSize),
    },
    /** Orders. */
    orders: {
      ...orders,
      /** Yields every order once, newest first, even if orders are placed meanwhile. */
      all: (
        query: Omit<Query<'listOrders'>, 'limit' | 'offset'> = {},
        { pageSize, ...options }: PagingOptions = {},
      ) =>
        offsetPages(
          (page) => orders.list({ ...query, ...page }, options),
          pageSize,
          ({ id }) => id,
        ),
    },
    /** Stock per variant and warehouse. Keys are snake_case. */
    inventory: {
      ...inventory,
      /** Yields every inventory item. `pageSize` is at most 100. */
      all: (
        query: Omit<Query<'listInventory'>, 'page' | 'page_size'> = {},
        { pageSize, ...options }: PagingOptions = {},
      ) => numberedPages((page) => inventory.list({ ...query, ...page }, options), pageSize),
    },
  }
}

type PagedLists = ReturnType<typeof pagedLists>

/** Dates in headers are whole seconds. */
const dateMilliseconds = 1000

/** Searches the orders, newest first, for the one with the same recipient and line items. */
async function findOrder(
  { all }: PagedLists['orders'],
  latest: Latest,
  { campaignId, email, products, since }: OrderSearch,
  options: CallOptions,
): Promise<Schemas['Order'] | undefined> {
  const lines = linesOf(products)
  for await (const order of all({ campaignId, email }, { ...options, pageSize: 20 })) {
    // orderDate uses the service's clock, which the first page's Date header shows.
    const sinceOnServer = since.getTime() + latest.clockAhead - dateMilliseconds
    if (Date.parse(order.orderDate) < sinceOnServer) return undefined
    if (linesOf(order.products) === lines) return order
  }
  return undefined
}

function linesOf(products: OrderSearch['products']): string {
  return JSON.stringify(products.map(({ sku, quantity }) => [sku, quantity]))
}

/** Options of a loop over all pages of a list. */
export type PagingOptions = CallOptions & {
  /** Items per page; each page is one request. Default: 100. */
  pageSize?: number | undefined
}

const defaultPageSize = 100

type OffsetPage = { limit: number; offset: number }

/**
 * Yields every item of a list with `limit` and `offset`, until a page is not full (specification §4).
 * @param identify returns the key by which repeated items are skipped. In a list with the newest
 *   items first, a new item shifts the following pages, which then repeat items.
 */
async function* offsetPages<T>(
  read: (page: OffsetPage) => Promise<readonly T[]>,
  pageSize: number = defaultPageSize,
  identify?: (item: T) => string,
): AsyncGenerator<T, void, undefined> {
  const seen = new Set<string>()
  for (let page = 0; ; page++) {
    // The product is a number, also of a text that JavaScript passes.
    const items = await read({ limit: pageSize, offset: page * pageSize })
    for (const item of items) {
      const key = identify?.(item)
      if (key !== undefined && seen.has(key)) continue
      if (key !== undefined) seen.add(key)
      yield item
    }
    if (items.length < pageSize) return
  }
}

type NumberedPage = { page: number; page_size: number }

/** Yields every item of a list with numbered pages, until `has_more` is false (specification §4). */
async function* numberedPages<T>(
  read: (page: NumberedPage) => Promise<{ items: readonly T[]; pagination: { has_more: boolean } }>,
  pageSize: number = defaultPageSize,
): AsyncGenerator<T, void, undefined> {
  for (let page = 1; ; page++) {
    const { items, pagination } = await read({ page, page_size: pageSize })
    yield* items
    if (!pagination.has_more) return
  }
}
