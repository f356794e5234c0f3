import { z } from 'zod'
import { Campaign, InventoryPage, Order } from '../../generated/schemas.ts'
import type { components } from '../../generated/types.ts'
import type { Api } from './api.ts'

type Schemas = components['schemas']
type OrderCreate = Schemas['OrderCreate']

/** A SKU that can be ordered, and where. */
export type Offer = { campaignId: string; sku: string; warehouse: string; available: number }

/** A server's data does not show what a law wants to look at. */
export class NotOnStage extends Error {
  override name = 'NotOnStage'
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

/** The largest quantity that an order line may have. */
const most = 100_000

/** What the target's own data has to offer, found over the API. */
export class Stage {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  async campaigns(): Promise<Schemas['Campaign'][]> {
    return z.array(Campaign).parse((await this.#api.get('/v1/campaigns/list')).body)
  }

  /** Any campaign: contacts and invites may be added to all of them. */
  async campaign(): Promise<string> {
    const [first] = await this.campaigns()
    if (!first) throw new NotOnStage('the account has no campaign')
    return first.id
  }

  async inventory(query = ''): Promise<Schemas['InventoryItem'][]> {
    const items: Schemas['InventoryItem'][] = []
    for (let page = 1; ; page++) {
      const path = `/v1/inventory/list?page=${page}&page_size=100${query}`
      const { items: more, pagination } = InventoryPage.parse((await this.#api.get(path)).body)
      items.push(...more)
      if (!pagination.has_more) return items
    }
  }

  /** The stock of a SKU in a warehouse as it is now. */
  async item({ sku, warehouse }: Offer): Promise<Schemas['InventoryItem']> {
    const query = new URLSearchParams({ sku, warehouse_id: warehouse })
    const item = (await this.inventory(`&${query}`)).find((each) => each.sku === sku)
    if (!item) throw new NotOnStage(`${sku} is not in the inventory of ${warehouse}`)
    return item
  }

  /** A SKU of an open campaign of which some warehouse has so many units free. */
  async offer(units: number): Promise<Offer> {
    const open = (await this.campaigns()).filter(
      ({ status, allowOutOfStockOrders, expiration }) =>
        status === 'Active' && !allowOutOfStockOrders && Date.parse(expiration) > Date.now(),
    )
    if (open.length === 0)
      throw new NotOnStage('no campaign is Active, has not expired and insists on stock')
    for (const item of await this.inventory()) {
      const campaign = open.find(({ products }) => products.some(({ sku }) => sku === item.sku))
      // More than can be asked for in one order is of no use here.
      if (campaign && item.available >= units && item.available < most) {
        const { sku, available, warehouse } = item
        return { campaignId: campaign.id, sku, available, warehouse: warehouse.warehouse_id }
      }
    }
    throw new NotOnStage(`no SKU of an open campaign has ${units} units free in one warehouse`)
  }

  /** Two SKUs of one open campaign that one warehouse has. */
  async offersTogether(units: number): Promise<[Offer, Offer]> {
    const offer = await this.offer(units)
    const campaign = (await this.campaigns()).find(({ id }) => id === offer.campaignId)
    const skus = new Set(campaign?.products.map(({ sku }) => sku))
    const query = `&warehouse_id=${encodeURIComponent(offer.warehouse)}`
    for (const { sku, available } of await this.inventory(query))
      if (sku !== offer.sku && skus.has(sku) && available >= units)
        return [offer, { ...offer, sku, available }]
    throw new NotOnStage(`no warehouse has ${units} units of two SKUs of a campaign`)
  }

  /** An order just placed. */
  async order(quantity = 1): Promise<{ order: Schemas['Order']; offer: Offer }> {
    const offer = await this.offer(quantity)
    const body = newOrder(offer, quantity, { warehouse: offer.warehouse })
    const answer = await this.#api.post('/v1/orders/create', body)
    return { order: Order.parse(answer.body), offer }
  }
}
