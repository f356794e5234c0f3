// Generated from the OpenAPI document. Do not edit.

import * as check from './check.ts'
import * as checks from './checks.ts'
import type { Inputs } from './inputs.ts'
import { parameters } from './parameters.ts'
import type { components } from './types.ts'

type S = components['schemas']

const values1 = ['invited', 'not_invited'] as const
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
const values3 = ['AWAITING_SHIPMENT', 'SHIPPED', 'CANCELLED', 'RETURNED'] as const
const values4 = ['in_stock', 'low_stock', 'out_of_stock'] as const

function copy1(v: unknown): Inputs['listProducts']['query'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    limit:
      v['limit'] === undefined ? 20 : check.isInteger(v['limit']) ? v['limit'] : check.mismatch(),
    offset:
      v['offset'] === undefined ? 0 : check.isInteger(v['offset']) ? v['offset'] : check.mismatch(),
  }
}

function copyFilledText(v: unknown): S['FilledText'] {
  return typeof v === 'string' ? v : check.mismatch()
}

function copyText(v: unknown): S['Text'] {
  return typeof v === 'string' ? v : check.mismatch()
}

function copy2(v: unknown): Inputs['listContacts']['query'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    campaignId: copyFilledText(v['campaignId']),
    limit:
      v['limit'] === undefined ? 20 : check.isInteger(v['limit']) ? v['limit'] : check.mismatch(),
    offset:
      v['offset'] === undefined ? 0 : check.isInteger(v['offset']) ? v['offset'] : check.mismatch(),
    ...(v['searchText'] === undefined ? undefined : { searchText: copyText(v['searchText']) }),
    ...(v['tags'] === undefined
      ? undefined
      : { tags: Array.isArray(v['tags']) ? check.items(v['tags'], copyText) : check.mismatch() }),
    ...(v['inviteStatusFilter'] === undefined
      ? undefined
      : { inviteStatusFilter: check.oneOf(v['inviteStatusFilter'], values1) }),
    ...(v['orderCountFilter'] === undefined
      ? undefined
      : {
          orderCountFilter: check.isInteger(v['orderCountFilter'])
            ? v['orderCountFilter']
            : check.mismatch(),
        }),
  }
}

function copyFilledText100(v: unknown): S['FilledText100'] {
  return typeof v === 'string' ? v : check.mismatch()
}

function copyEmail(v: unknown): S['Email'] {
  return typeof v === 'string' ? v : check.mismatch()
}

function copyText30(v: unknown): S['Text30'] {
  return typeof v === 'string' ? v : check.mismatch()
}

function copyText200(v: unknown): S['Text200'] {
  return typeof v === 'string' ? v : check.mismatch()
}

function copyText100(v: unknown): S['Text100'] {
  return typeof v === 'string' ? v : check.mismatch()
}

function copyText20(v: unknown): S['Text20'] {
  return typeof v === 'string' ? v : check.mismatch()
}

function copyContactCreate(v: unknown): S['ContactCreate'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    firstName: copyFilledText100(v['firstName']),
    lastName: copyFilledText100(v['lastName']),
    email: copyEmail(v['email']),
    campaignId: copyFilledText(v['campaignId']),
    ...(v['phone'] === undefined ? undefined : { phone: copyText30(v['phone']) }),
    ...(v['companyName'] === undefined
      ? undefined
      : { companyName: copyText200(v['companyName']) }),
    ...(v['street1'] === undefined ? undefined : { street1: copyText200(v['street1']) }),
    ...(v['street2'] === undefined ? undefined : { street2: copyText200(v['street2']) }),
    ...(v['city'] === undefined ? undefined : { city: copyText100(v['city']) }),
    ...(v['state'] === undefined ? undefined : { state: copyText100(v['state']) }),
    ...(v['country'] === undefined ? undefined : { country: copyText100(v['country']) }),
    ...(v['zip'] === undefined ? undefined : { zip: copyText20(v['zip']) }),
    ...(v['dateOfBirth'] === undefined ? undefined : { dateOfBirth: copyText(v['dateOfBirth']) }),
    ...(v['hireDate'] === undefined ? undefined : { hireDate: copyText(v['hireDate']) }),
    ...(v['shirtSize'] === undefined ? undefined : { shirtSize: copyText20(v['shirtSize']) }),
    ...(v['tags'] === undefined
      ? undefined
      : { tags: Array.isArray(v['tags']) ? check.items(v['tags'], copyText) : check.mismatch() }),
    ...(v['profilePicture'] === undefined
      ? undefined
      : { profilePicture: copyText(v['profilePicture']) }),
  }
}

function copyTimestamp(v: unknown): S['Timestamp'] {
  return typeof v === 'string' ? v : check.mismatch()
}

function copyInviteCreate(v: unknown): S['InviteCreate'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    campaignId: copyFilledText(v['campaignId']),
    sendEmailNotification:
      typeof v['sendEmailNotification'] === 'boolean'
        ? v['sendEmailNotification']
        : check.mismatch(),
    ...(v['firstName'] === undefined ? undefined : { firstName: copyText100(v['firstName']) }),
    ...(v['lastName'] === undefined ? undefined : { lastName: copyText100(v['lastName']) }),
    ...(v['email'] === undefined ? undefined : { email: copyEmail(v['email']) }),
    ...(v['companyName'] === undefined
      ? undefined
      : { companyName: copyText200(v['companyName']) }),
    ...(v['expiresAt'] === undefined ? undefined : { expiresAt: copyTimestamp(v['expiresAt']) }),
  }
}

function copyWebhookUrl(v: unknown): S['WebhookUrl'] {
  return typeof v === 'string' ? v : check.mismatch()
}

function copyEventName(v: unknown): S['EventName'] {
  return check.oneOf(v, values2)
}

function copyWebhookCreate(v: unknown): S['WebhookCreate'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    url: copyWebhookUrl(v['url']),
    events: Array.isArray(v['events']) ? check.items(v['events'], copyEventName) : check.mismatch(),
  }
}

function copy17(v: unknown): Inputs['updateWebhook']['path'] {
  if (!check.isObject(v)) return check.mismatch()
  return { id: copyFilledText(v['id']) }
}

function copyWebhookUpdate(v: unknown): S['WebhookUpdate'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    ...(v['url'] === undefined ? undefined : { url: copyWebhookUrl(v['url']) }),
    ...(v['events'] === undefined
      ? undefined
      : {
          events: Array.isArray(v['events'])
            ? check.items(v['events'], copyEventName)
            : check.mismatch(),
        }),
    ...(v['active'] === undefined
      ? undefined
      : { active: typeof v['active'] === 'boolean' ? v['active'] : check.mismatch() }),
  }
}

function copy19(v: unknown): Inputs['deleteWebhook']['path'] {
  if (!check.isObject(v)) return check.mismatch()
  return { id: copyFilledText(v['id']) }
}

function copy20(v: unknown): Inputs['testWebhook']['path'] {
  if (!check.isObject(v)) return check.mismatch()
  return { id: copyFilledText(v['id']) }
}

function copy21(v: unknown): Inputs['rotateWebhookSecret']['path'] {
  if (!check.isObject(v)) return check.mismatch()
  return { id: copyFilledText(v['id']) }
}

function copyOrderStatus(v: unknown): S['OrderStatus'] {
  return check.oneOf(v, values3)
}

function copy22(v: unknown): Inputs['listOrders']['query'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    limit:
      v['limit'] === undefined ? 20 : check.isInteger(v['limit']) ? v['limit'] : check.mismatch(),
    offset:
      v['offset'] === undefined ? 0 : check.isInteger(v['offset']) ? v['offset'] : check.mismatch(),
    ...(v['campaignId'] === undefined
      ? undefined
      : { campaignId: copyFilledText(v['campaignId']) }),
    ...(v['email'] === undefined ? undefined : { email: copyFilledText(v['email']) }),
    ...(v['orderStatus'] === undefined
      ? undefined
      : { orderStatus: copyOrderStatus(v['orderStatus']) }),
    ...(v['sourceOrderNumber'] === undefined
      ? undefined
      : { sourceOrderNumber: copyFilledText(v['sourceOrderNumber']) }),
  }
}

function copy24(v: unknown): Inputs['getOrder']['path'] {
  if (!check.isObject(v)) return check.mismatch()
  return { orderId: copyFilledText(v['orderId']) }
}

function copyOrderLineCreate(v: unknown): S['OrderLineCreate'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    sku: copyFilledText(v['sku']),
    quantity: check.isInteger(v['quantity']) ? v['quantity'] : check.mismatch(),
  }
}

function copyFilledText200(v: unknown): S['FilledText200'] {
  return typeof v === 'string' ? v : check.mismatch()
}

function copyShipTo(v: unknown): S['ShipTo'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    firstName: copyFilledText100(v['firstName']),
    email: copyEmail(v['email']),
    street1: copyFilledText200(v['street1']),
    city: copyFilledText100(v['city']),
    zip: copyText20(v['zip']),
    country: copyFilledText100(v['country']),
    ...(v['lastName'] === undefined ? undefined : { lastName: copyText100(v['lastName']) }),
    ...(v['street2'] === undefined ? undefined : { street2: copyText200(v['street2']) }),
    ...(v['state'] === undefined ? undefined : { state: copyText100(v['state']) }),
    ...(v['phone'] === undefined ? undefined : { phone: copyText30(v['phone']) }),
    ...(v['companyName'] === undefined
      ? undefined
      : { companyName: copyText200(v['companyName']) }),
  }
}

function copyText2000(v: unknown): S['Text2000'] {
  return typeof v === 'string' ? v : check.mismatch()
}

function copyOrderCreate(v: unknown): S['OrderCreate'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    campaignId: copyFilledText(v['campaignId']),
    products: Array.isArray(v['products'])
      ? check.items(v['products'], copyOrderLineCreate)
      : check.mismatch(),
    shipTo: copyShipTo(v['shipTo']),
    ...(v['notes'] === undefined ? undefined : { notes: copyText2000(v['notes']) }),
    ...(v['sourceOrderNumber'] === undefined
      ? undefined
      : { sourceOrderNumber: copyFilledText100(v['sourceOrderNumber']) }),
    ...(v['warehouse'] === undefined ? undefined : { warehouse: copyFilledText(v['warehouse']) }),
  }
}

function copyOrderCancel(v: unknown): S['OrderCancel'] {
  if (!check.isObject(v)) return check.mismatch()
  return { orderId: copyFilledText(v['orderId']) }
}

function copyInventoryStatus(v: unknown): S['InventoryStatus'] {
  return check.oneOf(v, values4)
}

function copy31(v: unknown): Inputs['listInventory']['query'] {
  if (!check.isObject(v)) return check.mismatch()
  return {
    page: v['page'] === undefined ? 1 : check.isInteger(v['page']) ? v['page'] : check.mismatch(),
    page_size:
      v['page_size'] === undefined
        ? 20
        : check.isInteger(v['page_size'])
          ? v['page_size']
          : check.mismatch(),
    ...(v['sku'] === undefined ? undefined : { sku: copyText(v['sku']) }),
    ...(v['product_name'] === undefined
      ? undefined
      : { product_name: copyText(v['product_name']) }),
    ...(v['warehouse_id'] === undefined
      ? undefined
      : { warehouse_id: copyFilledText(v['warehouse_id']) }),
    ...(v['status'] === undefined ? undefined : { status: copyInventoryStatus(v['status']) }),
  }
}

/** Functions that read and check the parameters and the body of a request, by operation. */
export const requests = {
  listProducts: {
    query: parameters(
      [
        { name: 'limit', style: 'form', explode: true, types: ['integer'], unsigned: true },
        { name: 'offset', style: 'form', explode: true, types: ['integer'], unsigned: true },
      ],
      checks.check1,
      copy1,
    ),
  },
  listContacts: {
    query: parameters(
      [
        { name: 'campaignId', style: 'form', explode: true, types: ['string'] },
        { name: 'searchText', style: 'form', explode: true, types: ['string'] },
        {
          name: 'tags',
          style: 'form',
          explode: true,
          types: ['array'],
          items: { types: ['string'] },
        },
        { name: 'inviteStatusFilter', style: 'form', explode: true, types: ['string'] },
        {
          name: 'orderCountFilter',
          style: 'form',
          explode: true,
          types: ['integer'],
          unsigned: true,
        },
        { name: 'limit', style: 'form', explode: true, types: ['integer'], unsigned: true },
        { name: 'offset', style: 'form', explode: true, types: ['integer'], unsigned: true },
      ],
      checks.check2,
      copy2,
    ),
  },
  createContact: {
    body: { 'application/json': check.reader(checks.isContactCreate, copyContactCreate) },
  },
  createInvite: {
    body: { 'application/json': check.reader(checks.isInviteCreate, copyInviteCreate) },
  },
  createWebhook: {
    body: { 'application/json': check.reader(checks.isWebhookCreate, copyWebhookCreate) },
  },
  updateWebhook: {
    path: parameters(
      [{ name: 'id', style: 'simple', explode: false, types: ['string'] }],
      checks.check18,
      copy17,
    ),
    body: { 'application/json': check.reader(checks.isWebhookUpdate, copyWebhookUpdate) },
  },
  deleteWebhook: {
    path: parameters(
      [{ name: 'id', style: 'simple', explode: false, types: ['string'] }],
      checks.check20,
      copy19,
    ),
  },
  testWebhook: {
    path: parameters(
      [{ name: 'id', style: 'simple', explode: false, types: ['string'] }],
      checks.check21,
      copy20,
    ),
  },
  rotateWebhookSecret: {
    path: parameters(
      [{ name: 'id', style: 'simple', explode: false, types: ['string'] }],
      checks.check22,
      copy21,
    ),
  },
  listOrders: {
    query: parameters(
      [
        { name: 'campaignId', style: 'form', explode: true, types: ['string'] },
        { name: 'email', style: 'form', explode: true, types: ['string'] },
        { name: 'orderStatus', style: 'form', explode: true, types: ['string'] },
        { name: 'sourceOrderNumber', style: 'form', explode: true, types: ['string'] },
        { name: 'limit', style: 'form', explode: true, types: ['integer'], unsigned: true },
        { name: 'offset', style: 'form', explode: true, types: ['integer'], unsigned: true },
      ],
      checks.check23,
      copy22,
    ),
  },
  getOrder: {
    path: parameters(
      [{ name: 'orderId', style: 'simple', explode: false, types: ['string'] }],
      checks.check25,
      copy24,
    ),
  },
  createOrder: {
    body: { 'application/json': check.reader(checks.isOrderCreate, copyOrderCreate) },
  },
  cancelOrder: {
    body: { 'application/json': check.reader(checks.isOrderCancel, copyOrderCancel) },
  },
  listInventory: {
    query: parameters(
      [
        { name: 'page', style: 'form', explode: true, types: ['integer'], unsigned: true },
        { name: 'page_size', style: 'form', explode: true, types: ['integer'], unsigned: true },
        { name: 'sku', style: 'form', explode: true, types: ['string'] },
        { name: 'product_name', style: 'form', explode: true, types: ['string'] },
        { name: 'warehouse_id', style: 'form', explode: true, types: ['string'] },
        { name: 'status', style: 'form', explode: true, types: ['string'] },
      ],
      checks.check34,
      copy31,
    ),
  },
}
