import { z } from 'zod'
import {
  Campaign,
  InventoryPage,
  listContacts200,
  listOrders200,
  listProducts200,
  Order,
} from '../../generated/schemas.ts'
import type { components } from '../../generated/types.ts'
import { type Api, mustBe } from './api.ts'
import { withQuery } from './requests.ts'

type Schemas = components['schemas']
type OrderCreate = Schemas['OrderCreate']

/** A SKU that can be ordered from a warehouse. */
export type Offer = { campaignId: string; sku: string; warehouse: string; available: number }

/** Thrown when the target's data lacks what a law needs. The law is skipped. */
export class MissingFixture extends Error {
  override name = 'MissingFixture'
}

export const newOrder = (
  { campaignId, sku }: Pick<Offer, 'campaignId' | 'sku'>,
  quantity = 1,
  more: Partial<OrderCreate> = {},
): OrderCreate => ({
  campaignId,
  products: [{ sku, quantity }],
  shipTo: {
    firstName: 'Grace',
    lastName: 'Hopper',
    email: 'grace.hopper@example.com',
    street1: '1 Navy Way',
    city: 'Arlington',
    zip: '22201',
    country: 'US',
  },
  ...more,
})

export const newContact = (
  campaignId: string,
  more: Partial<Schemas['ContactCreate']> = {},
): Schemas['ContactCreate'] => ({
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace.hopper@example.com',
  campaignId,
  ...more,
})

/** The maximum quantity of a line item. */
const maxQuantity = 100_000

/** Finds test data in the target's account over the API. */
export class Fixtures {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  async campaigns(): Promise<Schemas['Campaign'][]> {
    return z.array(Campaign).parse((await this.#api.get('/v1/campaigns/list')).body)
  }

  /** Returns any campaign. All campaigns accept contacts and invites. */
  async campaign(): Promise<string> {
    const [first] = await this.campaigns()
    if (!first) throw new MissingFixture('the account has no campaign')
    return first.id
  }

  async inventory(query = ''): Promise<Schemas['InventoryItem'][]> {
    const items: Schemas['InventoryItem'][] = []
    for (let page = 1; ; page++) {
      const path = `/v1/inventory/list?page=${page}&page_size=100${query}`
      const { items: more, pagination } = InventoryPage.parse((await this.#api.get(path)).body)
      items.push(...more)
      // A server with a wrong has_more must not keep the suite busy for ever.
      if (!pagination.has_more || more.length === 0) return items
    }
  }

  /** Returns the current stock of a SKU in a warehouse. */
  async item({ sku, warehouse }: Offer): Promise<Schemas['InventoryItem']> {
    const query = new URLSearchParams({ sku, warehouse_id: warehouse })
    const item = (await this.inventory(`&${query}`)).find((each) => each.sku === sku)
    if (!item) throw new MissingFixture(`${sku} is not in the inventory of ${warehouse}`)
    return item
  }

  /** Returns a SKU of an open campaign with enough available units in one warehouse. */
  async offer(units: number): Promise<Offer> {
    const open = (await this.campaigns()).filter(
      ({ status, allowOutOfStockOrders, expiration }) =>
        status === 'Active' && !allowOutOfStockOrders && Date.parse(expiration) > Date.now(),
    )
    if (open.length === 0)
      throw new MissingFixture(
        'no campaign is Active, not expired and without allowOutOfStockOrders',
      )
    for (const item of await this.inventory()) {
      const campaign = open.find(({ products }) => products.some(({ sku }) => sku === item.sku))
      // Skip stock that one order cannot use up.
      if (campaign && item.available >= units && item.available < maxQuantity) {
        const { sku, available, warehouse } = item
        return { campaignId: campaign.id, sku, available, warehouse: warehouse.warehouse_id }
      }
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
    const query = `&warehouse_id=${encodeURIComponent(offer.warehouse)}`
    for (const { sku, available } of await this.inventory(query))
      if (sku !== offer.sku && skus.has(sku) && available >= units)
        return [offer, { ...offer, sku, available }]
    throw new MissingFixture(`no warehouse has ${units} units of two SKUs of a campaign`)
  }

  /** Places an order. */
  async order(quantity = 1) {
    const offer = await this.offer(quantity)
    const body = newOrder(offer, quantity, { warehouse: offer.warehouse })
    return { ...(await place({ api: this.#api }, body)), offer }
  }
}

type Has = { api: Api }

/** Places an order. Throws if that fails. */
export const place = async ({ api }: Has, body: OrderCreate) => {
  const response = mustBe(201, await api.post('/v1/orders/create', body))
  return { order: Order.parse(response.body), response }
}

/** Sends a request to cancel an order. */
export const cancel = ({ api }: Has, orderId: string) => api.post('/v1/orders/cancel', { orderId })

type Query = Record<string, string | number>

/** The maximum page size. */
const most = 1000

/** Returns all rows of a list with `limit` and `offset`. */
export const everyPage = async <Row>(
  { api }: Has,
  path: string,
  query: Query,
  rowsOf: { parse(body: unknown): Row[] },
): Promise<Row[]> => {
  const rows: Row[] = []
  for (let offset = 0; ; offset += most) {
    const { body } = await api.get(withQuery(path, { ...query, limit: most, offset }))
    const page = rowsOf.parse(body)
    rows.push(...page)
    if (page.length < most) return rows
  }
}

/** Returns all contacts of a campaign that match a filter, in list order. */
export const contactsOf = (context: Has, campaignId: string, filter: Query = {}) =>
  everyPage(context, '/v1/contacts/list', { campaignId, ...filter }, listContacts200)

/** Returns all orders that match a filter, in list order. */
export const ordersOf = (context: Has, filter: Query = {}) =>
  everyPage(context, '/v1/orders/list', filter, listOrders200)

/** Returns all product variants, in list order. */
export const productsOf = (context: Has) =>
  everyPage(context, '/v1/products/list', {}, listProducts200)
