// Generated from the OpenAPI document. Do not edit.

import * as check from './check.ts'
import * as checks from './checks.ts'
import type { OperationId } from './operations.ts'
import type { BodyCheck } from './send-reply.ts'
import type { components } from './types.ts'

type S = components['schemas']

const values1 = ['UNUSED', 'USED'] as const
const values2 = [
  'order.created',
  'order.shipped',
  'order.delivered',
  'order.cancelled',
  'order.returned',
  'invite.viewed',
  'invite.cart_updated',
  'invite.redeemed',
] as const
const values3 = ['order', 'invite'] as const
const values4 = ['AWAITING_SHIPMENT', 'SHIPPED', 'CANCELLED', 'RETURNED'] as const
const values5 = ['PAID'] as const
const values6 = ['ALLOCATED', 'BACKORDERED', 'RELEASED'] as const
const values7 = ['API', 'REDEMPTION', 'IMPORT'] as const
const values8 = ['in_stock', 'low_stock', 'out_of_stock'] as const
const values9 = [
  'received',
  'adjusted',
  'inbound_expected',
  'inbound_received',
  'order_allocated',
  'order_released',
  'order_shipped',
  'order_returned',
] as const
const values10 = ['order.created'] as const
const values11 = ['order.shipped'] as const
const values12 = ['order.delivered'] as const
const values13 = ['order.cancelled'] as const
const values14 = ['order.returned'] as const
const values15 = ['invite.viewed'] as const
const values16 = ['invite.cart_updated'] as const
const values17 = ['CART_ADD', 'CART_UPDATE', 'CART_REMOVE'] as const
const values18 = ['invite.redeemed'] as const
const values19 = ['ORDER_COMPLETE'] as const
const values20 = ['webhook.test'] as const
const values21 = ['Your webhook endpoint is configured correctly.'] as const

function copyNonEmpty(v: unknown): S['NonEmpty'] {
  return typeof v === 'string' && v !== '' ? v : check.mismatch()
}

function copyAuthResult(v: unknown): S['AuthResult'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    account_id: copyNonEmpty(v['account_id']),
    message:
      typeof v['message'] === 'string' && v['message'] !== '' ? v['message'] : check.mismatch(),
  }
}

function copyProductVariant(v: unknown): S['ProductVariant'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    id: copyNonEmpty(v['id']),
    title: typeof v['title'] === 'string' ? v['title'] : check.mismatch(),
    sku: typeof v['sku'] === 'string' && v['sku'] !== '' ? v['sku'] : check.mismatch(),
    minimumOrderQuantity:
      check.isInteger(v['minimumOrderQuantity']) &&
      v['minimumOrderQuantity'] >= 0 &&
      v['minimumOrderQuantity'] <= 2147483647
        ? v['minimumOrderQuantity']
        : check.mismatch(),
    productionTime:
      check.isInteger(v['productionTime']) &&
      v['productionTime'] >= 0 &&
      v['productionTime'] <= 2147483647
        ? v['productionTime']
        : check.mismatch(),
    imageUrl:
      v['imageUrl'] === null
        ? null
        : typeof v['imageUrl'] === 'string' && v['imageUrl'] !== ''
          ? v['imageUrl']
          : check.mismatch(),
    piecesPerCarton:
      v['piecesPerCarton'] === null
        ? null
        : check.isNumber(v['piecesPerCarton']) && v['piecesPerCarton'] >= 0
          ? v['piecesPerCarton']
          : check.mismatch(),
    cartonHeight:
      v['cartonHeight'] === null
        ? null
        : check.isNumber(v['cartonHeight']) && v['cartonHeight'] >= 0
          ? v['cartonHeight']
          : check.mismatch(),
    cartonLength:
      v['cartonLength'] === null
        ? null
        : check.isNumber(v['cartonLength']) && v['cartonLength'] >= 0
          ? v['cartonLength']
          : check.mismatch(),
    cartonWidth:
      v['cartonWidth'] === null
        ? null
        : check.isNumber(v['cartonWidth']) && v['cartonWidth'] >= 0
          ? v['cartonWidth']
          : check.mismatch(),
    weight:
      v['weight'] === null
        ? null
        : check.isNumber(v['weight']) && v['weight'] >= 0
          ? v['weight']
          : check.mismatch(),
    packageHeight:
      v['packageHeight'] === null
        ? null
        : check.isNumber(v['packageHeight']) && v['packageHeight'] >= 0
          ? v['packageHeight']
          : check.mismatch(),
    packageLength:
      v['packageLength'] === null
        ? null
        : check.isNumber(v['packageLength']) && v['packageLength'] >= 0
          ? v['packageLength']
          : check.mismatch(),
    packageWidth:
      v['packageWidth'] === null
        ? null
        : check.isNumber(v['packageWidth']) && v['packageWidth'] >= 0
          ? v['packageWidth']
          : check.mismatch(),
    packageWeight:
      v['packageWeight'] === null
        ? null
        : check.isNumber(v['packageWeight']) && v['packageWeight'] >= 0
          ? v['packageWeight']
          : check.mismatch(),
  }
}

function copy3(v: unknown): S['ProductVariant'][] {
  return Array.isArray(v) ? check.items(v, copyProductVariant) : check.mismatch()
}

function copyMessage(v: unknown): S['Message'] {
  if (!check.isObject(v)) return check.mismatch()
  return { message: copyNonEmpty(v['message']) }
}

function copyCampaign(v: unknown): S['Campaign'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    id: copyNonEmpty(v['id']),
    name: typeof v['name'] === 'string' ? v['name'] : check.mismatch(),
    expiration: typeof v['expiration'] === 'string' ? v['expiration'] : check.mismatch(),
    products: Array.isArray(v['products'])
      ? check.items(v['products'], copyProductVariant)
      : check.mismatch(),
    status: typeof v['status'] === 'string' && v['status'] !== '' ? v['status'] : check.mismatch(),
    allowOutOfStockOrders:
      typeof v['allowOutOfStockOrders'] === 'boolean'
        ? v['allowOutOfStockOrders']
        : check.mismatch(),
  }
}

function copy6(v: unknown): S['Campaign'][] {
  return Array.isArray(v) ? check.items(v, copyCampaign) : check.mismatch()
}

function copyContact(v: unknown): S['Contact'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    id: copyNonEmpty(v['id']),
    firstName:
      typeof v['firstName'] === 'string' && check.isShort(v['firstName'], 100)
        ? v['firstName']
        : check.mismatch(),
    lastName:
      typeof v['lastName'] === 'string' && check.isShort(v['lastName'], 100)
        ? v['lastName']
        : check.mismatch(),
    email:
      typeof v['email'] === 'string' && check.isShort(v['email'], 254)
        ? v['email']
        : check.mismatch(),
    tags: Array.isArray(v['tags'])
      ? check.items(v['tags'], (v: unknown) => (typeof v === 'string' ? v : check.mismatch()))
      : check.mismatch(),
    campaignId:
      typeof v['campaignId'] === 'string' && v['campaignId'] !== ''
        ? v['campaignId']
        : check.mismatch(),
    street1:
      typeof v['street1'] === 'string' && check.isShort(v['street1'], 200)
        ? v['street1']
        : check.mismatch(),
    street2:
      typeof v['street2'] === 'string' && check.isShort(v['street2'], 200)
        ? v['street2']
        : check.mismatch(),
    city:
      typeof v['city'] === 'string' && check.isShort(v['city'], 100) ? v['city'] : check.mismatch(),
    state:
      typeof v['state'] === 'string' && check.isShort(v['state'], 100)
        ? v['state']
        : check.mismatch(),
    country:
      typeof v['country'] === 'string' && check.isShort(v['country'], 100)
        ? v['country']
        : check.mismatch(),
    zip: typeof v['zip'] === 'string' && check.isShort(v['zip'], 20) ? v['zip'] : check.mismatch(),
    dateOfBirth: typeof v['dateOfBirth'] === 'string' ? v['dateOfBirth'] : check.mismatch(),
    hireDate: typeof v['hireDate'] === 'string' ? v['hireDate'] : check.mismatch(),
    phone:
      typeof v['phone'] === 'string' && check.isShort(v['phone'], 30)
        ? v['phone']
        : check.mismatch(),
    shirtSize:
      typeof v['shirtSize'] === 'string' && check.isShort(v['shirtSize'], 20)
        ? v['shirtSize']
        : check.mismatch(),
    orderCount:
      check.isInteger(v['orderCount']) && v['orderCount'] >= 0 && v['orderCount'] <= 2147483647
        ? v['orderCount']
        : check.mismatch(),
  }
}

function copy8(v: unknown): S['Contact'][] {
  return Array.isArray(v) ? check.items(v, copyContact) : check.mismatch()
}

function copyContactCreated(v: unknown): S['ContactCreated'] {
  if (!check.isObject(v)) return check.mismatch()
  return { contactId: copyNonEmpty(v['contactId']) }
}

function copy11(v: unknown): Omit<S['ValidationError'], 'errors'> {
  if (!check.isObject(v)) return check.mismatch()
  return { message: copyNonEmpty(v['message']) }
}

function copyInvite(v: unknown): S['Invite'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    _id: copyNonEmpty(v['_id']),
    slug:
      typeof v['slug'] === 'string' && v['slug'] !== '' && checks.constant9.test(v['slug'])
        ? v['slug']
        : check.mismatch(),
    inviteNumber:
      typeof v['inviteNumber'] === 'string' && v['inviteNumber'] !== ''
        ? v['inviteNumber']
        : check.mismatch(),
    status: check.oneOf(v['status'], values1),
    email:
      typeof v['email'] === 'string' && check.isShort(v['email'], 254)
        ? v['email']
        : check.mismatch(),
    firstName:
      typeof v['firstName'] === 'string' && check.isShort(v['firstName'], 100)
        ? v['firstName']
        : check.mismatch(),
    lastName:
      typeof v['lastName'] === 'string' && check.isShort(v['lastName'], 100)
        ? v['lastName']
        : check.mismatch(),
    companyName:
      typeof v['companyName'] === 'string' && check.isShort(v['companyName'], 200)
        ? v['companyName']
        : check.mismatch(),
    expiresAt: typeof v['expiresAt'] === 'string' ? v['expiresAt'] : check.mismatch(),
    emailNotificationSent:
      typeof v['emailNotificationSent'] === 'boolean'
        ? v['emailNotificationSent']
        : check.mismatch(),
    createdAt: typeof v['createdAt'] === 'string' ? v['createdAt'] : check.mismatch(),
  }
}

function copyInviteCreated(v: unknown): S['InviteCreated'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    invite: copyInvite(v['invite']),
    inviteUrl:
      typeof v['inviteUrl'] === 'string' && v['inviteUrl'] !== ''
        ? v['inviteUrl']
        : check.mismatch(),
  }
}

function copy14(v: unknown): Omit<S['ValidationError'], 'errors'> {
  if (!check.isObject(v)) return check.mismatch()
  return { message: copyNonEmpty(v['message']) }
}

function copyEventName(v: unknown): S['EventName'] {
  return check.oneOf(v, values2)
}

function copyEventDescription(v: unknown): S['EventDescription'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    name: copyEventName(v['name']),
    category: check.oneOf(v['category'], values3),
    description: copyNonEmpty(v['description']),
  }
}

function copyEventCatalog(v: unknown): S['EventCatalog'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    events:
      Array.isArray(v['events']) && v['events'].length >= 8 && v['events'].length <= 8
        ? check.items(v['events'], copyEventDescription)
        : check.mismatch(),
  }
}

function copyWebhookSubscription(v: unknown): S['WebhookSubscription'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    id: copyNonEmpty(v['id']),
    url: typeof v['url'] === 'string' && v['url'] !== '' ? v['url'] : check.mismatch(),
    events:
      Array.isArray(v['events']) && v['events'].length >= 1
        ? check.items(v['events'], copyEventName)
        : check.mismatch(),
    active: typeof v['active'] === 'boolean' ? v['active'] : check.mismatch(),
    createdAt: typeof v['createdAt'] === 'string' ? v['createdAt'] : check.mismatch(),
    updatedAt: typeof v['updatedAt'] === 'string' ? v['updatedAt'] : check.mismatch(),
  }
}

function copyWebhookList(v: unknown): S['WebhookList'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    webhooks: Array.isArray(v['webhooks'])
      ? check.items(v['webhooks'], copyWebhookSubscription)
      : check.mismatch(),
  }
}

function copyWebhookSubscriptionWithSecret(v: unknown): S['WebhookSubscriptionWithSecret'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    id: copyNonEmpty(v['id']),
    url: typeof v['url'] === 'string' && v['url'] !== '' ? v['url'] : check.mismatch(),
    events:
      Array.isArray(v['events']) && v['events'].length >= 1
        ? check.items(v['events'], copyEventName)
        : check.mismatch(),
    active: typeof v['active'] === 'boolean' ? v['active'] : check.mismatch(),
    secret: typeof v['secret'] === 'string' && v['secret'] !== '' ? v['secret'] : check.mismatch(),
    createdAt: typeof v['createdAt'] === 'string' ? v['createdAt'] : check.mismatch(),
    updatedAt: typeof v['updatedAt'] === 'string' ? v['updatedAt'] : check.mismatch(),
  }
}

function copyWebhookTestResult(v: unknown): S['WebhookTestResult'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    success: typeof v['success'] === 'boolean' ? v['success'] : check.mismatch(),
    statusCode:
      v['statusCode'] === null
        ? null
        : check.isInteger(v['statusCode']) && v['statusCode'] >= 100 && v['statusCode'] <= 999
          ? v['statusCode']
          : check.mismatch(),
    error:
      v['error'] === null
        ? null
        : typeof v['error'] === 'string' && v['error'] !== ''
          ? v['error']
          : check.mismatch(),
  }
}

function copyOrderStatus(v: unknown): S['OrderStatus'] {
  return check.oneOf(v, values4)
}

function copyRecipient(v: unknown): S['Recipient'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    firstName:
      typeof v['firstName'] === 'string' && check.isShort(v['firstName'], 100)
        ? v['firstName']
        : check.mismatch(),
    lastName:
      typeof v['lastName'] === 'string' && check.isShort(v['lastName'], 100)
        ? v['lastName']
        : check.mismatch(),
    email:
      typeof v['email'] === 'string' && check.isShort(v['email'], 254)
        ? v['email']
        : check.mismatch(),
    phone:
      typeof v['phone'] === 'string' && check.isShort(v['phone'], 30)
        ? v['phone']
        : check.mismatch(),
    street1:
      typeof v['street1'] === 'string' && check.isShort(v['street1'], 200)
        ? v['street1']
        : check.mismatch(),
    street2:
      typeof v['street2'] === 'string' && check.isShort(v['street2'], 200)
        ? v['street2']
        : check.mismatch(),
    city:
      typeof v['city'] === 'string' && check.isShort(v['city'], 100) ? v['city'] : check.mismatch(),
    state:
      typeof v['state'] === 'string' && check.isShort(v['state'], 100)
        ? v['state']
        : check.mismatch(),
    zip: typeof v['zip'] === 'string' && check.isShort(v['zip'], 20) ? v['zip'] : check.mismatch(),
    country:
      typeof v['country'] === 'string' && check.isShort(v['country'], 100)
        ? v['country']
        : check.mismatch(),
  }
}

function copyOrderLine(v: unknown): S['OrderLine'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    sku: typeof v['sku'] === 'string' && v['sku'] !== '' ? v['sku'] : check.mismatch(),
    quantity:
      check.isInteger(v['quantity']) && v['quantity'] >= 1 && v['quantity'] <= 100000
        ? v['quantity']
        : check.mismatch(),
  }
}

function copyOrder(v: unknown): S['Order'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    id: copyNonEmpty(v['id']),
    orderNumber:
      typeof v['orderNumber'] === 'string' && v['orderNumber'] !== ''
        ? v['orderNumber']
        : check.mismatch(),
    sourceOrderNumber:
      v['sourceOrderNumber'] === null
        ? null
        : typeof v['sourceOrderNumber'] === 'string'
          ? v['sourceOrderNumber']
          : check.mismatch(),
    status: copyOrderStatus(v['status']),
    paymentStatus: check.oneOf(v['paymentStatus'], values5),
    allocationStatus: check.oneOf(v['allocationStatus'], values6),
    orderSource: check.oneOf(v['orderSource'], values7),
    orderDate: typeof v['orderDate'] === 'string' ? v['orderDate'] : check.mismatch(),
    shipDate:
      v['shipDate'] === null
        ? null
        : typeof v['shipDate'] === 'string'
          ? v['shipDate']
          : check.mismatch(),
    deliveredAt:
      v['deliveredAt'] === null
        ? null
        : typeof v['deliveredAt'] === 'string'
          ? v['deliveredAt']
          : check.mismatch(),
    trackingNumber:
      v['trackingNumber'] === null
        ? null
        : typeof v['trackingNumber'] === 'string'
          ? v['trackingNumber']
          : check.mismatch(),
    carrierCode:
      v['carrierCode'] === null
        ? null
        : typeof v['carrierCode'] === 'string'
          ? v['carrierCode']
          : check.mismatch(),
    campaignId:
      typeof v['campaignId'] === 'string' && v['campaignId'] !== ''
        ? v['campaignId']
        : check.mismatch(),
    warehouse:
      v['warehouse'] === null
        ? null
        : typeof v['warehouse'] === 'string' && v['warehouse'] !== ''
          ? v['warehouse']
          : check.mismatch(),
    recipient: copyRecipient(v['recipient']),
    companyName:
      typeof v['companyName'] === 'string' && check.isShort(v['companyName'], 200)
        ? v['companyName']
        : check.mismatch(),
    notes:
      typeof v['notes'] === 'string' && check.isShort(v['notes'], 2000)
        ? v['notes']
        : check.mismatch(),
    products: Array.isArray(v['products'])
      ? check.items(v['products'], copyOrderLine)
      : check.mismatch(),
  }
}

function copy22(v: unknown): S['Order'][] {
  return Array.isArray(v) ? check.items(v, copyOrder) : check.mismatch()
}

function copy27(v: unknown): Omit<S['ValidationError'], 'errors'> {
  if (!check.isObject(v)) return check.mismatch()
  return { message: copyNonEmpty(v['message']) }
}

function copy28(v: unknown): Omit<S['ValidationError'], 'errors'> {
  if (!check.isObject(v)) return check.mismatch()
  return { message: copyNonEmpty(v['message']) }
}

function copyInventoryStatus(v: unknown): S['InventoryStatus'] {
  return check.oneOf(v, values8)
}

function copyInventoryWarehouse(v: unknown): S['InventoryWarehouse'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    warehouse_id: copyNonEmpty(v['warehouse_id']),
    warehouse_name:
      typeof v['warehouse_name'] === 'string' ? v['warehouse_name'] : check.mismatch(),
  }
}

function copyInventoryEvent(v: unknown): S['InventoryEvent'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    id: copyNonEmpty(v['id']),
    event_type: check.oneOf(v['event_type'], values9),
    quantity:
      check.isInteger(v['quantity']) && v['quantity'] >= -2147483648 && v['quantity'] <= 2147483647
        ? v['quantity']
        : check.mismatch(),
    order_id:
      v['order_id'] === null
        ? null
        : typeof v['order_id'] === 'string'
          ? v['order_id']
          : check.mismatch(),
    created_at: typeof v['created_at'] === 'string' ? v['created_at'] : check.mismatch(),
  }
}

function copyInventoryItem(v: unknown): S['InventoryItem'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    id: copyNonEmpty(v['id']),
    product_id:
      typeof v['product_id'] === 'string' && v['product_id'] !== ''
        ? v['product_id']
        : check.mismatch(),
    product_name: typeof v['product_name'] === 'string' ? v['product_name'] : check.mismatch(),
    sku: typeof v['sku'] === 'string' && v['sku'] !== '' ? v['sku'] : check.mismatch(),
    status: copyInventoryStatus(v['status']),
    on_hand:
      check.isInteger(v['on_hand']) && v['on_hand'] >= 0 && v['on_hand'] <= 9007199254740991
        ? v['on_hand']
        : check.mismatch(),
    available:
      check.isInteger(v['available']) && v['available'] >= 0 && v['available'] <= 9007199254740991
        ? v['available']
        : check.mismatch(),
    allocated:
      check.isInteger(v['allocated']) && v['allocated'] >= 0 && v['allocated'] <= 9007199254740991
        ? v['allocated']
        : check.mismatch(),
    inbound:
      check.isInteger(v['inbound']) && v['inbound'] >= 0 && v['inbound'] <= 9007199254740991
        ? v['inbound']
        : check.mismatch(),
    warehouse: copyInventoryWarehouse(v['warehouse']),
    inventory_events:
      Array.isArray(v['inventory_events']) && v['inventory_events'].length <= 50
        ? check.items(v['inventory_events'], copyInventoryEvent)
        : check.mismatch(),
  }
}

function copyPagination(v: unknown): S['Pagination'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    total_count:
      check.isInteger(v['total_count']) && v['total_count'] >= 0 && v['total_count'] <= 2147483647
        ? v['total_count']
        : check.mismatch(),
    page:
      check.isInteger(v['page']) && v['page'] >= 1 && v['page'] <= 2147483647
        ? v['page']
        : check.mismatch(),
    page_size:
      check.isInteger(v['page_size']) && v['page_size'] >= 1 && v['page_size'] <= 100
        ? v['page_size']
        : check.mismatch(),
    has_more: typeof v['has_more'] === 'boolean' ? v['has_more'] : check.mismatch(),
  }
}

function copyInventoryPage(v: unknown): S['InventoryPage'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    items:
      Array.isArray(v['items']) && v['items'].length <= 100
        ? check.items(v['items'], copyInventoryItem)
        : check.mismatch(),
    pagination: copyPagination(v['pagination']),
  }
}

function copyUnshippedOrderEventData(v: unknown): S['UnshippedOrderEventData'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    orderId: copyNonEmpty(v['orderId']),
    orderNumber:
      typeof v['orderNumber'] === 'string' && v['orderNumber'] !== ''
        ? v['orderNumber']
        : check.mismatch(),
    status: copyOrderStatus(v['status']),
    campaignId:
      typeof v['campaignId'] === 'string' && v['campaignId'] !== ''
        ? v['campaignId']
        : check.mismatch(),
    trackingNumber: v['trackingNumber'] === null ? v['trackingNumber'] : check.mismatch(),
    carrierCode: v['carrierCode'] === null ? v['carrierCode'] : check.mismatch(),
    shipDate: v['shipDate'] === null ? v['shipDate'] : check.mismatch(),
    products: Array.isArray(v['products'])
      ? check.items(v['products'], copyOrderLine)
      : check.mismatch(),
  }
}

function copyOrderCreatedEvent(v: unknown): S['OrderCreatedEvent'] {
  if (!check.isObject(v)) return check.mismatch()
  return { event: check.oneOf(v['event'], values10), data: copyUnshippedOrderEventData(v['data']) }
}

function copyOrderEventData(v: unknown): S['OrderEventData'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    orderId: copyNonEmpty(v['orderId']),
    orderNumber:
      typeof v['orderNumber'] === 'string' && v['orderNumber'] !== ''
        ? v['orderNumber']
        : check.mismatch(),
    status: copyOrderStatus(v['status']),
    campaignId:
      typeof v['campaignId'] === 'string' && v['campaignId'] !== ''
        ? v['campaignId']
        : check.mismatch(),
    trackingNumber:
      v['trackingNumber'] === null
        ? null
        : typeof v['trackingNumber'] === 'string'
          ? v['trackingNumber']
          : check.mismatch(),
    carrierCode:
      v['carrierCode'] === null
        ? null
        : typeof v['carrierCode'] === 'string'
          ? v['carrierCode']
          : check.mismatch(),
    shipDate:
      v['shipDate'] === null
        ? null
        : typeof v['shipDate'] === 'string'
          ? v['shipDate']
          : check.mismatch(),
    products: Array.isArray(v['products'])
      ? check.items(v['products'], copyOrderLine)
      : check.mismatch(),
  }
}

function copyOrderShippedEvent(v: unknown): S['OrderShippedEvent'] {
  if (!check.isObject(v)) return check.mismatch()
  return { event: check.oneOf(v['event'], values11), data: copyOrderEventData(v['data']) }
}

function copyOrderDeliveredEvent(v: unknown): S['OrderDeliveredEvent'] {
  if (!check.isObject(v)) return check.mismatch()
  return { event: check.oneOf(v['event'], values12), data: copyOrderEventData(v['data']) }
}

function copyOrderCancelledEvent(v: unknown): S['OrderCancelledEvent'] {
  if (!check.isObject(v)) return check.mismatch()
  return { event: check.oneOf(v['event'], values13), data: copyUnshippedOrderEventData(v['data']) }
}

function copyOrderReturnedEvent(v: unknown): S['OrderReturnedEvent'] {
  if (!check.isObject(v)) return check.mismatch()
  return { event: check.oneOf(v['event'], values14), data: copyOrderEventData(v['data']) }
}

function copy44(v: unknown) {
  if (v === null) return null
  if (!check.isObject(v)) return check.mismatch()
  return { page: typeof v['page'] === 'string' ? v['page'] : check.mismatch() }
}

function copyInviteViewedData(v: unknown): S['InviteViewedData'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    inviteId: typeof v['inviteId'] === 'string' ? v['inviteId'] : check.mismatch(),
    inviteNumber:
      v['inviteNumber'] === null
        ? null
        : typeof v['inviteNumber'] === 'string'
          ? v['inviteNumber']
          : check.mismatch(),
    email:
      v['email'] === null ? null : typeof v['email'] === 'string' ? v['email'] : check.mismatch(),
    campaignId: typeof v['campaignId'] === 'string' ? v['campaignId'] : check.mismatch(),
    campaignTitle: v['campaignTitle'] === null ? v['campaignTitle'] : check.mismatch(),
    eventDetails: copy44(v['eventDetails']),
  }
}

function copyInviteViewedEvent(v: unknown): S['InviteViewedEvent'] {
  if (!check.isObject(v)) return check.mismatch()
  return { event: check.oneOf(v['event'], values15), data: copyInviteViewedData(v['data']) }
}

function copy47(v: unknown) {
  if (!check.isObject(v)) return check.mismatch()
  return {
    eventType: check.oneOf(v['eventType'], values17),
    page: typeof v['page'] === 'string' ? v['page'] : check.mismatch(),
    cartItems: Array.isArray(v['cartItems'])
      ? check.items(v['cartItems'], copyOrderLine)
      : check.mismatch(),
  }
}

function copyInviteCartUpdatedData(v: unknown): S['InviteCartUpdatedData'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    inviteId: typeof v['inviteId'] === 'string' ? v['inviteId'] : check.mismatch(),
    inviteNumber:
      v['inviteNumber'] === null
        ? null
        : typeof v['inviteNumber'] === 'string'
          ? v['inviteNumber']
          : check.mismatch(),
    email:
      v['email'] === null ? null : typeof v['email'] === 'string' ? v['email'] : check.mismatch(),
    campaignId: typeof v['campaignId'] === 'string' ? v['campaignId'] : check.mismatch(),
    campaignTitle: v['campaignTitle'] === null ? v['campaignTitle'] : check.mismatch(),
    eventDetails: copy47(v['eventDetails']),
  }
}

function copyInviteCartUpdatedEvent(v: unknown): S['InviteCartUpdatedEvent'] {
  if (!check.isObject(v)) return check.mismatch()
  return { event: check.oneOf(v['event'], values16), data: copyInviteCartUpdatedData(v['data']) }
}

function copy50(v: unknown) {
  if (!check.isObject(v)) return check.mismatch()
  return {
    eventType: check.oneOf(v['eventType'], values19),
    ...(v['cartItems'] === undefined
      ? undefined
      : {
          cartItems: Array.isArray(v['cartItems'])
            ? check.items(v['cartItems'], copyOrderLine)
            : check.mismatch(),
        }),
  }
}

function copyInviteRedeemedData(v: unknown): S['InviteRedeemedData'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    inviteId: typeof v['inviteId'] === 'string' ? v['inviteId'] : check.mismatch(),
    inviteNumber:
      v['inviteNumber'] === null
        ? null
        : typeof v['inviteNumber'] === 'string'
          ? v['inviteNumber']
          : check.mismatch(),
    email:
      v['email'] === null ? null : typeof v['email'] === 'string' ? v['email'] : check.mismatch(),
    campaignId: typeof v['campaignId'] === 'string' ? v['campaignId'] : check.mismatch(),
    campaignTitle: v['campaignTitle'] === null ? v['campaignTitle'] : check.mismatch(),
    eventDetails: copy50(v['eventDetails']),
  }
}

function copyInviteRedeemedEvent(v: unknown): S['InviteRedeemedEvent'] {
  if (!check.isObject(v)) return check.mismatch()
  return { event: check.oneOf(v['event'], values18), data: copyInviteRedeemedData(v['data']) }
}

function copyWebhookTestData(v: unknown): S['WebhookTestData'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    message: check.oneOf(v['message'], values21),
    timestamp: typeof v['timestamp'] === 'string' ? v['timestamp'] : check.mismatch(),
  }
}

function copyWebhookTestEvent(v: unknown): S['WebhookTestEvent'] {
  if (!check.isObject(v)) return check.mismatch()
  return { event: check.oneOf(v['event'], values20), data: copyWebhookTestData(v['data']) }
}

/** Checks and copies the body of a reply, by operation and status. */
export const replies: { [Id in OperationId]: { [status: string]: BodyCheck } } = {
  checkAuth: {
    200: check.reply<S['AuthResult']>('checkAuth 200', checks.isAuthResult, copyAuthResult),
  },
  checkAuthPut: {
    200: check.reply<S['AuthResult']>('checkAuthPut 200', checks.isAuthResult, copyAuthResult),
  },
  checkAuthPost: {
    200: check.reply<S['AuthResult']>('checkAuthPost 200', checks.isAuthResult, copyAuthResult),
  },
  checkAuthDelete: {
    200: check.reply<S['AuthResult']>('checkAuthDelete 200', checks.isAuthResult, copyAuthResult),
  },
  checkAuthOptions: {
    200: check.reply<S['AuthResult']>('checkAuthOptions 200', checks.isAuthResult, copyAuthResult),
  },
  checkAuthHead: {
    200: check.reply<S['AuthResult']>('checkAuthHead 200', checks.isAuthResult, copyAuthResult),
  },
  checkAuthPatch: {
    200: check.reply<S['AuthResult']>('checkAuthPatch 200', checks.isAuthResult, copyAuthResult),
  },
  checkAuthTrace: {
    200: check.reply<S['AuthResult']>('checkAuthTrace 200', checks.isAuthResult, copyAuthResult),
  },
  listProducts: {
    200: check.reply<S['ProductVariant'][]>('listProducts 200', checks.check38, copy3),
    400: check.reply<S['Message']>('listProducts 400', checks.isMessage, copyMessage),
  },
  listCampaigns: { 200: check.reply<S['Campaign'][]>('listCampaigns 200', checks.check41, copy6) },
  listContacts: {
    200: check.reply<S['Contact'][]>('listContacts 200', checks.check43, copy8),
    400: check.reply<S['Message']>('listContacts 400', checks.isMessage, copyMessage),
  },
  createContact: {
    200: check.reply<S['ContactCreated']>(
      'createContact 200',
      checks.isContactCreated,
      copyContactCreated,
    ),
    400: check.reply<Omit<S['ValidationError'], 'errors'>>(
      'createContact 400',
      checks.check46,
      copy11,
    ),
  },
  createInvite: {
    200: check.reply<S['InviteCreated']>(
      'createInvite 200',
      checks.isInviteCreated,
      copyInviteCreated,
    ),
    400: check.reply<Omit<S['ValidationError'], 'errors'>>(
      'createInvite 400',
      checks.check49,
      copy14,
    ),
  },
  listWebhookEvents: {
    200: check.reply<S['EventCatalog']>(
      'listWebhookEvents 200',
      checks.isEventCatalog,
      copyEventCatalog,
    ),
  },
  listWebhooks: {
    200: check.reply<S['WebhookList']>('listWebhooks 200', checks.isWebhookList, copyWebhookList),
  },
  createWebhook: {
    201: check.reply<S['WebhookSubscriptionWithSecret']>(
      'createWebhook 201',
      checks.isWebhookSubscriptionWithSecret,
      copyWebhookSubscriptionWithSecret,
    ),
    400: check.reply<S['Message']>('createWebhook 400', checks.isMessage, copyMessage),
  },
  updateWebhook: {
    200: check.reply<S['WebhookSubscription']>(
      'updateWebhook 200',
      checks.isWebhookSubscription,
      copyWebhookSubscription,
    ),
    400: check.reply<S['Message']>('updateWebhook 400', checks.isMessage, copyMessage),
  },
  deleteWebhook: {
    200: check.reply<S['Message']>('deleteWebhook 200', checks.isMessage, copyMessage),
    400: check.reply<S['Message']>('deleteWebhook 400', checks.isMessage, copyMessage),
  },
  testWebhook: {
    200: check.reply<S['WebhookTestResult']>(
      'testWebhook 200',
      checks.isWebhookTestResult,
      copyWebhookTestResult,
    ),
    400: check.reply<S['Message']>('testWebhook 400', checks.isMessage, copyMessage),
  },
  rotateWebhookSecret: {
    200: check.reply<S['WebhookSubscriptionWithSecret']>(
      'rotateWebhookSecret 200',
      checks.isWebhookSubscriptionWithSecret,
      copyWebhookSubscriptionWithSecret,
    ),
    400: check.reply<S['Message']>('rotateWebhookSecret 400', checks.isMessage, copyMessage),
  },
  listOrders: {
    200: check.reply<S['Order'][]>('listOrders 200', checks.check56, copy22),
    400: check.reply<S['Message']>('listOrders 400', checks.isMessage, copyMessage),
  },
  getOrder: {
    200: check.reply<S['Order']>('getOrder 200', checks.isOrder, copyOrder),
    400: check.reply<S['Message']>('getOrder 400', checks.isMessage, copyMessage),
    404: check.reply<S['Message']>('getOrder 404', checks.isMessage, copyMessage),
  },
  createOrder: {
    201: check.reply<S['Order']>('createOrder 201', checks.isOrder, copyOrder),
    400: check.reply<Omit<S['ValidationError'], 'errors'>>(
      'createOrder 400',
      checks.check60,
      copy27,
    ),
  },
  cancelOrder: {
    201: check.reply<S['Order']>('cancelOrder 201', checks.isOrder, copyOrder),
    400: check.reply<Omit<S['ValidationError'], 'errors'>>(
      'cancelOrder 400',
      checks.check61,
      copy28,
    ),
  },
  listInventory: {
    200: check.reply<S['InventoryPage']>(
      'listInventory 200',
      checks.isInventoryPage,
      copyInventoryPage,
    ),
    400: check.reply<S['Message']>('listInventory 400', checks.isMessage, copyMessage),
  },
}

/** Checks and copies the payload of a webhook, by event. */
export const payloads = {
  'order.created': check.reply<S['OrderCreatedEvent']>(
    'order.created',
    checks.isOrderCreatedEvent,
    copyOrderCreatedEvent,
  ),
  'order.shipped': check.reply<S['OrderShippedEvent']>(
    'order.shipped',
    checks.isOrderShippedEvent,
    copyOrderShippedEvent,
  ),
  'order.delivered': check.reply<S['OrderDeliveredEvent']>(
    'order.delivered',
    checks.isOrderDeliveredEvent,
    copyOrderDeliveredEvent,
  ),
  'order.cancelled': check.reply<S['OrderCancelledEvent']>(
    'order.cancelled',
    checks.isOrderCancelledEvent,
    copyOrderCancelledEvent,
  ),
  'order.returned': check.reply<S['OrderReturnedEvent']>(
    'order.returned',
    checks.isOrderReturnedEvent,
    copyOrderReturnedEvent,
  ),
  'invite.viewed': check.reply<S['InviteViewedEvent']>(
    'invite.viewed',
    checks.isInviteViewedEvent,
    copyInviteViewedEvent,
  ),
  'invite.cart_updated': check.reply<S['InviteCartUpdatedEvent']>(
    'invite.cart_updated',
    checks.isInviteCartUpdatedEvent,
    copyInviteCartUpdatedEvent,
  ),
  'invite.redeemed': check.reply<S['InviteRedeemedEvent']>(
    'invite.redeemed',
    checks.isInviteRedeemedEvent,
    copyInviteRedeemedEvent,
  ),
  'webhook.test': check.reply<S['WebhookTestEvent']>(
    'webhook.test',
    checks.isWebhookTestEvent,
    copyWebhookTestEvent,
  ),
}
