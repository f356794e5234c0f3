// Generated from the OpenAPI document. Do not edit.

import type { components } from './types.ts'

type S = components['schemas']

/** The validated input of each operation. */
export type Inputs = {
  checkAuth: {}
  checkAuthPut: {}
  checkAuthPost: {}
  checkAuthDelete: {}
  checkAuthOptions: {}
  checkAuthHead: {}
  checkAuthPatch: {}
  checkAuthTrace: {}
  listProducts: { query: { limit: number; offset: number } }
  listCampaigns: {}
  listContacts: {
    query: {
      campaignId: S['FilledText']
      searchText?: S['Text']
      tags?: S['Text'][]
      inviteStatusFilter?: 'invited' | 'not_invited'
      orderCountFilter?: number
      limit: number
      offset: number
    }
  }
  createContact: { body: S['ContactCreate'] }
  createInvite: { body: S['InviteCreate'] }
  listWebhookEvents: {}
  listWebhooks: {}
  createWebhook: { body: S['WebhookCreate'] }
  updateWebhook: { path: { id: S['FilledText'] }; body: S['WebhookUpdate'] }
  deleteWebhook: { path: { id: S['FilledText'] } }
  testWebhook: { path: { id: S['FilledText'] } }
  rotateWebhookSecret: { path: { id: S['FilledText'] } }
  listOrders: {
    query: {
      campaignId?: S['FilledText']
      email?: S['FilledText']
      orderStatus?: S['OrderStatus']
      sourceOrderNumber?: S['FilledText']
      limit: number
      offset: number
    }
  }
  getOrder: { path: { orderId: S['FilledText'] } }
  createOrder: { body: S['OrderCreate'] }
  cancelOrder: { body: S['OrderCancel'] }
  listInventory: {
    query: {
      page: number
      page_size: number
      sku?: S['Text']
      product_name?: S['Text']
      warehouse_id?: S['FilledText']
      status?: S['InventoryStatus']
    }
  }
}
