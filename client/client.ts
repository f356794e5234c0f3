import { createCalls } from './calls.ts'
import type { Deprecation } from './deprecation.ts'
import { findOrder, type OrderSearch } from './find-order.ts'
import { type Campaigns, campaignCalls } from './operations/campaigns.ts'
import { type Contacts, contactCalls } from './operations/contacts.ts'
import { type Inventory, inventoryCalls } from './operations/inventory.ts'
import { type Invites, inviteCalls } from './operations/invites.ts'
import { type Orders, orderCalls } from './operations/orders.ts'
import { type Products, productCalls } from './operations/products.ts'
import { type Webhooks, webhookCalls } from './operations/webhooks.ts'
import type { RateLimit } from './rate-limit.ts'
import { createTransport } from './transport.ts'
import type { CallOptions, Schemas } from './types.ts'

export type ClientOptions = {
  /** The base URL of the service, such as `https://api.example.com`, without `/v1`. */
  baseUrl: string | URL
  /** The API key. */
  apiKey: string
  /** Sends the requests. Default: the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>
  /**
   * Whether reads wait `RateLimit-Reset` seconds after a 429 and are sent again. A number is the
   * maximum total wait in seconds; a window is one day. Writes are never retried. Default: false.
   */
  waitForBudget?: boolean | number
  /** Aborts every call of this client. */
  signal?: AbortSignal
  /** Called once for each deprecated operation that is used. Default: writes a line to the console. */
  onDeprecation?: (deprecation: Deprecation) => void
}

const normalizeBaseUrl = (baseUrl: string | URL): string => {
  const text = String(baseUrl)
  if (!/^https?:\/\//.test(text))
    throw new TypeError(`baseUrl must be an http or https URL, not ${JSON.stringify(text)}`)
  return text.replace(/\/+$/, '')
}

/** Rejects keys that are invalid in a header. The error of `fetch` would not name the key. */
const checkKey = (apiKey: string): string => {
  if (typeof apiKey === 'string' && /^[\x21-\x7e]+$/.test(apiKey)) return apiKey
  throw new TypeError('apiKey must be a key without spaces or line breaks')
}

const secondsOf = (waitForBudget: boolean | number): number => {
  const seconds = typeof waitForBudget === 'number' ? waitForBudget : waitForBudget ? Infinity : 0
  if (seconds >= 0) return seconds
  throw new TypeError('waitForBudget must be true, false or a number of seconds')
}

/** Writes a deprecation to the console. */
const warn = ({ operation, sunset, link }: Deprecation): void => {
  const until = sunset ? ` and can be removed after ${sunset.toISOString().slice(0, 10)}` : ''
  // biome-ignore lint/suspicious/noConsole: the default of onDeprecation.
  console.warn(`${operation} is deprecated${until}${link ? `: ${link}` : ''}`)
}

/** The client. Each method calls one operation and throws an `ApiError` for an error response. */
export type Client = {
  /** The rate limit of the latest response; undefined before the first. */
  readonly rateLimit: RateLimit | undefined
  /** Checks the key and returns its account. */
  checkAuth(options?: CallOptions): Promise<Schemas['AuthResult']>
  /** Product variants. */
  products: Products
  /** Campaigns. */
  campaigns: Campaigns
  /** Contacts of a campaign. */
  contacts: Contacts
  /** Invites, each for one campaign. */
  invites: Invites
  /** Orders. */
  orders: Orders
  /** Stock per variant and warehouse. Keys are snake_case. */
  inventory: Inventory
  /** Webhook subscriptions. */
  webhooks: Webhooks
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
 */
export const createClient = (options: ClientOptions): Client => {
  const { fetch = (request) => globalThis.fetch(request), waitForBudget = false, signal } = options
  const { onDeprecation = warn } = options
  const transport = createTransport({
    baseUrl: normalizeBaseUrl(options.baseUrl),
    apiKey: checkKey(options.apiKey),
  })
  const maxWaitSeconds = secondsOf(waitForBudget)
  const calls = createCalls(transport, { fetch, maxWaitSeconds, signal, onDeprecation })
  const orders = orderCalls(calls)
  return {
    get rateLimit() {
      return calls.latest.rateLimit
    },
    checkAuth: (callOptions = {}) =>
      calls.read('checkAuth', callOptions, (init) => transport.GET('/v1/auth', init)),
    products: productCalls(calls),
    campaigns: campaignCalls(calls),
    contacts: contactCalls(calls),
    invites: inviteCalls(calls),
    orders,
    inventory: inventoryCalls(calls),
    webhooks: webhookCalls(calls),
    findOrderBeforeRetry: (search, callOptions = {}) =>
      findOrder(orders.all, calls.latest, search, callOptions),
  }
}
