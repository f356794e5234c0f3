// Generated from the OpenAPI document by `npm run generate`. Do not edit.

import type { OperationId, Reply } from './operations.ts'
import type { components } from './types.ts'

type S = components['schemas']

/** A reply that breaks the contract. It must not leave the process. */
export class ReplyViolation extends Error {
  override name = 'ReplyViolation'
}

function broken(at: string, expected: string, value: unknown): never {
  const given = value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value
  throw new ReplyViolation(`${at} must be ${expected}, not ${given}`)
}
const string = (value: unknown, at: string): string =>
  typeof value === 'string' ? value : broken(at, 'a string', value)
const number = (value: unknown, at: string): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : broken(at, 'a number', value)
const integer = (value: unknown, at: string): number =>
  typeof value === 'number' && Number.isInteger(value) ? value : broken(at, 'an integer', value)
const boolean = (value: unknown, at: string): boolean =>
  typeof value === 'boolean' ? value : broken(at, 'a boolean', value)
const within = (value: number, least: number, most: number, at: string): number =>
  value >= least && value <= most ? value : broken(at, `${least} to ${most}`, value)
const sized = (value: string, least: number, most: number, at: string): string => {
  // A code point is one or two units: mostly the units alone tell.
  const { length: units } = value
  if (units >= 2 * least - 1 && units <= most) return value
  let length = 0
  for (const _ of value) length++
  return length >= least && length <= most
    ? value
    : broken(at, `${least} to ${most} characters long`, value)
}
const matching = (value: string, pattern: RegExp, at: string): string =>
  pattern.test(value) ? value : broken(at, `like ${pattern.source}`, value)
const oneOf = <const T>(value: unknown, allowed: readonly T[], at: string): T => {
  for (const each of allowed) if (each === value) return each
  return broken(at, `one of ${JSON.stringify(allowed)}`, value)
}
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const object = (value: unknown, at: string): Record<string, unknown> =>
  isObject(value) ? value : broken(at, 'an object', value)
const list = <T>(
  value: unknown,
  item: (value: unknown) => T,
  least: number,
  most: number,
  at: string,
): T[] => {
  if (!Array.isArray(value)) return broken(at, 'an array', value)
  if (value.length < least || value.length > most)
    return broken(at, `${least} to ${most} items long`, value)
  const copy: T[] = []
  for (let i = 0; i < value.length; i++) copy.push(item(value[i]))
  return copy
}

const AuthResult = (value: unknown): S['AuthResult'] => {
  const o = object(value, 'AuthResult')
  return {
    account_id: sized(
      string(o.account_id, 'AuthResult.account_id'),
      1,
      Infinity,
      'AuthResult.account_id',
    ),
    message: sized(string(o.message, 'AuthResult.message'), 1, Infinity, 'AuthResult.message'),
  }
}

const Message = (value: unknown): S['Message'] => {
  const o = object(value, 'Message')
  return { message: sized(string(o.message, 'Message.message'), 1, Infinity, 'Message.message') }
}

const ProductVariant = (value: unknown): S['ProductVariant'] => {
  const o = object(value, 'ProductVariant')
  return {
    id: sized(string(o.id, 'ProductVariant.id'), 1, Infinity, 'ProductVariant.id'),
    title: string(o.title, 'ProductVariant.title'),
    sku: sized(string(o.sku, 'ProductVariant.sku'), 1, Infinity, 'ProductVariant.sku'),
    minimumOrderQuantity: within(
      integer(o.minimumOrderQuantity, 'ProductVariant.minimumOrderQuantity'),
      0,
      2147483647,
      'ProductVariant.minimumOrderQuantity',
    ),
    productionTime: within(
      integer(o.productionTime, 'ProductVariant.productionTime'),
      0,
      2147483647,
      'ProductVariant.productionTime',
    ),
    imageUrl:
      o.imageUrl === null
        ? null
        : sized(
            string(o.imageUrl, 'ProductVariant.imageUrl'),
            1,
            Infinity,
            'ProductVariant.imageUrl',
          ),
    piecesPerCarton:
      o.piecesPerCarton === null
        ? null
        : within(
            number(o.piecesPerCarton, 'ProductVariant.piecesPerCarton'),
            0,
            Infinity,
            'ProductVariant.piecesPerCarton',
          ),
    cartonHeight:
      o.cartonHeight === null
        ? null
        : within(
            number(o.cartonHeight, 'ProductVariant.cartonHeight'),
            0,
            Infinity,
            'ProductVariant.cartonHeight',
          ),
    cartonLength:
      o.cartonLength === null
        ? null
        : within(
            number(o.cartonLength, 'ProductVariant.cartonLength'),
            0,
            Infinity,
            'ProductVariant.cartonLength',
          ),
    cartonWidth:
      o.cartonWidth === null
        ? null
        : within(
            number(o.cartonWidth, 'ProductVariant.cartonWidth'),
            0,
            Infinity,
            'ProductVariant.cartonWidth',
          ),
    weight:
      o.weight === null
        ? null
        : within(number(o.weight, 'ProductVariant.weight'), 0, Infinity, 'ProductVariant.weight'),
    packageHeight:
      o.packageHeight === null
        ? null
        : within(
            number(o.packageHeight, 'ProductVariant.packageHeight'),
            0,
            Infinity,
            'ProductVariant.packageHeight',
          ),
    packageLength:
      o.packageLength === null
        ? null
        : within(
            number(o.packageLength, 'ProductVariant.packageLength'),
            0,
            Infinity,
            'ProductVariant.packageLength',
          ),
    packageWidth:
      o.packageWidth === null
        ? null
        : within(
            number(o.packageWidth, 'ProductVariant.packageWidth'),
            0,
            Infinity,
            'ProductVariant.packageWidth',
          ),
    packageWeight:
      o.packageWeight === null
        ? null
        : within(
            number(o.packageWeight, 'ProductVariant.packageWeight'),
            0,
            Infinity,
            'ProductVariant.packageWeight',
          ),
  }
}

const Campaign = (value: unknown): S['Campaign'] => {
  const o = object(value, 'Campaign')
  return {
    id: sized(string(o.id, 'Campaign.id'), 1, Infinity, 'Campaign.id'),
    name: string(o.name, 'Campaign.name'),
    expiration: string(o.expiration, 'Campaign.expiration'),
    products: list(o.products, ProductVariant, 0, Infinity, 'Campaign.products'),
    status: sized(string(o.status, 'Campaign.status'), 1, Infinity, 'Campaign.status'),
    allowOutOfStockOrders: boolean(o.allowOutOfStockOrders, 'Campaign.allowOutOfStockOrders'),
  }
}

const Contact = (value: unknown): S['Contact'] => {
  const o = object(value, 'Contact')
  return {
    id: sized(string(o.id, 'Contact.id'), 1, Infinity, 'Contact.id'),
    firstName: sized(string(o.firstName, 'Contact.firstName'), 0, 100, 'Contact.firstName'),
    lastName: sized(string(o.lastName, 'Contact.lastName'), 0, 100, 'Contact.lastName'),
    email: sized(string(o.email, 'Contact.email'), 0, 254, 'Contact.email'),
    tags: list(
      o.tags,
      (value: unknown) => string(value, 'Contact.tags[]'),
      0,
      Infinity,
      'Contact.tags',
    ),
    campaignId: sized(
      string(o.campaignId, 'Contact.campaignId'),
      1,
      Infinity,
      'Contact.campaignId',
    ),
    street1: sized(string(o.street1, 'Contact.street1'), 0, 200, 'Contact.street1'),
    street2: sized(string(o.street2, 'Contact.street2'), 0, 200, 'Contact.street2'),
    city: sized(string(o.city, 'Contact.city'), 0, 100, 'Contact.city'),
    state: sized(string(o.state, 'Contact.state'), 0, 100, 'Contact.state'),
    country: sized(string(o.country, 'Contact.country'), 0, 100, 'Contact.country'),
    zip: sized(string(o.zip, 'Contact.zip'), 0, 20, 'Contact.zip'),
    dateOfBirth: string(o.dateOfBirth, 'Contact.dateOfBirth'),
    hireDate: string(o.hireDate, 'Contact.hireDate'),
    phone: sized(string(o.phone, 'Contact.phone'), 0, 30, 'Contact.phone'),
    shirtSize: sized(string(o.shirtSize, 'Contact.shirtSize'), 0, 20, 'Contact.shirtSize'),
    orderCount: within(
      integer(o.orderCount, 'Contact.orderCount'),
      0,
      2147483647,
      'Contact.orderCount',
    ),
  }
}

const ContactCreated = (value: unknown): S['ContactCreated'] => {
  const o = object(value, 'ContactCreated')
  return {
    contactId: sized(
      string(o.contactId, 'ContactCreated.contactId'),
      1,
      Infinity,
      'ContactCreated.contactId',
    ),
  }
}

const pattern1 = new RegExp('^[A-Za-z0-9_-]+$', 'u')

const Invite = (value: unknown): S['Invite'] => {
  const o = object(value, 'Invite')
  return {
    _id: sized(string(o._id, 'Invite._id'), 1, Infinity, 'Invite._id'),
    slug: matching(
      sized(string(o.slug, 'Invite.slug'), 1, Infinity, 'Invite.slug'),
      pattern1,
      'Invite.slug',
    ),
    inviteNumber: sized(
      string(o.inviteNumber, 'Invite.inviteNumber'),
      1,
      Infinity,
      'Invite.inviteNumber',
    ),
    status: oneOf(o.status, ['UNUSED', 'USED'], 'Invite.status'),
    email: sized(string(o.email, 'Invite.email'), 0, 254, 'Invite.email'),
    firstName: sized(string(o.firstName, 'Invite.firstName'), 0, 100, 'Invite.firstName'),
    lastName: sized(string(o.lastName, 'Invite.lastName'), 0, 100, 'Invite.lastName'),
    companyName: sized(string(o.companyName, 'Invite.companyName'), 0, 200, 'Invite.companyName'),
    expiresAt: string(o.expiresAt, 'Invite.expiresAt'),
    emailNotificationSent: boolean(o.emailNotificationSent, 'Invite.emailNotificationSent'),
    createdAt: string(o.createdAt, 'Invite.createdAt'),
  }
}

const InviteCreated = (value: unknown): S['InviteCreated'] => {
  const o = object(value, 'InviteCreated')
  return {
    invite: Invite(o.invite),
    inviteUrl: sized(
      string(o.inviteUrl, 'InviteCreated.inviteUrl'),
      1,
      Infinity,
      'InviteCreated.inviteUrl',
    ),
  }
}

const EventDescription = (value: unknown): S['EventDescription'] => {
  const o = object(value, 'EventDescription')
  return {
    name: oneOf(
      o.name,
      [
        'order.created',
        'order.shipped',
        'order.delivered',
        'order.cancelled',
        'order.returned',
        'invite.viewed',
        'invite.cart_updated',
        'invite.redeemed',
      ],
      'EventDescription.name',
    ),
    category: oneOf(o.category, ['order', 'invite'], 'EventDescription.category'),
    description: sized(
      string(o.description, 'EventDescription.description'),
      1,
      Infinity,
      'EventDescription.description',
    ),
  }
}

const EventCatalog = (value: unknown): S['EventCatalog'] => {
  const o = object(value, 'EventCatalog')
  return { events: list(o.events, EventDescription, 8, 8, 'EventCatalog.events') }
}

const WebhookSubscription = (value: unknown): S['WebhookSubscription'] => {
  const o = object(value, 'WebhookSubscription')
  return {
    id: sized(string(o.id, 'WebhookSubscription.id'), 1, Infinity, 'WebhookSubscription.id'),
    url: sized(string(o.url, 'WebhookSubscription.url'), 1, Infinity, 'WebhookSubscription.url'),
    events: list(
      o.events,
      (value: unknown) =>
        oneOf(
          value,
          [
            'order.created',
            'order.shipped',
            'order.delivered',
            'order.cancelled',
            'order.returned',
            'invite.viewed',
            'invite.cart_updated',
            'invite.redeemed',
          ],
          'WebhookSubscription.events[]',
        ),
      1,
      Infinity,
      'WebhookSubscription.events',
    ),
    active: boolean(o.active, 'WebhookSubscription.active'),
    createdAt: string(o.createdAt, 'WebhookSubscription.createdAt'),
    updatedAt: string(o.updatedAt, 'WebhookSubscription.updatedAt'),
  }
}

const WebhookList = (value: unknown): S['WebhookList'] => {
  const o = object(value, 'WebhookList')
  return { webhooks: list(o.webhooks, WebhookSubscription, 0, Infinity, 'WebhookList.webhooks') }
}

const WebhookSubscriptionWithSecret = (value: unknown): S['WebhookSubscriptionWithSecret'] => {
  const o = object(value, 'WebhookSubscriptionWithSecret')
  return {
    id: sized(
      string(o.id, 'WebhookSubscriptionWithSecret.id'),
      1,
      Infinity,
      'WebhookSubscriptionWithSecret.id',
    ),
    url: sized(
      string(o.url, 'WebhookSubscriptionWithSecret.url'),
      1,
      Infinity,
      'WebhookSubscriptionWithSecret.url',
    ),
    events: list(
      o.events,
      (value: unknown) =>
        oneOf(
          value,
          [
            'order.created',
            'order.shipped',
            'order.delivered',
            'order.cancelled',
            'order.returned',
            'invite.viewed',
            'invite.cart_updated',
            'invite.redeemed',
          ],
          'WebhookSubscriptionWithSecret.events[]',
        ),
      1,
      Infinity,
      'WebhookSubscriptionWithSecret.events',
    ),
    active: boolean(o.active, 'WebhookSubscriptionWithSecret.active'),
    secret: sized(
      string(o.secret, 'WebhookSubscriptionWithSecret.secret'),
      1,
      Infinity,
      'WebhookSubscriptionWithSecret.secret',
    ),
    createdAt: string(o.createdAt, 'WebhookSubscriptionWithSecret.createdAt'),
    updatedAt: string(o.updatedAt, 'WebhookSubscriptionWithSecret.updatedAt'),
  }
}

const WebhookTestResult = (value: unknown): S['WebhookTestResult'] => {
  const o = object(value, 'WebhookTestResult')
  return {
    success: boolean(o.success, 'WebhookTestResult.success'),
    statusCode:
      o.statusCode === null
        ? null
        : within(
            integer(o.statusCode, 'WebhookTestResult.statusCode'),
            100,
            999,
            'WebhookTestResult.statusCode',
          ),
    error:
      o.error === null
        ? null
        : sized(string(o.error, 'WebhookTestResult.error'), 1, Infinity, 'WebhookTestResult.error'),
  }
}

const Recipient = (value: unknown): S['Recipient'] => {
  const o = object(value, 'Recipient')
  return {
    firstName: sized(string(o.firstName, 'Recipient.firstName'), 0, 100, 'Recipient.firstName'),
    lastName: sized(string(o.lastName, 'Recipient.lastName'), 0, 100, 'Recipient.lastName'),
    email: sized(string(o.email, 'Recipient.email'), 0, 254, 'Recipient.email'),
    phone: sized(string(o.phone, 'Recipient.phone'), 0, 30, 'Recipient.phone'),
    street1: sized(string(o.street1, 'Recipient.street1'), 0, 200, 'Recipient.street1'),
    street2: sized(string(o.street2, 'Recipient.street2'), 0, 200, 'Recipient.street2'),
    city: sized(string(o.city, 'Recipient.city'), 0, 100, 'Recipient.city'),
    state: sized(string(o.state, 'Recipient.state'), 0, 100, 'Recipient.state'),
    zip: sized(string(o.zip, 'Recipient.zip'), 0, 20, 'Recipient.zip'),
    country: sized(string(o.country, 'Recipient.country'), 0, 100, 'Recipient.country'),
  }
}

const OrderLine = (value: unknown): S['OrderLine'] => {
  const o = object(value, 'OrderLine')
  return {
    sku: sized(string(o.sku, 'OrderLine.sku'), 1, Infinity, 'OrderLine.sku'),
    quantity: within(integer(o.quantity, 'OrderLine.quantity'), 1, 100000, 'OrderLine.quantity'),
  }
}

const Order = (value: unknown): S['Order'] => {
  const o = object(value, 'Order')
  return {
    id: sized(string(o.id, 'Order.id'), 1, Infinity, 'Order.id'),
    orderNumber: sized(
      string(o.orderNumber, 'Order.orderNumber'),
      1,
      Infinity,
      'Order.orderNumber',
    ),
    sourceOrderNumber:
      o.sourceOrderNumber === null ? null : string(o.sourceOrderNumber, 'Order.sourceOrderNumber'),
    status: oneOf(
      o.status,
      ['AWAITING_SHIPMENT', 'SHIPPED', 'CANCELLED', 'RETURNED'],
      'Order.status',
    ),
    paymentStatus: oneOf(o.paymentStatus, ['PAID'], 'Order.paymentStatus'),
    allocationStatus: oneOf(
      o.allocationStatus,
      ['ALLOCATED', 'BACKORDERED', 'RELEASED'],
      'Order.allocationStatus',
    ),
    orderSource: oneOf(o.orderSource, ['API', 'REDEMPTION', 'IMPORT'], 'Order.orderSource'),
    orderDate: string(o.orderDate, 'Order.orderDate'),
    shipDate: o.shipDate === null ? null : string(o.shipDate, 'Order.shipDate'),
    deliveredAt: o.deliveredAt === null ? null : string(o.deliveredAt, 'Order.deliveredAt'),
    trackingNumber:
      o.trackingNumber === null ? null : string(o.trackingNumber, 'Order.trackingNumber'),
    carrierCode: o.carrierCode === null ? null : string(o.carrierCode, 'Order.carrierCode'),
    campaignId: sized(string(o.campaignId, 'Order.campaignId'), 1, Infinity, 'Order.campaignId'),
    warehouse:
      o.warehouse === null
        ? null
        : sized(string(o.warehouse, 'Order.warehouse'), 1, Infinity, 'Order.warehouse'),
    recipient: Recipient(o.recipient),
    companyName: sized(string(o.companyName, 'Order.companyName'), 0, 200, 'Order.companyName'),
    notes: sized(string(o.notes, 'Order.notes'), 0, 2000, 'Order.notes'),
    products: list(o.products, OrderLine, 0, Infinity, 'Order.products'),
  }
}

const InventoryWarehouse = (value: unknown): S['InventoryWarehouse'] => {
  const o = object(value, 'InventoryWarehouse')
  return {
    warehouse_id: sized(
      string(o.warehouse_id, 'InventoryWarehouse.warehouse_id'),
      1,
      Infinity,
      'InventoryWarehouse.warehouse_id',
    ),
    warehouse_name: string(o.warehouse_name, 'InventoryWarehouse.warehouse_name'),
  }
}

const InventoryEvent = (value: unknown): S['InventoryEvent'] => {
  const o = object(value, 'InventoryEvent')
  return {
    id: sized(string(o.id, 'InventoryEvent.id'), 1, Infinity, 'InventoryEvent.id'),
    event_type: oneOf(
      o.event_type,
      [
        'received',
        'adjusted',
        'inbound_expected',
        'inbound_received',
        'order_allocated',
        'order_released',
        'order_shipped',
        'order_returned',
      ],
      'InventoryEvent.event_type',
    ),
    quantity: within(
      integer(o.quantity, 'InventoryEvent.quantity'),
      -2147483648,
      2147483647,
      'InventoryEvent.quantity',
    ),
    order_id: o.order_id === null ? null : string(o.order_id, 'InventoryEvent.order_id'),
    created_at: string(o.created_at, 'InventoryEvent.created_at'),
  }
}

const InventoryItem = (value: unknown): S['InventoryItem'] => {
  const o = object(value, 'InventoryItem')
  return {
    id: sized(string(o.id, 'InventoryItem.id'), 1, Infinity, 'InventoryItem.id'),
    product_id: sized(
      string(o.product_id, 'InventoryItem.product_id'),
      1,
      Infinity,
      'InventoryItem.product_id',
    ),
    product_name: string(o.product_name, 'InventoryItem.product_name'),
    sku: sized(string(o.sku, 'InventoryItem.sku'), 1, Infinity, 'InventoryItem.sku'),
    status: oneOf(o.status, ['in_stock', 'low_stock', 'out_of_stock'], 'InventoryItem.status'),
    on_hand: within(
      integer(o.on_hand, 'InventoryItem.on_hand'),
      0,
      9007199254740991,
      'InventoryItem.on_hand',
    ),
    available: within(
      integer(o.available, 'InventoryItem.available'),
      0,
      9007199254740991,
      'InventoryItem.available',
    ),
    allocated: within(
      integer(o.allocated, 'InventoryItem.allocated'),
      0,
      9007199254740991,
      'InventoryItem.allocated',
    ),
    inbound: within(
      integer(o.inbound, 'InventoryItem.inbound'),
      0,
      9007199254740991,
      'InventoryItem.inbound',
    ),
    warehouse: InventoryWarehouse(o.warehouse),
    inventory_events: list(
      o.inventory_events,
      InventoryEvent,
      0,
      50,
      'InventoryItem.inventory_events',
    ),
  }
}

const Pagination = (value: unknown): S['Pagination'] => {
  const o = object(value, 'Pagination')
  return {
    total_count: within(
      integer(o.total_count, 'Pagination.total_count'),
      0,
      2147483647,
      'Pagination.total_count',
    ),
    page: within(integer(o.page, 'Pagination.page'), 1, 2147483647, 'Pagination.page'),
    page_size: within(integer(o.page_size, 'Pagination.page_size'), 1, 100, 'Pagination.page_size'),
    has_more: boolean(o.has_more, 'Pagination.has_more'),
  }
}

const InventoryPage = (value: unknown): S['InventoryPage'] => {
  const o = object(value, 'InventoryPage')
  return {
    items: list(o.items, InventoryItem, 0, 100, 'InventoryPage.items'),
    pagination: Pagination(o.pagination),
  }
}

const UnshippedOrderEventData = (value: unknown): S['UnshippedOrderEventData'] => {
  const o = object(value, 'UnshippedOrderEventData')
  return {
    orderId: sized(
      string(o.orderId, 'UnshippedOrderEventData.orderId'),
      1,
      Infinity,
      'UnshippedOrderEventData.orderId',
    ),
    orderNumber: sized(
      string(o.orderNumber, 'UnshippedOrderEventData.orderNumber'),
      1,
      Infinity,
      'UnshippedOrderEventData.orderNumber',
    ),
    status: oneOf(
      o.status,
      ['AWAITING_SHIPMENT', 'SHIPPED', 'CANCELLED', 'RETURNED'],
      'UnshippedOrderEventData.status',
    ),
    campaignId: sized(
      string(o.campaignId, 'UnshippedOrderEventData.campaignId'),
      1,
      Infinity,
      'UnshippedOrderEventData.campaignId',
    ),
    trackingNumber: oneOf(o.trackingNumber, [null], 'UnshippedOrderEventData.trackingNumber'),
    carrierCode: oneOf(o.carrierCode, [null], 'UnshippedOrderEventData.carrierCode'),
    shipDate: oneOf(o.shipDate, [null], 'UnshippedOrderEventData.shipDate'),
    products: list(o.products, OrderLine, 0, Infinity, 'UnshippedOrderEventData.products'),
  }
}

const OrderCreatedEvent = (value: unknown): S['OrderCreatedEvent'] => {
  const o = object(value, 'OrderCreatedEvent')
  return {
    event: oneOf(o.event, ['order.created'], 'OrderCreatedEvent.event'),
    data: UnshippedOrderEventData(o.data),
  }
}

const OrderEventData = (value: unknown): S['OrderEventData'] => {
  const o = object(value, 'OrderEventData')
  return {
    orderId: sized(
      string(o.orderId, 'OrderEventData.orderId'),
      1,
      Infinity,
      'OrderEventData.orderId',
    ),
    orderNumber: sized(
      string(o.orderNumber, 'OrderEventData.orderNumber'),
      1,
      Infinity,
      'OrderEventData.orderNumber',
    ),
    status: oneOf(
      o.status,
      ['AWAITING_SHIPMENT', 'SHIPPED', 'CANCELLED', 'RETURNED'],
      'OrderEventData.status',
    ),
    campaignId: sized(
      string(o.campaignId, 'OrderEventData.campaignId'),
      1,
      Infinity,
      'OrderEventData.campaignId',
    ),
    trackingNumber:
      o.trackingNumber === null ? null : string(o.trackingNumber, 'OrderEventData.trackingNumber'),
    carrierCode:
      o.carrierCode === null ? null : string(o.carrierCode, 'OrderEventData.carrierCode'),
    shipDate: o.shipDate === null ? null : string(o.shipDate, 'OrderEventData.shipDate'),
    products: list(o.products, OrderLine, 0, Infinity, 'OrderEventData.products'),
  }
}

const OrderShippedEvent = (value: unknown): S['OrderShippedEvent'] => {
  const o = object(value, 'OrderShippedEvent')
  return {
    event: oneOf(o.event, ['order.shipped'], 'OrderShippedEvent.event'),
    data: OrderEventData(o.data),
  }
}

const OrderDeliveredEvent = (value: unknown): S['OrderDeliveredEvent'] => {
  const o = object(value, 'OrderDeliveredEvent')
  return {
    event: oneOf(o.event, ['order.delivered'], 'OrderDeliveredEvent.event'),
    data: OrderEventData(o.data),
  }
}

const OrderCancelledEvent = (value: unknown): S['OrderCancelledEvent'] => {
  const o = object(value, 'OrderCancelledEvent')
  return {
    event: oneOf(o.event, ['order.cancelled'], 'OrderCancelledEvent.event'),
    data: UnshippedOrderEventData(o.data),
  }
}

const OrderReturnedEvent = (value: unknown): S['OrderReturnedEvent'] => {
  const o = object(value, 'OrderReturnedEvent')
  return {
    event: oneOf(o.event, ['order.returned'], 'OrderReturnedEvent.event'),
    data: OrderEventData(o.data),
  }
}

const inline2 = (value: unknown) => {
  const o = object(value, 'InviteViewedData.eventDetails')
  return { page: string(o.page, 'InviteViewedData.eventDetails.page') }
}

const InviteViewedData = (value: unknown): S['InviteViewedData'] => {
  const o = object(value, 'InviteViewedData')
  return {
    inviteId: string(o.inviteId, 'InviteViewedData.inviteId'),
    inviteNumber:
      o.inviteNumber === null ? null : string(o.inviteNumber, 'InviteViewedData.inviteNumber'),
    email: o.email === null ? null : string(o.email, 'InviteViewedData.email'),
    campaignId: string(o.campaignId, 'InviteViewedData.campaignId'),
    campaignTitle: oneOf(o.campaignTitle, [null], 'InviteViewedData.campaignTitle'),
    eventDetails: o.eventDetails === null ? null : inline2(o.eventDetails),
  }
}

const InviteViewedEvent = (value: unknown): S['InviteViewedEvent'] => {
  const o = object(value, 'InviteViewedEvent')
  return {
    event: oneOf(o.event, ['invite.viewed'], 'InviteViewedEvent.event'),
    data: InviteViewedData(o.data),
  }
}

const inline3 = (value: unknown) => {
  const o = object(value, 'InviteCartUpdatedData.eventDetails')
  return {
    eventType: oneOf(
      o.eventType,
      ['CART_ADD', 'CART_UPDATE', 'CART_REMOVE'],
      'InviteCartUpdatedData.eventDetails.eventType',
    ),
    page: string(o.page, 'InviteCartUpdatedData.eventDetails.page'),
    cartItems: list(
      o.cartItems,
      OrderLine,
      0,
      Infinity,
      'InviteCartUpdatedData.eventDetails.cartItems',
    ),
  }
}

const InviteCartUpdatedData = (value: unknown): S['InviteCartUpdatedData'] => {
  const o = object(value, 'InviteCartUpdatedData')
  return {
    inviteId: string(o.inviteId, 'InviteCartUpdatedData.inviteId'),
    inviteNumber:
      o.inviteNumber === null ? null : string(o.inviteNumber, 'InviteCartUpdatedData.inviteNumber'),
    email: o.email === null ? null : string(o.email, 'InviteCartUpdatedData.email'),
    campaignId: string(o.campaignId, 'InviteCartUpdatedData.campaignId'),
    campaignTitle: oneOf(o.campaignTitle, [null], 'InviteCartUpdatedData.campaignTitle'),
    eventDetails: inline3(o.eventDetails),
  }
}

const InviteCartUpdatedEvent = (value: unknown): S['InviteCartUpdatedEvent'] => {
  const o = object(value, 'InviteCartUpdatedEvent')
  return {
    event: oneOf(o.event, ['invite.cart_updated'], 'InviteCartUpdatedEvent.event'),
    data: InviteCartUpdatedData(o.data),
  }
}

const inline4 = (value: unknown) => {
  const o = object(value, 'InviteRedeemedData.eventDetails')
  return {
    ...{
      eventType: oneOf(
        o.eventType,
        ['ORDER_COMPLETE'],
        'InviteRedeemedData.eventDetails.eventType',
      ),
    },
    ...(o.cartItems === undefined
      ? undefined
      : {
          cartItems: list(
            o.cartItems,
            OrderLine,
            0,
            Infinity,
            'InviteRedeemedData.eventDetails.cartItems',
          ),
        }),
  }
}

const InviteRedeemedData = (value: unknown): S['InviteRedeemedData'] => {
  const o = object(value, 'InviteRedeemedData')
  return {
    inviteId: string(o.inviteId, 'InviteRedeemedData.inviteId'),
    inviteNumber:
      o.inviteNumber === null ? null : string(o.inviteNumber, 'InviteRedeemedData.inviteNumber'),
    email: o.email === null ? null : string(o.email, 'InviteRedeemedData.email'),
    campaignId: string(o.campaignId, 'InviteRedeemedData.campaignId'),
    campaignTitle: oneOf(o.campaignTitle, [null], 'InviteRedeemedData.campaignTitle'),
    eventDetails: inline4(o.eventDetails),
  }
}

const InviteRedeemedEvent = (value: unknown): S['InviteRedeemedEvent'] => {
  const o = object(value, 'InviteRedeemedEvent')
  return {
    event: oneOf(o.event, ['invite.redeemed'], 'InviteRedeemedEvent.event'),
    data: InviteRedeemedData(o.data),
  }
}

const WebhookTestData = (value: unknown): S['WebhookTestData'] => {
  const o = object(value, 'WebhookTestData')
  return {
    message: oneOf(
      o.message,
      ['Your webhook endpoint is configured correctly.'],
      'WebhookTestData.message',
    ),
    timestamp: string(o.timestamp, 'WebhookTestData.timestamp'),
  }
}

const WebhookTestEvent = (value: unknown): S['WebhookTestEvent'] => {
  const o = object(value, 'WebhookTestEvent')
  return {
    event: oneOf(o.event, ['webhook.test'], 'WebhookTestEvent.event'),
    data: WebhookTestData(o.data),
  }
}

const inline5 = (value: unknown) => {
  const o = object(value, 'createContact 400')
  return {
    message: sized(
      string(o.message, 'createContact 400.message'),
      1,
      Infinity,
      'createContact 400.message',
    ),
  }
}

const inline6 = (value: unknown) => {
  const o = object(value, 'createInvite 400')
  return {
    message: sized(
      string(o.message, 'createInvite 400.message'),
      1,
      Infinity,
      'createInvite 400.message',
    ),
  }
}

const inline7 = (value: unknown) => {
  const o = object(value, 'createOrder 400')
  return {
    message: sized(
      string(o.message, 'createOrder 400.message'),
      1,
      Infinity,
      'createOrder 400.message',
    ),
  }
}

const inline8 = (value: unknown) => {
  const o = object(value, 'cancelOrder 400')
  return {
    message: sized(
      string(o.message, 'cancelOrder 400.message'),
      1,
      Infinity,
      'cancelOrder 400.message',
    ),
  }
}

/** The check of every body that an operation may answer with, by operation and status. */
export const replies: { [Id in OperationId]: { [status: number]: (body: unknown) => unknown } } = {
  checkAuth: {
    200: (body: unknown): Extract<Reply<'checkAuth'>, { status: 200 }>['body'] => AuthResult(body),
  },
  checkAuthPut: {
    200: (body: unknown): Extract<Reply<'checkAuthPut'>, { status: 200 }>['body'] =>
      AuthResult(body),
  },
  checkAuthPost: {
    200: (body: unknown): Extract<Reply<'checkAuthPost'>, { status: 200 }>['body'] =>
      AuthResult(body),
  },
  checkAuthDelete: {
    200: (body: unknown): Extract<Reply<'checkAuthDelete'>, { status: 200 }>['body'] =>
      AuthResult(body),
  },
  checkAuthOptions: {
    200: (body: unknown): Extract<Reply<'checkAuthOptions'>, { status: 200 }>['body'] =>
      AuthResult(body),
  },
  checkAuthHead: {
    200: (body: unknown): Extract<Reply<'checkAuthHead'>, { status: 200 }>['body'] =>
      AuthResult(body),
  },
  checkAuthPatch: {
    200: (body: unknown): Extract<Reply<'checkAuthPatch'>, { status: 200 }>['body'] =>
      AuthResult(body),
  },
  checkAuthTrace: {
    200: (body: unknown): Extract<Reply<'checkAuthTrace'>, { status: 200 }>['body'] =>
      AuthResult(body),
  },
  listProducts: {
    200: (body: unknown): Extract<Reply<'listProducts'>, { status: 200 }>['body'] =>
      list(body, ProductVariant, 0, Infinity, 'listProducts 200'),
    400: (body: unknown): Extract<Reply<'listProducts'>, { status: 400 }>['body'] => Message(body),
  },
  listCampaigns: {
    200: (body: unknown): Extract<Reply<'listCampaigns'>, { status: 200 }>['body'] =>
      list(body, Campaign, 0, Infinity, 'listCampaigns 200'),
  },
  listContacts: {
    200: (body: unknown): Extract<Reply<'listContacts'>, { status: 200 }>['body'] =>
      list(body, Contact, 0, Infinity, 'listContacts 200'),
    400: (body: unknown): Extract<Reply<'listContacts'>, { status: 400 }>['body'] => Message(body),
  },
  createContact: {
    200: (body: unknown): Extract<Reply<'createContact'>, { status: 200 }>['body'] =>
      ContactCreated(body),
    400: (body: unknown): Extract<Reply<'createContact'>, { status: 400 }>['body'] => inline5(body),
  },
  createInvite: {
    200: (body: unknown): Extract<Reply<'createInvite'>, { status: 200 }>['body'] =>
      InviteCreated(body),
    400: (body: unknown): Extract<Reply<'createInvite'>, { status: 400 }>['body'] => inline6(body),
  },
  listWebhookEvents: {
    200: (body: unknown): Extract<Reply<'listWebhookEvents'>, { status: 200 }>['body'] =>
      EventCatalog(body),
  },
  listWebhooks: {
    200: (body: unknown): Extract<Reply<'listWebhooks'>, { status: 200 }>['body'] =>
      WebhookList(body),
  },
  createWebhook: {
    201: (body: unknown): Extract<Reply<'createWebhook'>, { status: 201 }>['body'] =>
      WebhookSubscriptionWithSecret(body),
    400: (body: unknown): Extract<Reply<'createWebhook'>, { status: 400 }>['body'] => Message(body),
  },
  updateWebhook: {
    200: (body: unknown): Extract<Reply<'updateWebhook'>, { status: 200 }>['body'] =>
      WebhookSubscription(body),
    400: (body: unknown): Extract<Reply<'updateWebhook'>, { status: 400 }>['body'] => Message(body),
  },
  deleteWebhook: {
    200: (body: unknown): Extract<Reply<'deleteWebhook'>, { status: 200 }>['body'] => Message(body),
    400: (body: unknown): Extract<Reply<'deleteWebhook'>, { status: 400 }>['body'] => Message(body),
  },
  testWebhook: {
    200: (body: unknown): Extract<Reply<'testWebhook'>, { status: 200 }>['body'] =>
      WebhookTestResult(body),
    400: (body: unknown): Extract<Reply<'testWebhook'>, { status: 400 }>['body'] => Message(body),
  },
  rotateWebhookSecret: {
    200: (body: unknown): Extract<Reply<'rotateWebhookSecret'>, { status: 200 }>['body'] =>
      WebhookSubscriptionWithSecret(body),
    400: (body: unknown): Extract<Reply<'rotateWebhookSecret'>, { status: 400 }>['body'] =>
      Message(body),
  },
  listOrders: {
    200: (body: unknown): Extract<Reply<'listOrders'>, { status: 200 }>['body'] =>
      list(body, Order, 0, Infinity, 'listOrders 200'),
    400: (body: unknown): Extract<Reply<'listOrders'>, { status: 400 }>['body'] => Message(body),
  },
  getOrder: {
    200: (body: unknown): Extract<Reply<'getOrder'>, { status: 200 }>['body'] => Order(body),
    400: (body: unknown): Extract<Reply<'getOrder'>, { status: 400 }>['body'] => Message(body),
    404: (body: unknown): Extract<Reply<'getOrder'>, { status: 404 }>['body'] => Message(body),
  },
  createOrder: {
    201: (body: unknown): Extract<Reply<'createOrder'>, { status: 201 }>['body'] => Order(body),
    400: (body: unknown): Extract<Reply<'createOrder'>, { status: 400 }>['body'] => inline7(body),
  },
  cancelOrder: {
    201: (body: unknown): Extract<Reply<'cancelOrder'>, { status: 201 }>['body'] => Order(body),
    400: (body: unknown): Extract<Reply<'cancelOrder'>, { status: 400 }>['body'] => inline8(body),
  },
  listInventory: {
    200: (body: unknown): Extract<Reply<'listInventory'>, { status: 200 }>['body'] =>
      InventoryPage(body),
    400: (body: unknown): Extract<Reply<'listInventory'>, { status: 400 }>['body'] => Message(body),
  },
}

/** The check of every payload that is sent to a subscriber, by event. */
export const payloads = {
  'order.created': (payload: unknown) => OrderCreatedEvent(payload),
  'order.shipped': (payload: unknown) => OrderShippedEvent(payload),
  'order.delivered': (payload: unknown) => OrderDeliveredEvent(payload),
  'order.cancelled': (payload: unknown) => OrderCancelledEvent(payload),
  'order.returned': (payload: unknown) => OrderReturnedEvent(payload),
  'invite.viewed': (payload: unknown) => InviteViewedEvent(payload),
  'invite.cart_updated': (payload: unknown) => InviteCartUpdatedEvent(payload),
  'invite.redeemed': (payload: unknown) => InviteRedeemedEvent(payload),
  'webhook.test': (payload: unknown) => WebhookTestEvent(payload),
}
