// Generated from the OpenAPI document. Do not edit.

import * as check from './check.ts'
import * as checks from './checks.ts'
import type { Inputs } from './inputs.ts'
import * as parameters from './parameters.ts'
import type { components } from './types.ts'

type S = components['schemas']

const valuesListContactsQueryInviteStatusFilter = ['invited', 'not_invited'] as const
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
const valuesOrderStatus = ['AWAITING_SHIPMENT', 'SHIPPED', 'CANCELLED', 'RETURNED'] as const
const valuesInventoryStatus = ['in_stock', 'low_stock', 'out_of_stock'] as const

function copyListProductsQuery(v: unknown): Inputs['listProducts']['query'] {
  const o = check.fields(v)
  return {
    limit:
      o['limit'] === undefined ? 20 : check.isInteger(o['limit']) ? o['limit'] : check.mismatch(),
    offset:
      o['offset'] === undefined ? 0 : check.isInteger(o['offset']) ? o['offset'] : check.mismatch(),
  }
}

function copyFilledText(v: unknown): S['FilledText'] {
  return typeof v === 'string' ? v : check.mismatch()
}

function copyText(v: unknown): S['Text'] {
  return typeof v === 'string' ? v : check.mismatch()
}

function copyListContactsQuery(v: unknown): Inputs['listContacts']['query'] {
  const o = check.fields(v)
  return {
    campaignId: copyFilledText(o['campaignId']),
    limit:
      o['limit'] === undefined ? 20 : check.isInteger(o['limit']) ? o['limit'] : check.mismatch(),
    offset:
      o['offset'] === undefined ? 0 : check.isInteger(o['offset']) ? o['offset'] : check.mismatch(),
    ...(o['searchText'] === undefined ? undefined : { searchText: copyText(o['searchText']) }),
    ...(o['tags'] === undefined
      ? undefined
      : { tags: Array.isArray(o['tags']) ? check.items(o['tags'], copyText) : check.mismatch() }),
    ...(o['inviteStatusFilter'] === undefined
      ? undefined
      : {
          inviteStatusFilter: check.oneOf(
            o['inviteStatusFilter'],
            valuesListContactsQueryInviteStatusFilter,
          ),
        }),
    ...(o['orderCountFilter'] === undefined
      ? undefined
      : {
          orderCountFilter: check.isInteger(o['orderCountFilter'])
            ? o['orderCountFilter']
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
  const o = check.fields(v)
  return {
    firstName: copyFilledText100(o['firstName']),
    lastName: copyFilledText100(o['lastName']),
    email: copyEmail(o['email']),
    campaignId: copyFilledText(o['campaignId']),
    ...(o['phone'] === undefined ? undefined : { phone: copyText30(o['phone']) }),
    ...(o['companyName'] === undefined
      ? undefined
      : { companyName: copyText200(o['companyName']) }),
    ...(o['street1'] === undefined ? undefined : { street1: copyText200(o['street1']) }),
    ...(o['street2'] === undefined ? undefined : { street2: copyText200(o['street2']) }),
    ...(o['city'] === undefined ? undefined : { city: copyText100(o['city']) }),
    ...(o['state'] === undefined ? undefined : { state: copyText100(o['state']) }),
    ...(o['country'] === undefined ? undefined : { country: copyText100(o['country']) }),
    ...(o['zip'] === undefined ? undefined : { zip: copyText20(o['zip']) }),
    ...(o['dateOfBirth'] === undefined ? undefined : { dateOfBirth: copyText(o['dateOfBirth']) }),
    ...(o['hireDate'] === undefined ? undefined : { hireDate: copyText(o['hireDate']) }),
    ...(o['shirtSize'] === undefined ? undefined : { shirtSize: copyText20(o['shirtSize']) }),
    ...(o['tags'] === undefined
      ? undefined
      : { tags: Array.isArray(o['tags']) ? check.items(o['tags'], copyText) : check.mismatch() }),
    ...(o['profilePicture'] === undefined
      ? undefined
      : { profilePicture: copyText(o['profilePicture']) }),
  }
}

function copyTimestamp(v: unknown): S['Timestamp'] {
  return typeof v === 'string' ? v : check.mismatch()
}

function copyInviteCreate(v: unknown): S['InviteCreate'] {
  const o = check.fields(v)
  return {
    campaignId: copyFilledText(o['campaignId']),
    sendEmailNotification:
      typeof o['sendEmailNotification'] === 'boolean'
        ? o['sendEmailNotification']
        : check.mismatch(),
    ...(o['firstName'] === undefined ? undefined : { firstName: copyText100(o['firstName']) }),
    ...(o['lastName'] === undefined ? undefined : { lastName: copyText100(o['lastName']) }),
    ...(o['email'] === undefined ? undefined : { email: copyEmail(o['email']) }),
    ...(o['companyName'] === undefined
      ? undefined
      : { companyName: copyText200(o['companyName']) }),
    ...(o['expiresAt'] === undefined ? undefined : { expiresAt: copyTimestamp(o['expiresAt']) }),
  }
}

function copyWebhookUrl(v: unknown): S['WebhookUrl'] {
  return typeof v === 'string' ? v : check.mismatch()
}

function copyEventName(v: unknown): S['EventName'] {
  return check.oneOf(v, valuesEventName)
}

function copyWebhookCreate(v: unknown): S['WebhookCreate'] {
  const o = check.fields(v)
  return {
    url: copyWebhookUrl(o['url']),
    events: Array.isArray(o['events']) ? check.items(o['events'], copyEventName) : check.mismatch(),
  }
}

function copyUpdateWebhookPath(v: unknown): Inputs['updateWebhook']['path'] {
  const o = check.fields(v)
  return { id: copyFilledText(o['id']) }
}

function copyWebhookUpdate(v: unknown): S['WebhookUpdate'] {
  const o = check.fields(v)
  return {
    ...(o['url'] === undefined ? undefined : { url: copyWebhookUrl(o['url']) }),
    ...(o['events'] === undefined
      ? undefined
      : {
          events: Array.isArray(o['events'])
            ? check.items(o['events'], copyEventName)
            : check.mismatch(),
        }),
    ...(o['active'] === undefined
      ? undefined
      : { active: typeof o['active'] === 'boolean' ? o['active'] : check.mismatch() }),
  }
}

function copyDeleteWebhookPath(v: unknown): Inputs['deleteWebhook']['path'] {
  const o = check.fields(v)
  return { id: copyFilledText(o['id']) }
}

function copyTestWebhookPath(v: unknown): Inputs['testWebhook']['path'] {
  const o = check.fields(v)
  return { id: copyFilledText(o['id']) }
}

function copyRotateWebhookSecretPath(v: unknown): Inputs['rotateWebhookSecret']['path'] {
  const o = check.fields(v)
  return { id: copyFilledText(o['id']) }
}

function copyOrderStatus(v: unknown): S['OrderStatus'] {
  return check.oneOf(v, valuesOrderStatus)
}

function copyListOrdersQuery(v: unknown): Inputs['listOrders']['query'] {
  const o = check.fields(v)
  return {
    limit:
      o['limit'] === undefined ? 20 : check.isInteger(o['limit']) ? o['limit'] : check.mismatch(),
    offset:
      o['offset'] === undefined ? 0 : check.isInteger(o['offset']) ? o['offset'] : check.mismatch(),
    ...(o['campaignId'] === undefined
      ? undefined
      : { campaignId: copyFilledText(o['campaignId']) }),
    ...(o['email'] === undefined ? undefined : { email: copyFilledText(o['email']) }),
    ...(o['orderStatus'] === undefined
      ? undefined
      : { orderStatus: copyOrderStatus(o['orderStatus']) }),
    ...(o['sourceOrderNumber'] === undefined
      ? undefined
      : { sourceOrderNumber: copyFilledText(o['sourceOrderNumber']) }),
  }
}

function copyGetOrderPath(v: unknown): Inputs['getOrder']['path'] {
  const o = check.fields(v)
  return { orderId: copyFilledText(o['orderId']) }
}

function copyOrderLineCreate(v: unknown): S['OrderLineCreate'] {
  const o = check.fields(v)
  return {
    sku: copyFilledText(o['sku']),
    quantity: check.isInteger(o['quantity']) ? o['quantity'] : check.mismatch(),
  }
}

function copyFilledText200(v: unknown): S['FilledText200'] {
  return typeof v === 'string' ? v : check.mismatch()
}

function copyShipTo(v: unknown): S['ShipTo'] {
  const o = check.fields(v)
  return {
    firstName: copyFilledText100(o['firstName']),
    email: copyEmail(o['email']),
    street1: copyFilledText200(o['street1']),
    city: copyFilledText100(o['city']),
    zip: copyText20(o['zip']),
    country: copyFilledText100(o['country']),
    ...(o['lastName'] === undefined ? undefined : { lastName: copyText100(o['lastName']) }),
    ...(o['street2'] === undefined ? undefined : { street2: copyText200(o['street2']) }),
    ...(o['state'] === undefined ? undefined : { state: copyText100(o['state']) }),
    ...(o['phone'] === undefined ? undefined : { phone: copyText30(o['phone']) }),
    ...(o['companyName'] === undefined
      ? undefined
      : { companyName: copyText200(o['companyName']) }),
  }
}

function copyText2000(v: unknown): S['Text2000'] {
  return typeof v === 'string' ? v : check.mismatch()
}

function copyOrderCreate(v: unknown): S['OrderCreate'] {
  const o = check.fields(v)
  return {
    campaignId: copyFilledText(o['campaignId']),
    products: Array.isArray(o['products'])
      ? check.items(o['products'], copyOrderLineCreate)
      : check.mismatch(),
    shipTo: copyShipTo(o['shipTo']),
    ...(o['notes'] === undefined ? undefined : { notes: copyText2000(o['notes']) }),
    ...(o['sourceOrderNumber'] === undefined
      ? undefined
      : { sourceOrderNumber: copyFilledText100(o['sourceOrderNumber']) }),
    ...(o['warehouse'] === undefined ? undefined : { warehouse: copyFilledText(o['warehouse']) }),
  }
}

function copyOrderCancel(v: unknown): S['OrderCancel'] {
  const o = check.fields(v)
  return { orderId: copyFilledText(o['orderId']) }
}

function copyInventoryStatus(v: unknown): S['InventoryStatus'] {
  return check.oneOf(v, valuesInventoryStatus)
}

function copyListInventoryQuery(v: unknown): Inputs['listInventory']['query'] {
  const o = check.fields(v)
  return {
    page: o['page'] === undefined ? 1 : check.isInteger(o['page']) ? o['page'] : check.mismatch(),
    page_size:
      o['page_size'] === undefined
        ? 20
        : check.isInteger(o['page_size'])
          ? o['page_size']
          : check.mismatch(),
    ...(o['sku'] === undefined ? undefined : { sku: copyText(o['sku']) }),
    ...(o['product_name'] === undefined
      ? undefined
      : { product_name: copyText(o['product_name']) }),
    ...(o['warehouse_id'] === undefined
      ? undefined
      : { warehouse_id: copyFilledText(o['warehouse_id']) }),
    ...(o['status'] === undefined ? undefined : { status: copyInventoryStatus(o['status']) }),
  }
}

/** Functions that read and check the parameters and the body of a request, by operation. */
export const requests = {
  listProducts: {
    query: parameters.query(
      [
        { name: 'limit', style: 'form', explode: true, types: ['integer'], unsigned: true },
        { name: 'offset', style: 'form', explode: true, types: ['integer'], unsigned: true },
      ],
      checks.isListProductsQuery,
      copyListProductsQuery,
    ),
  },
  listContacts: {
    query: parameters.query(
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
      checks.isListContactsQuery,
      copyListContactsQuery,
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
    path: parameters.path(
      [{ name: 'id', style: 'simple', explode: false, types: ['string'] }],
      checks.isUpdateWebhookPath,
      copyUpdateWebhookPath,
    ),
    body: { 'application/json': check.reader(checks.isWebhookUpdate, copyWebhookUpdate) },
  },
  deleteWebhook: {
    path: parameters.path(
      [{ name: 'id', style: 'simple', explode: false, types: ['string'] }],
      checks.isDeleteWebhookPath,
      copyDeleteWebhookPath,
    ),
  },
  testWebhook: {
    path: parameters.path(
      [{ name: 'id', style: 'simple', explode: false, types: ['string'] }],
      checks.isTestWebhookPath,
      copyTestWebhookPath,
    ),
  },
  rotateWebhookSecret: {
    path: parameters.path(
      [{ name: 'id', style: 'simple', explode: false, types: ['string'] }],
      checks.isRotateWebhookSecretPath,
      copyRotateWebhookSecretPath,
    ),
  },
  listOrders: {
    query: parameters.query(
      [
        { name: 'campaignId', style: 'form', explode: true, types: ['string'] },
        { name: 'email', style: 'form', explode: true, types: ['string'] },
        { name: 'orderStatus', style: 'form', explode: true, types: ['string'] },
        { name: 'sourceOrderNumber', style: 'form', explode: true, types: ['string'] },
        { name: 'limit', style: 'form', explode: true, types: ['integer'], unsigned: true },
        { name: 'offset', style: 'form', explode: true, types: ['integer'], unsigned: true },
      ],
      checks.isListOrdersQuery,
      copyListOrdersQuery,
    ),
  },
  getOrder: {
    path: parameters.path(
      [{ name: 'orderId', style: 'simple', explode: false, types: ['string'] }],
      checks.isGetOrderPath,
      copyGetOrderPath,
    ),
  },
  createOrder: {
    body: { 'application/json': check.reader(checks.isOrderCreate, copyOrderCreate) },
  },
  cancelOrder: {
    body: { 'application/json': check.reader(checks.isOrderCancel, copyOrderCancel) },
  },
  listInventory: {
    query: parameters.query(
      [
        { name: 'page', style: 'form', explode: true, types: ['integer'], unsigned: true },
        { name: 'page_size', style: 'form', explode: true, types: ['integer'], unsigned: true },
        { name: 'sku', style: 'form', explode: true, types: ['string'] },
        { name: 'product_name', style: 'form', explode: true, types: ['string'] },
        { name: 'warehouse_id', style: 'form', explode: true, types: ['string'] },
        { name: 'status', style: 'form', explode: true, types: ['string'] },
      ],
      checks.isListInventoryQuery,
      copyListInventoryQuery,
    ),
  },
}
