import { createCalls } from './calls.ts'
import type { Deprecation } from './deprecation.ts'
import { findOrder, type SoughtOrder } from './find-order.ts'
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
  /** Where the service is, such as `https://api.example.com`; what follows is `/v1/…`. */
  baseUrl: string | URL
  /** The key, as it was shown when it was created. */
  apiKey: string
  /** What sends requests, if not the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>
  /**
   * Whether reads that are over the budget wait for it, as `RateLimit-Reset` says, and how many
   * seconds at most in all; a window is a day. Writes are never sent again. False if nothing is said.
   */
  waitForBudget?: boolean | number
  /** Ends every call of this client. */
  signal?: AbortSignal
  /** Told of each operation that is called and will end, once. A line on the console if nothing is said. */
  onDeprecation?: (deprecation: Deprecation) => void
}

const addressOf = (baseUrl: string | URL): string => {
  const text = String(baseUrl)
  if (!/^https?:\/\//.test(text))
    throw new TypeError(`baseUrl must be an http or https address, not ${JSON.stringify(text)}`)
  return text.replace(/\/+$/, '')
}

/** A key that has no place in a header would be refused by `fetch`, in words that do not name it. */
const keyOf = (apiKey: string): string => {
  if (typeof apiKey === 'string' && /^[\x21-\x7e]+$/.test(apiKey)) return apiKey
  throw new TypeError('apiKey must be the key as it was shown, without spaces or line ends')
}

const secondsOf = (waitForBudget: boolean | number): number => {
  const seconds = typeof waitForBudget === 'number' ? waitForBudget : waitForBudget ? Infinity : 0
  if (seconds >= 0) return seconds
  throw new TypeError('waitForBudget must be true, false or a number of seconds')
}

/** Says once where a developer sees it that a program will have to change. */
const warn = ({ operation, sunset, link }: Deprecation): void => {
  const until = sunset ? ` and may be gone after ${sunset.toISOString().slice(0, 10)}` : ''
  // biome-ignore lint/suspicious/noConsole: nobody asked to be told otherwise.
  console.warn(`${operation} is deprecated${until}${link ? `: ${link}` : ''}`)
}

/** The API: each method is one operation, and what is not answered as asked for is an `ApiError`. */
export type Client = {
  /** What the latest answer said of the budget; nothing before the first. */
  readonly rateLimit: RateLimit | undefined
  /** Whether the key is accepted, and whose it is. */
  checkAuth(options?: CallOptions): Promise<Schemas['AuthResult']>
  /** Products: a row for each active variant. */
  products: Products
  /** Campaigns, which orders, contacts and invites are scoped to. */
  campaigns: Campaigns
  /** Contacts of a campaign. */
  contacts: Contacts
  /** Invites, each for one campaign. */
  invites: Invites
  /** Orders. */
  orders: Orders
  /** Stock per variant and warehouse. Its keys are snake_case. */
  inventory: Inventory
  /** Subscriptions to events. */
  webhooks: Webhooks
  /**
   * Finds the order that an `orders.create` made of which nobody can tell (`isUncertain`), so that it
   * is not made twice (specification §7 rule 7): the latest with the same campaign, recipient and
   * products since it was first tried.
   */
  findOrderBeforeRetry(
    sought: SoughtOrder,
    options?: CallOptions,
  ): Promise<Schemas['Order'] | undefined>
}

/**
 * Makes a client of the API, typed by its document.
 * @throws {TypeError} when an option is not what it must be.
 */
export const createClient = (options: ClientOptions): Client => {
  const { fetch = (request) => globalThis.fetch(request), waitForBudget = false, signal } = options
  const { onDeprecation = warn } = options
  const transport = createTransport({
    baseUrl: addressOf(options.baseUrl),
    apiKey: keyOf(options.apiKey),
  })
  const mostSeconds = secondsOf(waitForBudget)
  const calls = createCalls(transport, { fetch, mostSeconds, signal, onDeprecation })
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
    findOrderBeforeRetry: (sought, callOptions = {}) =>
      findOrder(orders.all, calls.latest, sought, callOptions),
  }
}
