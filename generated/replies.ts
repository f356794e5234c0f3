// Generated from the OpenAPI document by `npm run generate`. Do not edit.

import type { OperationId, Reply } from './operations.ts'
import * as check from './reply-checks.ts'
import type { components } from './types.ts'

type S = components['schemas']

const AuthResult = (value: unknown): S['AuthResult'] => {
  const o = check.object(value, 'AuthResult')
  return {
    account_id: check.stringOfLength(o.account_id, 1, Infinity, 'AuthResult.account_id'),
    message: check.stringOfLength(o.message, 1, Infinity, 'AuthResult.message'),
  }
}

const Message = (value: unknown): S['Message'] => {
  const o = check.object(value, 'Message')
  return { message: check.stringOfLength(o.message, 1, Infinity, 'Message.message') }
}

const ProductVariant = (value: unknown): S['ProductVariant'] => {
  const o = check.object(value, 'ProductVariant')
  return {
    id: check.stringOfLength(o.id, 1, Infinity, 'ProductVariant.id'),
    title: check.string(o.title, 'ProductVariant.title'),
    sku: check.stringOfLength(o.sku, 1, Infinity, 'ProductVariant.sku'),
    minimumOrderQuantity: check.integerWithin(
      o.minimumOrderQuantity,
      0,
      2147483647,
      'ProductVariant.minimumOrderQuantity',
    ),
    productionTime: check.integerWithin(
      o.productionTime,
      0,
      2147483647,
      'ProductVariant.productionTime',
    ),
    imageUrl:
      o.imageUrl === null
        ? null
        : check.stringOfLength(o.imageUrl, 1, Infinity, 'ProductVariant.imageUrl'),
    piecesPerCarton:
      o.piecesPerCarton === null
        ? null
        : check.numberWithin(o.piecesPerCarton, 0, Infinity, 'ProductVariant.piecesPerCarton'),
    cartonHeight:
      o.cartonHeight === null
        ? null
        : check.numberWithin(o.cartonHeight, 0, Infinity, 'ProductVariant.cartonHeight'),
    cartonLength:
      o.cartonLength === null
        ? null
        : check.numberWithin(o.cartonLength, 0, Infinity, 'ProductVariant.cartonLength'),
    cartonWidth:
      o.cartonWidth === null
        ? null
        : check.numberWithin(o.cartonWidth, 0, Infinity, 'ProductVariant.cartonWidth'),
    weight:
      o.weight === null ? null : check.numberWithin(o.weight, 0, Infinity, 'ProductVariant.weight'),
    packageHeight:
      o.packageHeight === null
        ? null
        : check.numberWithin(o.packageHeight, 0, Infinity, 'ProductVariant.packageHeight'),
    packageLength:
      o.packageLength === null
        ? null
        : check.numberWithin(o.packageLength, 0, Infinity, 'ProductVariant.packageLength'),
    packageWidth:
      o.packageWidth === null
        ? null
        : check.numberWithin(o.packageWidth, 0, Infinity, 'ProductVariant.packageWidth'),
    packageWeight:
      o.packageWeight === null
        ? null
        : check.numberWithin(o.packageWeight, 0, Infinity, 'ProductVariant.packageWeight'),
  }
}

const Campaign = (value: unknown): S['Campaign'] => {
  const o = check.object(value, 'Campaign')
  return {
    id: check.stringOfLength(o.id, 1, Infinity, 'Campaign.id'),
    name: check.string(o.name, 'Campaign.name'),
    expiration: check.string(o.expiration, 'Campaign.expiration'),
    products: check.array(o.products, ProductVariant, 0, Infinity, 'Campaign.products'),
    status: check.stringOfLength(o.status, 1, Infinity, 'Campaign.status'),
    allowOutOfStockOrders: check.boolean(o.allowOutOfStockOrders, 'Campaign.allowOutOfStockOrders'),
  }
}

const Contact = (value: unknown): S['Contact'] => {
  const o = check.object(value, 'Contact')
  return {
    id: check.stringOfLength(o.id, 1, Infinity, 'Contact.id'),
    firstName: check.stringOfLength(o.firstName, 0, 100, 'Contact.firstName'),
    lastName: check.stringOfLength(o.lastName, 0, 100, 'Contact.lastName'),
    email: check.stringOfLength(o.email, 0, 254, 'Contact.email'),
    tags: check.array(
      o.tags,
      (value: unknown) => check.string(value, 'Contact.tags[]'),
      0,
      Infinity,
      'Contact.tags',
    ),
    campaignId: check.stringOfLength(o.campaignId, 1, Infinity, 'Contact.campaignId'),
    street1: check.stringOfLength(o.street1, 0, 200, 'Contact.street1'),
    street2: check.stringOfLength(o.street2, 0, 200, 'Contact.street2'),
    city: check.stringOfLength(o.city, 0, 100, 'Contact.city'),
    state: check.stringOfLength(o.state, 0, 100, 'Contact.state'),
    country: check.stringOfLength(o.country, 0, 100, 'Contact.country'),
    zip: check.stringOfLength(o.zip, 0, 20, 'Contact.zip'),
    dateOfBirth: check.string(o.dateOfBirth, 'Contact.dateOfBirth'),
    hireDate: check.string(o.hireDate, 'Contact.hireDate'),
    phone: check.stringOfLength(o.phone, 0, 30, 'Contact.phone'),
    shirtSize: check.stringOfLength(o.shirtSize, 0, 20, 'Contact.shirtSize'),
    orderCount: check.integerWithin(o.orderCount, 0, 2147483647, 'Contact.orderCount'),
  }
}

const ContactCreated = (value: unknown): S['ContactCreated'] => {
  const o = check.object(value, 'ContactCreated')
  return { contactId: check.stringOfLength(o.contactId, 1, Infinity, 'ContactCreated.contactId') }
}

const pattern1 = new RegExp('^[A-Za-z0-9_-]+$', 'u')

const Invite = (value: unknown): S['Invite'] => {
  const o = check.object(value, 'Invite')
  return {
    _id: check.stringOfLength(o._id, 1, Infinity, 'Invite._id'),
    slug: check.matching(
      check.stringOfLength(o.slug, 1, Infinity, 'Invite.slug'),
      pattern1,
      'Invite.slug',
    ),
    inviteNumber: check.stringOfLength(o.inviteNumber, 1, Infinity, 'Invite.inviteNumber'),
    status: check.oneOf(o.status, ['UNUSED', 'USED'], 'Invite.status'),
    email: check.stringOfLength(o.email, 0, 254, 'Invite.email'),
    firstName: check.stringOfLength(o.firstName, 0, 100, 'Invite.firstName'),
    lastName: check.stringOfLength(o.lastName, 0, 100, 'Invite.lastName'),
    companyName: check.stringOfLength(o.companyName, 0, 200, 'Invite.companyName'),
    expiresAt: check.string(o.expiresAt, 'Invite.expiresAt'),
    emailNotificationSent: check.boolean(o.emailNotificationSent, 'Invite.emailNotificationSent'),
    createdAt: check.string(o.createdAt, 'Invite.createdAt'),
  }
}

const InviteCreated = (value: unknown): S['InviteCreated'] => {
  const o = check.object(value, 'InviteCreated')
  return {
    invite: Invite(o.invite),
    inviteUrl: check.stringOfLength(o.inviteUrl, 1, Infinity, 'InviteCreated.inviteUrl'),
  }
}

const EventDescription = (value: unknown): S['EventDescription'] => {
  const o = check.object(value, 'EventDescription')
  return {
    name: check.oneOf(
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
    category: check.oneOf(o.category, ['order', 'invite'], 'EventDescription.category'),
    description: check.stringOfLength(o.description, 1, Infinity, 'EventDescription.description'),
  }
}

const EventCatalog = (value: unknown): S['EventCatalog'] => {
  const o = check.object(value, 'EventCatalog')
  return { events: check.array(o.events, EventDescription, 8, 8, 'EventCatalog.events') }
}

const WebhookSubscription = (value: unknown): S['WebhookSubscription'] => {
  const o = check.object(value, 'WebhookSubscription')
  return {
    id: check.stringOfLength(o.id, 1, Infinity, 'WebhookSubscription.id'),
    url: check.stringOfLength(o.url, 1, Infinity, 'WebhookSubscription.url'),
    events: check.array(
      o.events,
      (value: unknown) =>
        check.oneOf(
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
    active: check.boolean(o.active, 'WebhookSubscription.active'),
    createdAt: check.string(o.createdAt, 'WebhookSubscription.createdAt'),
    updatedAt: check.string(o.updatedAt, 'WebhookSubscription.updatedAt'),
  }
}

const WebhookList = (value: unknown): S['WebhookList'] => {
  const o = check.object(value, 'WebhookList')
  return {
    webhooks: check.array(o.webhooks, WebhookSubscription, 0, Infinity, 'WebhookList.webhooks'),
  }
}

const WebhookSubscriptionWithSecret = (value: unknown): S['WebhookSubscriptionWithSecret'] => {
  const o = check.object(value, 'WebhookSubscriptionWithSecret')
  return {
    id: check.stringOfLength(o.id, 1, Infinity, 'WebhookSubscriptionWithSecret.id'),
    url: check.stringOfLength(o.url, 1, Infinity, 'WebhookSubscriptionWithSecret.url'),
    events: check.array(
      o.events,
      (value: unknown) =>
        check.oneOf(
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
    active: check.boolean(o.active, 'WebhookSubscriptionWithSecret.active'),
    secret: check.stringOfLength(o.secret, 1, Infinity, 'WebhookSubscriptionWithSecret.secret'),
    createdAt: check.string(o.createdAt, 'WebhookSubscriptionWithSecret.createdAt'),
    updatedAt: check.string(o.updatedAt, 'WebhookSubscriptionWithSecret.updatedAt'),
  }
}

const WebhookTestResult = (value: unknown): S['WebhookTestResult'] => {
  const o = check.object(value, 'WebhookTestResult')
  return {
    success: check.boolean(o.success, 'WebhookTestResult.success'),
    statusCode:
      o.statusCode === null
        ? null
        : check.integerWithin(o.statusCode, 100, 999, 'WebhookTestResult.statusCode'),
    error:
      o.error === null
        ? null
        : check.stringOfLength(o.error, 1, Infinity, 'WebhookTestResult.error'),
  }
}

const Recipient = (value: unknown): S['Recipient'] => {
  const o = check.object(value, 'Recipient')
  return {
    firstName: check.stringOfLength(o.firstName, 0, 100, 'Recipient.firstName'),
    lastName: check.stringOfLength(o.lastName, 0, 100, 'Recipient.lastName'),
    email: check.stringOfLength(o.email, 0, 254, 'Recipient.email'),
    phone: check.stringOfLength(o.phone, 0, 30, 'Recipient.phone'),
    street1: check.stringOfLength(o.street1, 0, 200, 'Recipient.street1'),
    street2: check.stringOfLength(o.street2, 0, 200, 'Recipient.street2'),
    city: check.stringOfLength(o.city, 0, 100, 'Recipient.city'),
    state: check.stringOfLength(o.state, 0, 100, 'Recipient.state'),
    zip: check.stringOfLength(o.zip, 0, 20, 'Recipient.zip'),
    country: check.stringOfLength(o.country, 0, 100, 'Recipient.country'),
  }
}

const OrderLine = (value: unknown): S['OrderLine'] => {
  const o = check.object(value, 'OrderLine')
  return {
    sku: check.stringOfLength(o.sku, 1, Infinity, 'OrderLine.sku'),
    quantity: check.integerWithin(o.quantity, 1, 100000, 'OrderLine.quantity'),
  }
}

const Order = (value: unknown): S['Order'] => {
  const o = check.object(value, 'Order')
  return {
    id: check.stringOfLength(o.id, 1, Infinity, 'Order.id'),
    orderNumber: check.stringOfLength(o.orderNumber, 1, Infinity, 'Order.orderNumber'),
    sourceOrderNumber:
      o.sourceOrderNumber === null
        ? null
        : check.string(o.sourceOrderNumber, 'Order.sourceOrderNumber'),
    status: check.oneOf(
      o.status,
      ['AWAITING_SHIPMENT', 'SHIPPED', 'CANCELLED', 'RETURNED'],
      'Order.status',
    ),
    paymentStatus: check.oneOf(o.paymentStatus, ['PAID'], 'Order.paymentStatus'),
    allocationStatus: check.oneOf(
      o.allocationStatus,
      ['ALLOCATED', 'BACKORDERED', 'RELEASED'],
      'Order.allocationStatus',
    ),
    orderSource: check.oneOf(o.orderSource, ['API', 'REDEMPTION', 'IMPORT'], 'Order.orderSource'),
    orderDate: check.string(o.orderDate, 'Order.orderDate'),
    shipDate: o.shipDate === null ? null : check.string(o.shipDate, 'Order.shipDate'),
    deliveredAt: o.deliveredAt === null ? null : check.string(o.deliveredAt, 'Order.deliveredAt'),
    trackingNumber:
      o.trackingNumber === null ? null : check.string(o.trackingNumber, 'Order.trackingNumber'),
    carrierCode: o.carrierCode === null ? null : check.string(o.carrierCode, 'Order.carrierCode'),
    campaignId: check.stringOfLength(o.campaignId, 1, Infinity, 'Order.campaignId'),
    warehouse:
      o.warehouse === null
        ? null
        : check.stringOfLength(o.warehouse, 1, Infinity, 'Order.warehouse'),
    recipient: Recipient(o.recipient),
    companyName: check.stringOfLength(o.companyName, 0, 200, 'Order.companyName'),
    notes: check.stringOfLength(o.notes, 0, 2000, 'Order.notes'),
    products: check.array(o.products, OrderLine, 0, Infinity, 'Order.products'),
  }
}

const InventoryWarehouse = (value: unknown): S['InventoryWarehouse'] => {
  const o = check.object(value, 'InventoryWarehouse')
  return {
    warehouse_id: check.stringOfLength(
      o.warehouse_id,
      1,
      Infinity,
      'InventoryWarehouse.warehouse_id',
    ),
    warehouse_name: check.string(o.warehouse_name, 'InventoryWarehouse.warehouse_name'),
  }
}

const InventoryEvent = (value: unknown): S['InventoryEvent'] => {
  const o = check.object(value, 'InventoryEvent')
  return {
    id: check.stringOfLength(o.id, 1, Infinity, 'InventoryEvent.id'),
    event_type: check.oneOf(
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
    quantity: check.integerWithin(o.quantity, -2147483648, 2147483647, 'InventoryEvent.quantity'),
    order_id: o.order_id === null ? null : check.string(o.order_id, 'InventoryEvent.order_id'),
    created_at: check.string(o.created_at, 'InventoryEvent.created_at'),
  }
}

const InventoryItem = (value: unknown): S['InventoryItem'] => {
  const o = check.object(value, 'InventoryItem')
  return {
    id: check.stringOfLength(o.id, 1, Infinity, 'InventoryItem.id'),
    product_id: check.stringOfLength(o.product_id, 1, Infinity, 'InventoryItem.product_id'),
    product_name: check.string(o.product_name, 'InventoryItem.product_name'),
    sku: check.stringOfLength(o.sku, 1, Infinity, 'InventoryItem.sku'),
    status: check.oneOf(
      o.status,
      ['in_stock', 'low_stock', 'out_of_stock'],
      'InventoryItem.status',
    ),
    on_hand: check.integerWithin(o.on_hand, 0, 9007199254740991, 'InventoryItem.on_hand'),
    available: check.integerWithin(o.available, 0, 9007199254740991, 'InventoryItem.available'),
    allocated: check.integerWithin(o.allocated, 0, 9007199254740991, 'InventoryItem.allocated'),
    inbound: check.integerWithin(o.inbound, 0, 9007199254740991, 'InventoryItem.inbound'),
    warehouse: InventoryWarehouse(o.warehouse),
    inventory_events: check.array(
      o.inventory_events,
      InventoryEvent,
      0,
      50,
      'InventoryItem.inventory_events',
    ),
  }
}

const Pagination = (value: unknown): S['Pagination'] => {
  const o = check.object(value, 'Pagination')
  return {
    total_count: check.integerWithin(o.total_count, 0, 2147483647, 'Pagination.total_count'),
    page: check.integerWithin(o.page, 1, 2147483647, 'Pagination.page'),
    page_size: check.integerWithin(o.page_size, 1, 100, 'Pagination.page_size'),
    has_more: check.boolean(o.has_more, 'Pagination.has_more'),
  }
}

const InventoryPage = (value: unknown): S['InventoryPage'] => {
  const o = check.object(value, 'InventoryPage')
  return {
    items: check.array(o.items, InventoryItem, 0, 100, 'InventoryPage.items'),
    pagination: Pagination(o.pagination),
  }
}

const UnshippedOrderEventData = (value: unknown): S['UnshippedOrderEventData'] => {
  const o = check.object(value, 'UnshippedOrderEventData')
  return {
    orderId: check.stringOfLength(o.orderId, 1, Infinity, 'UnshippedOrderEventData.orderId'),
    orderNumber: check.stringOfLength(
      o.orderNumber,
      1,
      Infinity,
      'UnshippedOrderEventData.orderNumber',
    ),
    status: check.oneOf(
      o.status,
      ['AWAITING_SHIPMENT', 'SHIPPED', 'CANCELLED', 'RETURNED'],
      'UnshippedOrderEventData.status',
    ),
    campaignId: check.stringOfLength(
      o.campaignId,
      1,
      Infinity,
      'UnshippedOrderEventData.campaignId',
    ),
    trackingNumber: check.oneOf(o.trackingNumber, [null], 'UnshippedOrderEventData.trackingNumber'),
    carrierCode: check.oneOf(o.carrierCode, [null], 'UnshippedOrderEventData.carrierCode'),
    shipDate: check.oneOf(o.shipDate, [null], 'UnshippedOrderEventData.shipDate'),
    products: check.array(o.products, OrderLine, 0, Infinity, 'UnshippedOrderEventData.products'),
  }
}

const OrderCreatedEvent = (value: unknown): S['OrderCreatedEvent'] => {
  const o = check.object(value, 'OrderCreatedEvent')
  return {
    event: check.oneOf(o.event, ['order.created'], 'OrderCreatedEvent.event'),
    data: UnshippedOrderEventData(o.data),
  }
}

const OrderEventData = (value: unknown): S['OrderEventData'] => {
  const o = check.object(value, 'OrderEventData')
  return {
    orderId: check.stringOfLength(o.orderId, 1, Infinity, 'OrderEventData.orderId'),
    orderNumber: check.stringOfLength(o.orderNumber, 1, Infinity, 'OrderEventData.orderNumber'),
    status: check.oneOf(
      o.status,
      ['AWAITING_SHIPMENT', 'SHIPPED', 'CANCELLED', 'RETURNED'],
      'OrderEventData.status',
    ),
    campaignId: check.stringOfLength(o.campaignId, 1, Infinity, 'OrderEventData.campaignId'),
    trackingNumber:
      o.trackingNumber === null
        ? null
        : check.string(o.trackingNumber, 'OrderEventData.trackingNumber'),
    carrierCode:
      o.carrierCode === null ? null : check.string(o.carrierCode, 'OrderEventData.carrierCode'),
    shipDate: o.shipDate === null ? null : check.string(o.shipDate, 'OrderEventData.shipDate'),
    products: check.array(o.products, OrderLine, 0, Infinity, 'OrderEventData.products'),
  }
}

const OrderShippedEvent = (value: unknown): S['OrderShippedEvent'] => {
  const o = check.object(value, 'OrderShippedEvent')
  return {
    event: check.oneOf(o.event, ['order.shipped'], 'OrderShippedEvent.event'),
    data: OrderEventData(o.data),
  }
}

const OrderDeliveredEvent = (value: unknown): S['OrderDeliveredEvent'] => {
  const o = check.object(value, 'OrderDeliveredEvent')
  return {
    event: check.oneOf(o.event, ['order.delivered'], 'OrderDeliveredEvent.event'),
    data: OrderEventData(o.data),
  }
}

const OrderCancelledEvent = (value: unknown): S['OrderCancelledEvent'] => {
  const o = check.object(value, 'OrderCancelledEvent')
  return {
    event: check.oneOf(o.event, ['order.cancelled'], 'OrderCancelledEvent.event'),
    data: UnshippedOrderEventData(o.data),
  }
}

const OrderReturnedEvent = (value: unknown): S['OrderReturnedEvent'] => {
  const o = check.object(value, 'OrderReturnedEvent')
  return {
    event: check.oneOf(o.event, ['order.returned'], 'OrderReturnedEvent.event'),
    data: OrderEventData(o.data),
  }
}

const inline2 = (value: unknown) => {
  const o = check.object(value, 'InviteViewedData.eventDetails')
  return { page: check.string(o.page, 'InviteViewedData.eventDetails.page') }
}

const InviteViewedData = (value: unknown): S['InviteViewedData'] => {
  const o = check.object(value, 'InviteViewedData')
  return {
    inviteId: check.string(o.inviteId, 'InviteViewedData.inviteId'),
    inviteNumber:
      o.inviteNumber === null
        ? null
        : check.string(o.inviteNumber, 'InviteViewedData.inviteNumber'),
    email: o.email === null ? null : check.string(o.email, 'InviteViewedData.email'),
    campaignId: check.string(o.campaignId, 'InviteViewedData.campaignId'),
    campaignTitle: check.oneOf(o.campaignTitle, [null], 'InviteViewedData.campaignTitle'),
    eventDetails: o.eventDetails === null ? null : inline2(o.eventDetails),
  }
}

const InviteViewedEvent = (value: unknown): S['InviteViewedEvent'] => {
  const o = check.object(value, 'InviteViewedEvent')
  return {
    event: check.oneOf(o.event, ['invite.viewed'], 'InviteViewedEvent.event'),
    data: InviteViewedData(o.data),
  }
}

const inline3 = (value: unknown) => {
  const o = check.object(value, 'InviteCartUpdatedData.eventDetails')
  return {
    eventType: check.oneOf(
      o.eventType,
      ['CART_ADD', 'CART_UPDATE', 'CART_REMOVE'],
      'InviteCartUpdatedData.eventDetails.eventType',
    ),
    page: check.string(o.page, 'InviteCartUpdatedData.eventDetails.page'),
    cartItems: check.array(
      o.cartItems,
      OrderLine,
      0,
      Infinity,
      'InviteCartUpdatedData.eventDetails.cartItems',
    ),
  }
}

const InviteCartUpdatedData = (value: unknown): S['InviteCartUpdatedData'] => {
  const o = check.object(value, 'InviteCartUpdatedData')
  return {
    inviteId: check.string(o.inviteId, 'InviteCartUpdatedData.inviteId'),
    inviteNumber:
      o.inviteNumber === null
        ? null
        : check.string(o.inviteNumber, 'InviteCartUpdatedData.inviteNumber'),
    email: o.email === null ? null : check.string(o.email, 'InviteCartUpdatedData.email'),
    campaignId: check.string(o.campaignId, 'InviteCartUpdatedData.campaignId'),
    campaignTitle: check.oneOf(o.campaignTitle, [null], 'InviteCartUpdatedData.campaignTitle'),
    eventDetails: inline3(o.eventDetails),
  }
}

const InviteCartUpdatedEvent = (value: unknown): S['InviteCartUpdatedEvent'] => {
  const o = check.object(value, 'InviteCartUpdatedEvent')
  return {
    event: check.oneOf(o.event, ['invite.cart_updated'], 'InviteCartUpdatedEvent.event'),
    data: InviteCartUpdatedData(o.data),
  }
}

const inline4 = (value: unknown) => {
  const o = check.object(value, 'InviteRedeemedData.eventDetails')
  return {
    ...{
      eventType: check.oneOf(
        o.eventType,
        ['ORDER_COMPLETE'],
        'InviteRedeemedData.eventDetails.eventType',
      ),
    },
    ...(o.cartItems === undefined
      ? undefined
      : {
          cartItems: check.array(
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
  const o = check.object(value, 'InviteRedeemedData')
  return {
    inviteId: check.string(o.inviteId, 'InviteRedeemedData.inviteId'),
    inviteNumber:
      o.inviteNumber === null
        ? null
        : check.string(o.inviteNumber, 'InviteRedeemedData.inviteNumber'),
    email: o.email === null ? null : check.string(o.email, 'InviteRedeemedData.email'),
    campaignId: check.string(o.campaignId, 'InviteRedeemedData.campaignId'),
    campaignTitle: check.oneOf(o.campaignTitle, [null], 'InviteRedeemedData.campaignTitle'),
    eventDetails: inline4(o.eventDetails),
  }
}

const InviteRedeemedEvent = (value: unknown): S['InviteRedeemedEvent'] => {
  const o = check.object(value, 'InviteRedeemedEvent')
  return {
    event: check.oneOf(o.event, ['invite.redeemed'], 'InviteRedeemedEvent.event'),
    data: InviteRedeemedData(o.data),
  }
}

const WebhookTestData = (value: unknown): S['WebhookTestData'] => {
  const o = check.object(value, 'WebhookTestData')
  return {
    message: check.oneOf(
      o.message,
      ['Your webhook endpoint is configured correctly.'],
      'WebhookTestData.message',
    ),
    timestamp: check.string(o.timestamp, 'WebhookTestData.timestamp'),
  }
}

const WebhookTestEvent = (value: unknown): S['WebhookTestEvent'] => {
  const o = check.object(value, 'WebhookTestEvent')
  return {
    event: check.oneOf(o.event, ['webhook.test'], 'WebhookTestEvent.event'),
    data: WebhookTestData(o.data),
  }
}

const inline5 = (value: unknown) => {
  const o = check.object(value, 'createContact 400')
  return { message: check.stringOfLength(o.message, 1, Infinity, 'createContact 400.message') }
}

const inline6 = (value: unknown) => {
  const o = check.object(value, 'createInvite 400')
  return { message: check.stringOfLength(o.message, 1, Infinity, 'createInvite 400.message') }
}

const inline7 = (value: unknown) => {
  const o = check.object(value, 'createOrder 400')
  return { message: check.stringOfLength(o.message, 1, Infinity, 'createOrder 400.message') }
}

const inline8 = (value: unknown) => {
  const o = check.object(value, 'cancelOrder 400')
  return { message: check.stringOfLength(o.message, 1, Infinity, 'cancelOrder 400.message') }
}

/** Checks and copies the body of a reply, by operation and status. */
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
      check.array(body, ProductVariant, 0, Infinity, 'listProducts 200'),
    400: (body: unknown): Extract<Reply<'listProducts'>, { status: 400 }>['body'] => Message(body),
  },
  listCampaigns: {
    200: (body: unknown): Extract<Reply<'listCampaigns'>, { status: 200 }>['body'] =>
      check.array(body, Campaign, 0, Infinity, 'listCampaigns 200'),
  },
  listContacts: {
    200: (body: unknown): Extract<Reply<'listContacts'>, { status: 200 }>['body'] =>
      check.array(body, Contact, 0, Infinity, 'listContacts 200'),
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
      check.array(body, Order, 0, Infinity, 'listOrders 200'),
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

/** Checks and copies the payload of a webhook, by event. */
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
