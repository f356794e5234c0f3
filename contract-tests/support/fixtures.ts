import { z } from 'zod'
import type { components } from '../../generated/types.ts'
import {
  Campaign,
  InventoryPage,
  listContacts200,
  listOrders200,
  listProducts200,
  Order,
  OrderCreate,
  WebhookList,
} from '../../generated/zod/schemas.ts'
import { type Api, type ApiRequest, type ApiResponse, must, read } from './api.ts'
import { document } from './contract.ts'
import { type OperationProperties, requestFor, withQuery } from './requests.ts'

type Schemas = components['schemas']

/** A SKU that can be ordered from a warehouse. */
export type Offer = { campaignId: string; sku: string; warehouse: string; available: number }

const maxQuantity = 100_000

type Query = Record<string, string | number>

export type Named = { campaignId: string; sku: string; orderId: string; hookId: string }

/** Finds test data in the server's account over the API. */
export class Fixtures {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  async campaigns(): Promise<Schemas['Campaign'][]> {
    return read(z.array(Campaign), await this.#api.get('/v1/campaigns/list'))
  }

  /** Returns any campaign. All campaigns accept contacts and invites. */
  async campaign(): Promise<Schemas['Campaign']> {
    const [first] = await this.campaigns()
    if (!first) throw new MissingFixture('the account has no campaign')
    return first
  }

  inventory(filter: Query = {}): Promise<Schemas['InventoryItem'][]> {
    return collect(this.#items(filter))
  }

  #items(filter: Query = {}) {
    return rowsOf(async (i) => {
      const query = { page: i + 1, page_size: 100, ...filter }
      const response = await this.#api.get(withQuery('/v1/inventory/list', query))
      const { items: rows, pagination } = read(InventoryPage, response)
      return { rows, isLast: !pagination.has_more || rows.length === 0, response }
    })
  }

  async item({ sku, warehouse }: Offer): Promise<Schemas['InventoryItem']> {
    const items = await this.inventory({ sku, warehouse_id: warehouse })
    const item = items.find((each) => each.sku === sku)
    if (!item) throw new MissingFixture(`${sku} is not in the inventory of ${warehouse}`)
    return item
  }

  /** Returns a SKU of an open campaign with enough available units in one warehouse. */
  async offer(units = 1): Promise<Offer> {
    const open = (await this.campaigns()).filter(
      (campaign) => isOpen(campaign) && !campaign.allowOutOfStockOrders,
    )
    if (open.length === 0)
      throw new MissingFixture(
        'no campaign is Active, not expired and without allowOutOfStockOrders',
      )
    for await (const { sku, available, warehouse } of this.#items()) {
      const campaign = open.find(({ products }) => products.some((product) => product.sku === sku))
      // Skip stock that one order cannot use up.
      if (campaign && available >= units && available < maxQuantity)
        return { campaignId: campaign.id, sku, available, warehouse: warehouse.warehouse_id }
    }
    throw new MissingFixture(
      `no SKU of an open campaign has ${units} available units in one warehouse`,
    )
  }

  /** Returns two SKUs of one open campaign in one warehouse. */
  async offersTogether(units: number): Promise<[Offer, Offer]> {
    const offer = await this.offer(units)
    const campaign = (await this.campaigns()).find(({ id }) => id === offer.campaignId)
    const skus = new Set(campaign?.products.map(({ sku }) => sku))
    for await (const { sku, available } of this.#items({ warehouse_id: offer.warehouse }))
      if (sku !== offer.sku && skus.has(sku) && available >= units)
        return [offer, { ...offer, sku, available }]
    throw new MissingFixture(`no warehouse has ${units} units of two SKUs of a campaign`)
  }

  /** Returns an order that only a campaign with `allowOutOfStockOrders` accepts. */
  async backorder(): Promise<Schemas['OrderCreate']> {
    const open = (await this.campaigns()).find(
      (each) => isOpen(each) && each.allowOutOfStockOrders && each.products.length > 0,
    )
    const sku = open?.products[0]?.sku
    if (!open || !sku) throw new MissingFixture('no open campaign allows orders without stock')
    return newOrder({ campaignId: open.id, sku }, 99_999)
  }

  /** Returns the account's records by their list. Those of products are SKUs. */
  async records() {
    const has = { api: this.#api }
    const campaigns = await this.campaigns()
    const contacts = []
    for (const { id } of campaigns) contacts.push(...(await contactsOf(has, id)))
    const { webhooks } = read(WebhookList, await this.#api.get('/v1/webhooks'))
    return {
      campaigns,
      contacts,
      products: (await productsOf(has)).map((row) => ({ ...row, id: row.sku })),
      orders: await ordersOf(has),
      inventory: await this.inventory(),
      webhooks,
    }
  }

  async order(quantity = 1) {
    const offer = await this.offer(quantity)
    const body = newOrder(offer, quantity, { warehouse: offer.warehouse })
    return { ...(await place({ api: this.#api }, body)), offer }
  }
}

/** Reads the rows of a list, page by page. The function returns a page's rows, and whether it is the last. */
async function* rowsOf<Row>(
  pageAt: (i: number) => Promise<{ rows: readonly Row[]; isLast: boolean; response: ApiResponse }>,
): AsyncGenerator<Row> {
  let before = ''
  for (let i = 0; ; i++) {
    const { rows, isLast, response } = await pageAt(i)
    yield* rows
    if (isLast) return
    // A server that ignores the page would be read without end.
    must(JSON.stringify(rows) !== before, `page ${i + 1} must not repeat page ${i}`, response)
    before = JSON.stringify(rows)
  }
}

async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = []
  for await (const row of rows) all.push(row)
  return all
}

/** Thrown when the account lacks data that a law needs. The law is skipped. */
export class MissingFixture extends Error {
  override name = 'MissingFixture'
}

/** The recipient of orders and contacts: the one of the document's example. */
const { shipTo: recipient } = OrderCreate.parse(document.components?.examples?.NewOrder?.value)
const { firstName, lastName = '', email, street1, city, zip, country } = recipient

/** Texts that a server might trim, normalize or escape by mistake. */
export const awkward = [
  ' ',
  ' spaced ',
  '\ttab and\nline\r\n',
  'Zoë 😀 \u0301',
  'é is not e\u0301',
  '\u202eright to left',
  '<b>&amp;</b>',
  `O'Neil "quoted" \\`,
  'null',
  '0',
  '0012',
  '+44 (0)20-7946',
  '\ufeffmark',
  '\u0001',
]

/** Returns a contact with only the required fields. */
export const newContact = (
  campaignId: string,
  more: Partial<Schemas['ContactCreate']> = {},
): Schemas['ContactCreate'] => ({ firstName, lastName, email, campaignId, ...more })

/** Returns an order of one line with only the required fields. */
export function newOrder(
  { campaignId, sku }: Pick<Offer, 'campaignId' | 'sku'>,
  quantity = 1,
  more: Partial<Schemas['OrderCreate']> = {},
): Schemas['OrderCreate'] {
  const shipTo = { firstName, lastName, email, street1, city, zip, country }
  return { campaignId, products: [{ sku, quantity }], shipTo, ...more }
}

function isOpen({ status, expiration }: Schemas['Campaign']): boolean {
  return status === 'Active' && Date.parse(expiration) > Date.now()
}

/** Returns other ids that differ in the case of letters alone. Databases often compare without it. */
export const caseVariants = (id: string): string[] =>
  [id.toLowerCase(), id.toUpperCase()].filter((each) => each !== id)

type Has = { api: Api }

export async function place({ api }: Has, body: Schemas['OrderCreate']) {
  const response = await api.post('/v1/orders/create', body)
  return { order: read(Order, response, 201), response }
}

export const cancel = ({ api }: Has, orderId: string) => api.post('/v1/orders/cancel', { orderId })

/** The host suffix of the suite's subscriptions. The suite deletes subscriptions with it. */
export const hookSuffix = '.contract-tests.example.com'

const maxLimit = 1000

/** Returns all rows of a list with `limit` and `offset`. */
export const everyPage = <Row>(
  { api }: Has,
  path: string,
  query: Query,
  schema: z.ZodType<Row[]>,
) =>
  collect(
    rowsOf(async (i) => {
      const page = { ...query, limit: maxLimit, offset: i * maxLimit }
      const response = await api.get(withQuery(path, page))
      const rows = read(schema, response)
      return { rows, isLast: rows.length < maxLimit, response }
    }),
  )

export const contactsOf = (context: Has, campaignId: string, filter: Query = {}) =>
  everyPage(context, '/v1/contacts/list', { campaignId, ...filter }, listContacts200)

export const ordersOf = (context: Has, filter: Query = {}) =>
  everyPage(context, '/v1/orders/list', filter, listOrders200)

export const productsOf = (context: Has) =>
  everyPage(context, '/v1/products/list', {}, listProducts200)

/** Returns the request of an operation that names this data. */
export const requestNaming = (
  operation: OperationProperties,
  { campaignId, sku, orderId, hookId }: Named,
): ApiRequest => {
  const byOperation: Record<string, unknown> = {
    createContact: newContact(campaignId),
    createInvite: { campaignId, sendEmailNotification: false },
    createOrder: newOrder({ campaignId, sku }),
    cancelOrder: { orderId },
    createWebhook: { url: `https://named${hookSuffix}/${hookId}`, events: ['order.created'] },
    updateWebhook: { active: false },
  }
  const { id, queryParameters } = operation
  must(!operation.body || id in byOperation, `Add a body for ${id} in support/fixtures.ts.`)
  const query = 'campaignId' in queryParameters ? { campaignId } : {}
  return requestFor(operation, { path: { orderId, id: hookId }, query, body: byOperation[id] })
}
