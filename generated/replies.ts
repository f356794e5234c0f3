// Generated from the OpenAPI document. Do not edit.

import * as check from './check.ts'
import * as checks from './checks.ts'
import type { OperationId } from './operations.ts'
import type { BodyCheck } from './send-reply.ts'
import type { components } from './types.ts'

type S = components['schemas']

const valuesInviteStatus = ['UNUSED', 'USED'] as const
const valuesEventName = [
  'order.created',
  'order.shipped',
  'order.delivered',
  'order.cancelled',
  'order.returned',
  'invite.viewed',
  'invite.cart_updated',
  'invite.redeemed',
] as const
const valuesEventDescriptionCategory = ['order', 'invite'] as const
const valuesOrderStatus = ['AWAITING_SHIPMENT', 'SHIPPED', 'CANCELLED', 'RETURNED'] as const
const valuesOrderPaymentStatus = ['PAID'] as const
const valuesOrderAllocationStatus = ['ALLOCATED', 'BACKORDERED', 'RELEASED'] as const
const valuesOrderOrderSource = ['API', 'REDEMPTION', 'IMPORT'] as const
const valuesInventoryStatus = ['in_stock', 'low_stock', 'out_of_stock'] as const
const valuesInventoryEventEvent_type = [
  'received',
  'adjusted',
  'inbound_expected',
  'inbound_received',
  'order_allocated',
  'order_released',
  'order_shipped',
  'order_returned',
] as const
const valuesOrderCreatedEventEvent = ['order.created'] as const
const valuesUnshippedOrderEventDataTrackingNumber = [null] as const
const valuesOrderShippedEventEvent = ['order.shipped'] as const
const valuesOrderDeliveredEventEvent = ['order.delivered'] as const
const valuesOrderCancelledEventEvent = ['order.cancelled'] as const
const valuesOrderReturnedEventEvent = ['order.returned'] as const
const valuesInviteViewedEventEvent = ['invite.viewed'] as const
const valuesInviteCartUpdatedEventEvent = ['invite.cart_updated'] as const
const valuesInviteCartUpdatedDataEventDetailsEventType = [
  'CART_ADD',
  'CART_UPDATE',
  'CART_REMOVE',
] as const
const valuesInviteRedeemedEventEvent = ['invite.redeemed'] as const
const valuesInviteRedeemedDataEventDetailsEventType = ['ORDER_COMPLETE'] as const
const valuesWebhookTestEventEvent = ['webhook.test'] as const
const valuesWebhookTestDataMessage = ['Your webhook endpoint is configured correctly.'] as const

function copyNonEmpty(v: unknown): S['NonEmpty'] {
  return typeof v === 'string' && v !== '' ? v : check.mismatch()
}

function copyAuthResult(v: unknown): S['AuthResult'] {
  const o = check.fields(v)
  return {
    account_id: copyNonEmpty(o['account_id']),
    message:
      typeof o['message'] === 'string' && o['message'] !== '' ? o['message'] : check.mismatch(),
  }
}

function copyProductVariant(v: unknown): S['ProductVariant'] {
  const o = check.fields(v)
  return {
    id: copyNonEmpty(o['id']),
    title: typeof o['title'] === 'string' ? o['title'] : check.mismatch(),
    sku: typeof o['sku'] === 'string' && o['sku'] !== '' ? o['sku'] : check.mismatch(),
    minimumOrderQuantity:
      check.isInteger(o['minimumOrderQuantity']) &&
      o['minimumOrderQuantity'] >= 0 &&
      o['minimumOrderQuantity'] <= 2147483647
        ? o['minimumOrderQuantity']
        : check.mismatch(),
    productionTime:
      check.isInteger(o['productionTime']) &&
      o['productionTime'] >= 0 &&
      o['productionTime'] <= 2147483647
        ? o['productionTime']
        : check.mismatch(),
    imageUrl:
      o['imageUrl'] === null
        ? null
        : typeof o['imageUrl'] === 'string' && o['imageUrl'] !== ''
          ? o['imageUrl']
          : check.mismatch(),
    piecesPerCarton:
      o['piecesPerCarton'] === null
        ? null
        : check.isNumber(o['piecesPerCarton']) && o['piecesPerCarton'] >= 0
          ? o['piecesPerCarton']
          : check.mismatch(),
    cartonHeight:
      o['cartonHeight'] === null
        ? null
        : check.isNumber(o['cartonHeight']) && o['cartonHeight'] >= 0
          ? o['cartonHeight']
          : check.mismatch(),
    cartonLength:
      o['cartonLength'] === null
        ? null
        : check.isNumber(o['cartonLength']) && o['cartonLength'] >= 0
          ? o['cartonLength']
          : check.mismatch(),
    cartonWidth:
      o['cartonWidth'] === null
        ? null
        : check.isNumber(o['cartonWidth']) && o['cartonWidth'] >= 0
          ? o['cartonWidth']
          : check.mismatch(),
    weight:
      o['weight'] === null
        ? null
        : check.isNumber(o['weight']) && o['weight'] >= 0
          ? o['weight']
          : check.mismatch(),
    packageHeight:
      o['packageHeight'] === null
        ? null
        : check.isNumber(o['packageHeight']) && o['packageHeight'] >= 0
          ? o['packageHeight']
          : check.mismatch(),
    packageLength:
      o['packageLength'] === null
        ? null
        : check.isNumber(o['packageLength']) && o['packageLength'] >= 0
          ? o['packageLength']
          : check.mismatch(),
    packageWidth:
      o['packageWidth'] === null
        ? null
        : check.isNumber(o['packageWidth']) && o['packageWidth'] >= 0
          ? o['packageWidth']
          : check.mismatch(),
    packageWeight:
      o['packageWeight'] === null
        ? null
        : check.isNumber(o['packageWeight']) && o['packageWeight'] >= 0
          ? o['packageWeight']
          : check.mismatch(),
  }
}

function copyListProducts200(v: unknown): S['ProductVariant'][] {
  return Array.isArray(v) ? check.items(v, copyProductVariant) : check.mismatch()
}

function copyMessage(v: unknown): S['Message'] {
  const o = check.fields(v)
  return { message: copyNonEmpty(o['message']) }
}

function copyCampaign(v: unknown): S['Campaign'] {
  const o = check.fields(v)
  return {
    id: copyNonEmpty(o['id']),
    name: typeof o['name'] === 'string' ? o['name'] : check.mismatch(),
    expiration: typeof o['expiration'] === 'string' ? o['expiration'] : check.mismatch(),
    products: Array.isArray(o['products'])
      ? check.items(o['products'], copyProductVariant)
      : check.mismatch(),
    status: typeof o['status'] === 'string' && o['status'] !== '' ? o['status'] : check.mismatch(),
    allowOutOfStockOrders:
      typeof o['allowOutOfStockOrders'] === 'boolean'
        ? o['allowOutOfStockOrders']
        : check.mismatch(),
  }
}

function copyListCampaigns200(v: unknown): S['Campaign'][] {
  return Array.isArray(v) ? check.items(v, copyCampaign) : check.mismatch()
}

function copyContact(v: unknown): S['Contact'] {
  const o = check.fields(v)
  return {
    id: copyNonEmpty(o['id']),
    firstName:
      typeof o['firstName'] === 'string' && check.isShort(o['firstName'], 100)
        ? o['firstName']
        : check.mismatch(),
    lastName:
      typeof o['lastName'] === 'string' && check.isShort(o['lastName'], 100)
        ? o['lastName']
        : check.mismatch(),
    email:
      typeof o['email'] === 'string' && check.isShort(o['email'], 254)
        ? o['email']
        : check.mismatch(),
    tags: Array.isArray(o['tags'])
      ? check.items(o['tags'], (v: unknown) => (typeof v === 'string' ? v : check.mismatch()))
      : check.mismatch(),
    campaignId:
      typeof o['campaignId'] === 'string' && o['campaignId'] !== ''
        ? o['campaignId']
        : check.mismatch(),
    street1:
      typeof o['street1'] === 'string' && check.isShort(o['street1'], 200)
        ? o['street1']
        : check.mismatch(),
    street2:
      typeof o['street2'] === 'string' && check.isShort(o['street2'], 200)
        ? o['street2']
        : check.mismatch(),
    city:
      typeof o['city'] === 'string' && check.isShort(o['city'], 100) ? o['city'] : check.mismatch(),
    state:
      typeof o['state'] === 'string' && check.isShort(o['state'], 100)
        ? o['state']
        : check.mismatch(),
    country:
      typeof o['country'] === 'string' && check.isShort(o['country'], 100)
        ? o['country']
        : check.mismatch(),
    zip: typeof o['zip'] === 'string' && check.isShort(o['zip'], 20) ? o['zip'] : check.mismatch(),
    dateOfBirth: typeof o['dateOfBirth'] === 'string' ? o['dateOfBirth'] : check.mismatch(),
    hireDate: typeof o['hireDate'] === 'string' ? o['hireDate'] : check.mismatch(),
    phone:
      typeof o['phone'] === 'string' && check.isShort(o['phone'], 30)
        ? o['phone']
        : check.mismatch(),
    shirtSize:
      typeof o['shirtSize'] === 'string' && check.isShort(o['shirtSize'], 20)
        ? o['shirtSize']
        : check.mismatch(),
    orderCount:
      check.isInteger(o['orderCount']) && o['orderCount'] >= 0 && o['orderCount'] <= 2147483647
        ? o['orderCount']
        : check.mismatch(),
  }
}

function copyListContacts200(v: unknown): S['Contact'][] {
  return Array.isArray(v) ? check.items(v, copyContact) : check.mismatch()
}

function copyContactCreated(v: unknown): S['ContactCreated'] {
  const o = check.fields(v)
  return { contactId: copyNonEmpty(o['contactId']) }
}

function copyCreateContact400(v: unknown): Omit<S['ValidationError'], 'errors'> {
  const o = check.fields(v)
  return { message: copyNonEmpty(o['message']) }
}

function copyInvite(v: unknown): S['Invite'] {
  const o = check.fields(v)
  return {
    _id: copyNonEmpty(o['_id']),
    slug:
      typeof o['slug'] === 'string' && o['slug'] !== '' && checks.patternInviteSlug.test(o['slug'])
        ? o['slug']
        : check.mismatch(),
    inviteNumber:
      typeof o['inviteNumber'] === 'string' && o['inviteNumber'] !== ''
        ? o['inviteNumber']
        : check.mismatch(),
    status: check.oneOf(o['status'], valuesInviteStatus),
    email:
      typeof o['email'] === 'string' && check.isShort(o['email'], 254)
        ? o['email']
        : check.mismatch(),
    firstName:
      typeof o['firstName'] === 'string' && check.isShort(o['firstName'], 100)
        ? o['firstName']
        : check.mismatch(),
    lastName:
      typeof o['lastName'] === 'string' && check.isShort(o['lastName'], 100)
        ? o['lastName']
        : check.mismatch(),
    companyName:
      typeof o['companyName'] === 'string' && check.isShort(o['companyName'], 200)
        ? o['companyName']
        : check.mismatch(),
    expiresAt: typeof o['expiresAt'] === 'string' ? o['expiresAt'] : check.mismatch(),
    emailNotificationSent:
      typeof o['emailNotificationSent'] === 'boolean'
        ? o['emailNotificationSent']
        : check.mismatch(),
    createdAt: typeof o['createdAt'] === 'string' ? o['createdAt'] : check.mismatch(),
  }
}

function copyInviteCreated(v: unknown): S['InviteCreated'] {
  const o = check.fields(v)
  return {
    invite: copyInvite(o['invite']),
    inviteUrl:
      typeof o['inviteUrl'] === 'string' && o['inviteUrl'] !== ''
        ? o['inviteUrl']
        : check.mismatch(),
  }
}

function copyCreateInvite400(v: unknown): Omit<S['ValidationError'], 'errors'> {
  const o = check.fields(v)
  return { message: copyNonEmpty(o['message']) }
}

function copyEventName(v: unknown): S['EventName'] {
  return check.oneOf(v, valuesEventName)
}

function copyEventDescription(v: unknown): S['EventDescription'] {
  const o = check.fields(v)
  return {
    name: copyEventName(o['name']),
    category: check.oneOf(o['category'], valuesEventDescriptionCategory),
    description: copyNonEmpty(o['description']),
  }
}

function copyEventCatalog(v: unknown): S['EventCatalog'] {
  const o = check.fields(v)
  return {
    events:
      Array.isArray(o['events']) && o['events'].length >= 8 && o['events'].length <= 8
        ? check.items(o['events'], copyEventDescription)
        : check.mismatch(),
  }
}

function copyWebhookSubscription(v: unknown): S['WebhookSubscription'] {
  const o = check.fields(v)
  return {
    id: copyNonEmpty(o['id']),
    url: typeof o['url'] === 'string' && o['url'] !== '' ? o['url'] : check.mismatch(),
    events:
      Array.isArray(o['events']) && o['events'].length >= 1
        ? check.items(o['events'], copyEventName)
        : check.mismatch(),
    active: typeof o['active'] === 'boolean' ? o['active'] : check.mismatch(),
    createdAt: typeof o['createdAt'] === 'string' ? o['createdAt'] : check.mismatch(),
    updatedAt: typeof o['updatedAt'] === 'string' ? o['updatedAt'] : check.mismatch(),
  }
}

function copyWebhookList(v: unknown): S['WebhookList'] {
  const o = check.fields(v)
  return {
    webhooks: Array.isArray(o['webhooks'])
      ? check.items(o['webhooks'], copyWebhookSubscription)
      : check.mismatch(),
  }
}

function copyWebhookSubscriptionWithSecret(v: unknown): S['WebhookSubscriptionWithSecret'] {
  const o = check.fields(v)
  return {
    id: copyNonEmpty(o['id']),
    url: typeof o['url'] === 'string' && o['url'] !== '' ? o['url'] : check.mismatch(),
    events:
      Array.isArray(o['events']) && o['events'].length >= 1
        ? check.items(o['events'], copyEventName)
        : check.mismatch(),
    active: typeof o['active'] === 'boolean' ? o['active'] : check.mismatch(),
    secret: typeof o['secret'] === 'string' && o['secret'] !== '' ? o['secret'] : check.mismatch(),
    createdAt: typeof o['createdAt'] === 'string' ? o['createdAt'] : check.mismatch(),
    updatedAt: typeof o['updatedAt'] === 'string' ? o['updatedAt'] : check.mismatch(),
  }
}

function copyWebhookTestResult(v: unknown): S['WebhookTestResult'] {
  const o = check.fields(v)
  return {
    success: typeof o['success'] === 'boolean' ? o['success'] : check.mismatch(),
    statusCode:
      o['statusCode'] === null
        ? null
        : check.isInteger(o['statusCode']) && o['statusCode'] >= 100 && o['statusCode'] <= 999
          ? o['statusCode']
          : check.mismatch(),
    error:
      o['error'] === null
        ? null
        : typeof o['error'] === 'string' && o['error'] !== ''
          ? o['error']
          : check.mismatch(),
  }
}

function copyOrderStatus(v: unknown): S['OrderStatus'] {
  return check.oneOf(v, valuesOrderStatus)
}

function copyRecipient(v: unknown): S['Recipient'] {
  const o = check.fields(v)
  return {
    firstName:
      typeof o['firstName'] === 'string' && check.isShort(o['firstName'], 100)
        ? o['firstName']
        : check.mismatch(),
    lastName:
      typeof o['lastName'] === 'string' && check.isShort(o['lastName'], 100)
        ? o['lastName']
        : check.mismatch(),
    email:
      typeof o['email'] === 'string' && check.isShort(o['email'], 254)
        ? o['email']
        : check.mismatch(),
    phone:
      typeof o['phone'] === 'string' && check.isShort(o['phone'], 30)
        ? o['phone']
        : check.mismatch(),
    street1:
      typeof o['street1'] === 'string' && check.isShort(o['street1'], 200)
        ? o['street1']
        : check.mismatch(),
    street2:
      typeof o['street2'] === 'string' && check.isShort(o['street2'], 200)
        ? o['street2']
        : check.mismatch(),
    city:
      typeof o['city'] === 'string' && check.isShort(o['city'], 100) ? o['city'] : check.mismatch(),
    state:
      typeof o['state'] === 'string' && check.isShort(o['state'], 100)
        ? o['state']
        : check.mismatch(),
    zip: typeof o['zip'] === 'string' && check.isShort(o['zip'], 20) ? o['zip'] : check.mismatch(),
    country:
      typeof o['country'] === 'string' && check.isShort(o['country'], 100)
        ? o['country']
        : check.mismatch(),
  }
}

function copyOrderLine(v: unknown): S['OrderLine'] {
  const o = check.fields(v)
  return {
    sku: typeof o['sku'] === 'string' && o['sku'] !== '' ? o['sku'] : check.mismatch(),
    quantity:
      check.isInteger(o['quantity']) && o['quantity'] >= 1 && o['quantity'] <= 100000
        ? o['quantity']
        : check.mismatch(),
  }
}

function copyOrder(v: unknown): S['Order'] {
  const o = check.fields(v)
  return {
    id: copyNonEmpty(o['id']),
    orderNumber:
      typeof o['orderNumber'] === 'string' && o['orderNumber'] !== ''
        ? o['orderNumber']
        : check.mismatch(),
    sourceOrderNumber:
      o['sourceOrderNumber'] === null
        ? null
        : typeof o['sourceOrderNumber'] === 'string'
          ? o['sourceOrderNumber']
          : check.mismatch(),
    status: copyOrderStatus(o['status']),
    paymentStatus: check.oneOf(o['paymentStatus'], valuesOrderPaymentStatus),
    allocationStatus: check.oneOf(o['allocationStatus'], valuesOrderAllocationStatus),
    orderSource: check.oneOf(o['orderSource'], valuesOrderOrderSource),
    orderDate: typeof o['orderDate'] === 'string' ? o['orderDate'] : check.mismatch(),
    shipDate:
      o['shipDate'] === null
        ? null
        : typeof o['shipDate'] === 'string'
          ? o['shipDate']
          : check.mismatch(),
    deliveredAt:
      o['deliveredAt'] === null
        ? null
        : typeof o['deliveredAt'] === 'string'
          ? o['deliveredAt']
          : check.mismatch(),
    trackingNumber:
      o['trackingNumber'] === null
        ? null
        : typeof o['trackingNumber'] === 'string'
          ? o['trackingNumber']
          : check.mismatch(),
    carrierCode:
      o['carrierCode'] === null
        ? null
        : typeof o['carrierCode'] === 'string'
          ? o['carrierCode']
          : check.mismatch(),
    campaignId:
      typeof o['campaignId'] === 'string' && o['campaignId'] !== ''
        ? o['campaignId']
        : check.mismatch(),
    warehouse:
      o['warehouse'] === null
        ? null
        : typeof o['warehouse'] === 'string' && o['warehouse'] !== ''
          ? o['warehouse']
          : check.mismatch(),
    recipient: copyRecipient(o['recipient']),
    companyName:
      typeof o['companyName'] === 'string' && check.isShort(o['companyName'], 200)
        ? o['companyName']
        : check.mismatch(),
    notes:
      typeof o['notes'] === 'string' && check.isShort(o['notes'], 2000)
        ? o['notes']
        : check.mismatch(),
    products: Array.isArray(o['products'])
      ? check.items(o['products'], copyOrderLine)
      : check.mismatch(),
  }
}

function copyListOrders200(v: unknown): S['Order'][] {
  return Array.isArray(v) ? check.items(v, copyOrder) : check.mismatch()
}

function copyCreateOrder400(v: unknown): Omit<S['ValidationError'], 'errors'> {
  const o = check.fields(v)
  return { message: copyNonEmpty(o['message']) }
}

function copyCancelOrder400(v: unknown): Omit<S['ValidationError'], 'errors'> {
  const o = check.fields(v)
  return { message: copyNonEmpty(o['message']) }
}

function copyInventoryStatus(v: unknown): S['InventoryStatus'] {
  return check.oneOf(v, valuesInventoryStatus)
}

function copyInventoryWarehouse(v: unknown): S['InventoryWarehouse'] {
  const o = check.fields(v)
  return {
    warehouse_id: copyNonEmpty(o['warehouse_id']),
    warehouse_name:
      typeof o['warehouse_name'] === 'string' ? o['warehouse_name'] : check.mismatch(),
  }
}

function copyInventoryEvent(v: unknown): S['InventoryEvent'] {
  const o = check.fields(v)
  return {
    id: copyNonEmpty(o['id']),
    event_type: check.oneOf(o['event_type'], valuesInventoryEventEvent_type),
    quantity:
      check.isInteger(o['quantity']) && o['quantity'] >= -2147483648 && o['quantity'] <= 2147483647
        ? o['quantity']
        : check.mismatch(),
    order_id:
      o['order_id'] === null
        ? null
        : typeof o['order_id'] === 'string'
          ? o['order_id']
          : check.mismatch(),
    created_at: typeof o['created_at'] === 'string' ? o['created_at'] : check.mismatch(),
  }
}

function copyInventoryItem(v: unknown): S['InventoryItem'] {
  const o = check.fields(v)
  return {
    id: copyNonEmpty(o['id']),
    product_id:
      typeof o['product_id'] === 'string' && o['product_id'] !== ''
        ? o['product_id']
        : check.mismatch(),
    product_name: typeof o['product_name'] === 'string' ? o['product_name'] : check.mismatch(),
    sku: typeof o['sku'] === 'string' && o['sku'] !== '' ? o['sku'] : check.mismatch(),
    status: copyInventoryStatus(o['status']),
    on_hand:
      check.isInteger(o['on_hand']) && o['on_hand'] >= 0 && o['on_hand'] <= 9007199254740991
        ? o['on_hand']
        : check.mismatch(),
    available:
      check.isInteger(o['available']) && o['available'] >= 0 && o['available'] <= 9007199254740991
        ? o['available']
        : check.mismatch(),
    allocated:
      check.isInteger(o['allocated']) && o['allocated'] >= 0 && o['allocated'] <= 9007199254740991
        ? o['allocated']
        : check.mismatch(),
    inbound:
      check.isInteger(o['inbound']) && o['inbound'] >= 0 && o['inbound'] <= 9007199254740991
        ? o['inbound']
        : check.mismatch(),
    warehouse: copyInventoryWarehouse(o['warehouse']),
    inventory_events:
      Array.isArray(o['inventory_events']) && o['inventory_events'].length <= 50
        ? check.items(o['inventory_events'], copyInventoryEvent)
        : check.mismatch(),
  }
}

function copyPagination(v: unknown): S['Pagination'] {
  const o = check.fields(v)
  return {
    total_count:
      check.isInteger(o['total_count']) && o['total_count'] >= 0 && o['total_count'] <= 2147483647
        ? o['total_count']
        : check.mismatch(),
    page:
      check.isInteger(o['page']) && o['page'] >= 1 && o['page'] <= 2147483647
        ? o['page']
        : check.mismatch(),
    page_size:
      check.isInteger(o['page_size']) && o['page_size'] >= 1 && o['page_size'] <= 100
        ? o['page_size']
        : check.mismatch(),
    has_more: typeof o['has_more'] === 'boolean' ? o['has_more'] : check.mismatch(),
  }
}

function copyInventoryPage(v: unknown): S['InventoryPage'] {
  const o = check.fields(v)
  return {
    items:
      Array.isArray(o['items']) && o['items'].length <= 100
        ? check.items(o['items'], copyInventoryItem)
        : check.mismatch(),
    pagination: copyPagination(o['pagination']),
  }
}

function copyUnshippedOrderEventData(v: unknown): S['UnshippedOrderEventData'] {
  const o = check.fields(v)
  return {
    orderId: copyNonEmpty(o['orderId']),
    orderNumber:
      typeof o['orderNumber'] === 'string' && o['orderNumber'] !== ''
        ? o['orderNumber']
        : check.mismatch(),
    status: copyOrderStatus(o['status']),
    campaignId:
      typeof o['campaignId'] === 'string' && o['campaignId'] !== ''
        ? o['campaignId']
        : check.mismatch(),
    trackingNumber: check.oneOf(o['trackingNumber'], valuesUnshippedOrderEventDataTrackingNumber),
    carrierCode: check.oneOf(o['carrierCode'], valuesUnshippedOrderEventDataTrackingNumber),
    shipDate: check.oneOf(o['shipDate'], valuesUnshippedOrderEventDataTrackingNumber),
    products: Array.isArray(o['products'])
      ? check.items(o['products'], copyOrderLine)
      : check.mismatch(),
  }
}

function copyOrderCreatedEvent(v: unknown): S['OrderCreatedEvent'] {
  const o = check.fields(v)
  return {
    event: check.oneOf(o['event'], valuesOrderCreatedEventEvent),
    data: copyUnshippedOrderEventData(o['data']),
  }
}

function copyOrderEventData(v: unknown): S['OrderEventData'] {
  const o = check.fields(v)
  return {
    orderId: copyNonEmpty(o['orderId']),
    orderNumber:
      typeof o['orderNumber'] === 'string' && o['orderNumber'] !== ''
        ? o['orderNumber']
        : check.mismatch(),
    status: copyOrderStatus(o['status']),
    campaignId:
      typeof o['campaignId'] === 'string' && o['campaignId'] !== ''
        ? o['campaignId']
        : check.mismatch(),
    trackingNumber:
      o['trackingNumber'] === null
        ? null
        : typeof o['trackingNumber'] === 'string'
          ? o['trackingNumber']
          : check.mismatch(),
    carrierCode:
      o['carrierCode'] === null
        ? null
        : typeof o['carrierCode'] === 'string'
          ? o['carrierCode']
          : check.mismatch(),
    shipDate:
      o['shipDate'] === null
        ? null
        : typeof o['shipDate'] === 'string'
          ? o['shipDate']
          : check.mismatch(),
    products: Array.isArray(o['products'])
      ? check.items(o['products'], copyOrderLine)
      : check.mismatch(),
  }
}

function copyOrderShippedEvent(v: unknown): S['OrderShippedEvent'] {
  const o = check.fields(v)
  return {
    event: check.oneOf(o['event'], valuesOrderShippedEventEvent),
    data: copyOrderEventData(o['data']),
  }
}

function copyOrderDeliveredEvent(v: unknown): S['OrderDeliveredEvent'] {
  const o = check.fields(v)
  return {
    event: check.oneOf(o['event'], valuesOrderDeliveredEventEvent),
    data: copyOrderEventData(o['data']),
  }
}

function copyOrderCancelledEvent(v: unknown): S['OrderCancelledEvent'] {
  const o = check.fields(v)
  return {
    event: check.oneOf(o['event'], valuesOrderCancelledEventEvent),
    data: copyUnshippedOrderEventData(o['data']),
  }
}

function copyOrderReturnedEvent(v: unknown): S['OrderReturnedEvent'] {
  const o = check.fields(v)
  return {
    event: check.oneOf(o['event'], valuesOrderReturnedEventEvent),
    data: copyOrderEventData(o['data']),
  }
}

function copyInviteViewedDataEventDetails(v: unknown) {
  if (v === null) return null
  const o = check.fields(v)
  return { page: typeof o['page'] === 'string' ? o['page'] : check.mismatch() }
}

function copyInviteViewedData(v: unknown): S['InviteViewedData'] {
  const o = check.fields(v)
  return {
    inviteId: typeof o['inviteId'] === 'string' ? o['inviteId'] : check.mismatch(),
    inviteNumber:
      o['inviteNumber'] === null
        ? null
        : typeof o['inviteNumber'] === 'string'
          ? o['inviteNumber']
          : check.mismatch(),
    email:
      o['email'] === null ? null : typeof o['email'] === 'string' ? o['email'] : check.mismatch(),
    campaignId: typeof o['campaignId'] === 'string' ? o['campaignId'] : check.mismatch(),
    campaignTitle: check.oneOf(o['campaignTitle'], valuesUnshippedOrderEventDataTrackingNumber),
    eventDetails: copyInviteViewedDataEventDetails(o['eventDetails']),
  }
}

function copyInviteViewedEvent(v: unknown): S['InviteViewedEvent'] {
  const o = check.fields(v)
  return {
    event: check.oneOf(o['event'], valuesInviteViewedEventEvent),
    data: copyInviteViewedData(o['data']),
  }
}

function copyInviteCartUpdatedDataEventDetails(v: unknown) {
  const o = check.fields(v)
  return {
    eventType: check.oneOf(o['eventType'], valuesInviteCartUpdatedDataEventDetailsEventType),
    page: typeof o['page'] === 'string' ? o['page'] : check.mismatch(),
    cartItems: Array.isArray(o['cartItems'])
      ? check.items(o['cartItems'], copyOrderLine)
      : check.mismatch(),
  }
}

function copyInviteCartUpdatedData(v: unknown): S['InviteCartUpdatedData'] {
  const o = check.fields(v)
  return {
    inviteId: typeof o['inviteId'] === 'string' ? o['inviteId'] : check.mismatch(),
    inviteNumber:
      o['inviteNumber'] === null
        ? null
        : typeof o['inviteNumber'] === 'string'
          ? o['inviteNumber']
          : check.mismatch(),
    email:
      o['email'] === null ? null : typeof o['email'] === 'string' ? o['email'] : check.mismatch(),
    campaignId: typeof o['campaignId'] === 'string' ? o['campaignId'] : check.mismatch(),
    campaignTitle: check.oneOf(o['campaignTitle'], valuesUnshippedOrderEventDataTrackingNumber),
    eventDetails: copyInviteCartUpdatedDataEventDetails(o['eventDetails']),
  }
}

function copyInviteCartUpdatedEvent(v: unknown): S['InviteCartUpdatedEvent'] {
  const o = check.fields(v)
  return {
    event: check.oneOf(o['event'], valuesInviteCartUpdatedEventEvent),
    data: copyInviteCartUpdatedData(o['data']),
  }
}

function copyInviteRedeemedDataEventDetails(v: unknown) {
  const o = check.fields(v)
  return {
    eventType: check.oneOf(o['eventType'], valuesInviteRedeemedDataEventDetailsEventType),
    ...(o['cartItems'] === undefined
      ? undefined
      : {
          cartItems: Array.isArray(o['cartItems'])
            ? check.items(o['cartItems'], copyOrderLine)
            : check.mismatch(),
        }),
  }
}

function copyInviteRedeemedData(v: unknown): S['InviteRedeemedData'] {
  const o = check.fields(v)
  return {
    inviteId: typeof o['inviteId'] === 'string' ? o['inviteId'] : check.mismatch(),
    inviteNumber:
      o['inviteNumber'] === null
        ? null
        : typeof o['inviteNumber'] === 'string'
          ? o['inviteNumber']
          : check.mismatch(),
    email:
      o['email'] === null ? null : typeof o['email'] === 'string' ? o['email'] : check.mismatch(),
    campaignId: typeof o['campaignId'] === 'string' ? o['campaignId'] : check.mismatch(),
    campaignTitle: check.oneOf(o['campaignTitle'], valuesUnshippedOrderEventDataTrackingNumber),
    eventDetails: copyInviteRedeemedDataEventDetails(o['eventDetails']),
  }
}

function copyInviteRedeemedEvent(v: unknown): S['InviteRedeemedEvent'] {
  const o = check.fields(v)
  return {
    event: check.oneOf(o['event'], valuesInviteRedeemedEventEvent),
    data: copyInviteRedeemedData(o['data']),
  }
}

function copyWebhookTestData(v: unknown): S['WebhookTestData'] {
  const o = check.fields(v)
  return {
    message: check.oneOf(o['message'], valuesWebhookTestDataMessage),
    timestamp: typeof o['timestamp'] === 'string' ? o['timestamp'] : check.mismatch(),
  }
}

function copyWebhookTestEvent(v: unknown): S['WebhookTestEvent'] {
  const o = check.fields(v)
  return {
    event: check.oneOf(o['event'], valuesWebhookTestEventEvent),
    data: copyWebhookTestData(o['data']),
  }
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
    200: check.reply<S['ProductVariant'][]>(
      'listProducts 200',
      checks.isListProducts200,
      copyListProducts200,
    ),
    400: check.reply<S['Message']>('listProducts 400', checks.isMessage, copyMessage),
  },
  listCampaigns: {
    200: check.reply<S['Campaign'][]>(
      'listCampaigns 200',
      checks.isListCampaigns200,
      copyListCampaigns200,
    ),
  },
  listContacts: {
    200: check.reply<S['Contact'][]>(
      'listContacts 200',
      checks.isListContacts200,
      copyListContacts200,
    ),
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
      checks.isCreateContact400,
      copyCreateContact400,
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
      checks.isCreateInvite400,
      copyCreateInvite400,
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
    200: check.reply<S['Order'][]>('listOrders 200', checks.isListOrders200, copyListOrders200),
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
      checks.isCreateOrder400,
      copyCreateOrder400,
    ),
  },
  cancelOrder: {
    201: check.reply<S['Order']>('cancelOrder 201', checks.isOrder, copyOrder),
    400: check.reply<Omit<S['ValidationError'], 'errors'>>(
      'cancelOrder 400',
      checks.isCancelOrder400,
      copyCancelOrder400,
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
