import { createServer, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { listen } from '../../../server/http/http-server.ts'

type Json = Record<string, unknown>

const shipTo = {
  name: 'Maya Sofia Lindqvist',
  company: 'Harbor & Pine',
  street1: '418 Alder Street',
  street2: 'Apt 5',
  street3: null,
  city: 'Portland',
  state: 'OR',
  postalCode: '97205',
  country: 'US',
  phone: '+1 503 555 0137',
  residential: true,
}

/** Returns an order with fields as the API returns them. */
export const recordedOrder = (orderId: number, modifyDate: string, more: Json = {}) => ({
  orderId,
  orderNumber: `SS-${orderId}`,
  orderDate: '2026-11-01T08:46:27.0000000',
  createDate: '2026-11-01T14:00:34.8230000',
  modifyDate,
  orderStatus: 'awaiting_shipment',
  customerEmail: 'maya@example.com',
  shipTo,
  items: [
    { orderItemId: orderId * 10, sku: 'T', quantity: 2, unitPrice: 19.99, adjustment: false },
    { orderItemId: orderId * 10 + 1, sku: 'DISCOUNT', quantity: 1, adjustment: true },
  ],
  orderTotal: 35.98,
  customerNotes: 'Leave at the front desk',
  internalNotes: null,
  carrierCode: 'fedex',
  shipDate: null,
  advancedOptions: {
    warehouseId: 98765,
    customField1: null,
    mergedOrSplit: false,
    mergedIds: [],
    parentId: null,
  },
  ...more,
})

/** Returns a shipment, which is a label, with fields as the API returns them. */
export const recordedShipment = (orderId: number, createDate: string, more: Json = {}) => ({
  shipmentId: orderId + 5000,
  orderId,
  createDate,
  shipDate: createDate.slice(0, 10),
  trackingNumber: `1Z${orderId}`,
  isReturnLabel: false,
  carrierCode: 'ups',
  voided: false,
  shipTo,
  ...more,
})

/** Returns a fulfillment, which is an order marked as shipped, with fields as the API returns them. */
export const recordedFulfillment = (orderId: number, createDate: string, more: Json = {}) => ({
  fulfillmentId: orderId + 7000,
  orderId,
  trackingNumber: `78${orderId}`,
  createDate,
  shipDate: `${createDate.slice(0, 10)}T00:00:00.0000000`,
  deliveryDate: null,
  carrierCode: 'USPS',
  voided: false,
  shipTo,
  ...more,
})

type Listed = { orderId: number; createDate: string; modifyDate?: string }

/** Returns a time in the format of query parameters. */
const inQuery = (text: string): string => text.slice(0, 19).replace('T', ' ')

/** Starts a server that returns the given orders, shipments and fulfillments as the API does. */
export const startFakeShipStation = async () => {
  const lists: { orders: Listed[]; shipments: Listed[]; fulfillments: Listed[] } = {
    orders: [],
    shipments: [],
    fulfillments: [],
  }
  const requests: { list: string; query: Record<string, string> }[] = []
  const responses: ((response: ServerResponse) => void)[] = []
  const options = {
    pageSize: 500,
    startIsInclusive: false,
    remaining: 39,
    reset: 60,
    afterAnswer: () => {},
  }

  const select = (list: keyof typeof lists, query: Record<string, string>): Listed[] => {
    const date = ({ modifyDate, createDate }: Listed) =>
      inQuery(list === 'orders' ? (modifyDate ?? '') : createDate)
    const { orderId, modifyDateStart, createDateStart, createDateEnd = '9999' } = query
    const start = modifyDateStart ?? createDateStart ?? ''
    return lists[list]
      .filter((item) => orderId === undefined || String(item.orderId) === orderId)
      .filter((item) => date(item) > start || (options.startIsInclusive && date(item) === start))
      .filter((item) => date(item) < createDateEnd)
      .toSorted((a, b) => date(a).localeCompare(date(b)))
  }

  // On a busy machine, the usual five seconds may end as the client sends its next request.
  const server = createServer({ keepAliveTimeout: 600_000 }, (incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://localhost')
    const list = pathname.slice('/v1/'.length).replace(/\/$/, '')
    const query = Object.fromEntries(searchParams)
    requests.push({ list, query })
    const respond = responses.shift()
    if (respond) return respond(response)
    if (incoming.headers.authorization !== `Basic ${btoa('the-key:the-secret')}`)
      return response.writeHead(401).end()
    const [, id] = /^orders\/(\d+)$/.exec(list) ?? []
    const order = lists.orders.find(({ orderId }) => String(orderId) === id)
    if (order) return response.end(JSON.stringify(order))
    if (list !== 'orders' && list !== 'shipments' && list !== 'fulfillments')
      return response.writeHead(404).end()
    const found = select(list, query)
    const size = Math.min(Number(query.pageSize), options.pageSize)
    const first = (Number(query.page) - 1) * size
    const pages = Math.ceil(found.length / size)
    const body = { [list]: found.slice(first, first + size), total: found.length, pages }
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'X-Rate-Limit-Limit': '40',
      'X-Rate-Limit-Remaining': String(options.remaining),
      'X-Rate-Limit-Reset': String(options.reset),
    })
    response.end(JSON.stringify(body))
    options.afterAnswer()
  })
  const port = await listen(server, 0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const access = { url: `http://127.0.0.1:${port}/v1`, key: 'the-key', secret: 'the-secret' }
  /** Adds responses for the next requests, one each, instead of the lists. */
  const next = (...more: typeof responses) => responses.push(...more)
  /** Returns the settings of a server that gets its orders from here. */
  const settings = (account: string, campaign: string) => ({
    PROVIDER_URL: access.url,
    PROVIDER_KEY: access.key,
    PROVIDER_SECRET: access.secret,
    PROVIDER_ACCOUNT: account,
    PROVIDER_CAMPAIGN: campaign,
  })
  return { ...lists, access, settings, options, requests, next }
}
