import { createServer, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { listen } from '../http/http-server.ts'

type Json = Record<string, unknown>

const address = (name: string) => ({
  name,
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
  addressVerified: 'Address validated successfully',
})

/** A nullable text field without a value. */
const unset = (): string | null => null

/** Returns an order as the API returns it. */
export const recordedOrder = (orderId: number, modifyDate: string, more: Json = {}) => ({
  orderId,
  orderNumber: `SS-${orderId}`,
  orderKey: `0f6bec18-9-4771-83aa-f392d84f4c${orderId}`,
  orderDate: '2026-11-01T08:46:27.0000000',
  createDate: '2026-11-01T14:00:34.8230000',
  modifyDate,
  paymentDate: '2026-11-01T08:46:27.0000000',
  shipByDate: null,
  orderStatus: 'awaiting_shipment',
  customerId: 37701499,
  customerUsername: 'maya',
  customerEmail: 'maya@example.com',
  billTo: { ...address('Maya Lindqvist'), street1: null, city: null, postalCode: null },
  shipTo: address('Maya Sofia Lindqvist'),
  items: [
    {
      orderItemId: orderId * 10,
      lineItemKey: null,
      sku: 'T',
      name: 'T-shirt',
      imageUrl: null,
      weight: { value: 24.0, units: 'ounces', WeightUnits: 1 },
      quantity: 2,
      unitPrice: 19.99,
      taxAmount: null,
      shippingAmount: null,
      warehouseLocation: 'Aisle 1',
      options: [{ name: 'Size', value: 'L' }],
      productId: null,
      fulfillmentSku: null,
      adjustment: false,
      upc: null,
    },
    {
      orderItemId: orderId * 10 + 1,
      lineItemKey: null,
      sku: 'DISCOUNT',
      name: '10 % off',
      quantity: 1,
      unitPrice: -4,
      options: [],
      adjustment: true,
    },
  ],
  orderTotal: 35.98,
  amountPaid: 35.98,
  taxAmount: 0.0,
  shippingAmount: 0.0,
  customerNotes: 'Leave at the front desk',
  internalNotes: null,
  gift: false,
  giftMessage: null,
  paymentMethod: null,
  requestedShippingService: 'Ground',
  carrierCode: 'fedex',
  serviceCode: 'fedex_ground',
  packageCode: 'package',
  confirmation: 'none',
  shipDate: unset(),
  holdUntilDate: null,
  weight: { value: 24.0, units: 'ounces', WeightUnits: 1 },
  dimensions: null,
  insuranceOptions: { provider: null, insureShipment: false, insuredValue: 0.0 },
  internationalOptions: { contents: null, customsItems: null, nonDelivery: null },
  advancedOptions: {
    warehouseId: 98765,
    nonMachinable: false,
    saturdayDelivery: false,
    containsAlcohol: false,
    mergedOrSplit: false,
    mergedIds: [],
    parentId: null,
    storeId: 12345,
    customField1: unset(),
    customField2: null,
    customField3: null,
    source: null,
    billToParty: null,
    billToAccount: null,
    billToPostalCode: null,
    billToCountryCode: null,
  },
  tagIds: null,
  userId: null,
  externallyFulfilled: false,
  externallyFulfilledBy: null,
  ...more,
})

/** Returns a shipment, which is a label, as the API returns it. */
export const recordedShipment = (orderId: number, createDate: string, more: Json = {}) => ({
  shipmentId: orderId + 5000,
  orderId,
  orderKey: `0f6bec18-9-4771-83aa-f392d84f4c${orderId}`,
  userId: '123456AB-ab12-3c4d-5e67-89f1abc1defa',
  customerEmail: 'maya@example.com',
  orderNumber: `SS-${orderId}`,
  createDate,
  shipDate: createDate.slice(0, 10),
  shipmentCost: 8.12,
  insuranceCost: 0.0,
  trackingNumber: `1Z${orderId}`,
  isReturnLabel: false,
  batchNumber: null,
  carrierCode: 'ups',
  serviceCode: 'ups_ground',
  packageCode: 'package',
  confirmation: 'delivery',
  warehouseId: 98765,
  voided: false,
  voidDate: null,
  marketplaceNotified: true,
  notifyErrorMessage: null,
  shipTo: address('Maya Sofia Lindqvist'),
  weight: { value: 24.0, units: 'ounces', WeightUnits: 1 },
  dimensions: null,
  insuranceOptions: { provider: null, insureShipment: false, insuredValue: 0.0 },
  advancedOptions: null,
  shipmentItems: null,
  labelData: null,
  formData: null,
  ...more,
})

/** Returns a fulfillment, which is an order marked as shipped, as the API returns it. */
export const recordedFulfillment = (orderId: number, createDate: string, more: Json = {}) => ({
  fulfillmentId: orderId + 7000,
  orderId,
  orderNumber: `SS-${orderId}`,
  userId: 'c9f06d74-95de-4263-9b04-e87095cababf',
  customerEmail: 'maya@example.com',
  trackingNumber: `78${orderId}`,
  createDate,
  shipDate: `${createDate.slice(0, 10)}T00:00:00.0000000`,
  voidDate: null,
  deliveryDate: unset(),
  carrierCode: 'USPS',
  fulfillmentProviderCode: null,
  fulfillmentServiceCode: null,
  fulfillmentFee: 0.0,
  voidRequested: false,
  voided: false,
  marketplaceNotified: true,
  notifyErrorMessage: null,
  shipTo: address('Maya Sofia Lindqvist'),
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
    ...{ pageSize: 500, startIsInclusive: false, remaining: 39, reset: 60 },
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

  const server = createServer((incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://localhost')
    const list = pathname.slice('/v1/'.length)
    const query = Object.fromEntries(searchParams)
    requests.push({ list, query })
    const respond = responses.shift()
    if (respond) return respond(response)
    if (incoming.headers.authorization !== `Basic ${btoa('the-key:the-secret')}`)
      return response.writeHead(401).end()
    if (list !== 'orders' && list !== 'shipments' && list !== 'fulfillments')
      return response.writeHead(404).end()
    const found = select(list, query)
    const size = Math.min(Number(query.pageSize), options.pageSize)
    const page = Number(query.page)
    const body = {
      [list]: found.slice((page - 1) * size, page * size),
      total: found.length,
      page,
      pages: Math.ceil(found.length / size),
    }
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
  return { ...lists, access, options, requests, next }
}
