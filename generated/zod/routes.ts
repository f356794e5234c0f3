// Generated from the OpenAPI document. Do not edit.

import { createRoute } from '@hono/zod-openapi'
import * as schemas from './schemas.ts'

/** `GET /v1/auth`: Check the key */
export const checkAuth = createRoute({
  operationId: 'checkAuth',
  method: 'get',
  path: '/v1/auth',
  summary: 'Check the key',
  description:
    'Checks the key and returns its account. Every HTTP method gives the same response, and a request body is ignored.\nThis operation is read-only and safe to retry.',
  tags: ['Authentication'],
  security: [{ apiKey: [] }],
  responses: {
    200: {
      description: 'The key is valid.',
      content: { 'application/json': { schema: schemas.AuthResult } },
    },
  },
})

/** `PUT /v1/auth`: Check the key (PUT) */
export const checkAuthPut = createRoute({
  operationId: 'checkAuthPut',
  method: 'put',
  path: '/v1/auth',
  summary: 'Check the key (PUT)',
  description: 'Same as `GET /v1/auth`.',
  tags: ['Authentication'],
  security: [{ apiKey: [] }],
  responses: {
    200: {
      description: 'The key is valid.',
      content: { 'application/json': { schema: schemas.AuthResult } },
    },
  },
})

/** `POST /v1/auth`: Check the key (POST) */
export const checkAuthPost = createRoute({
  operationId: 'checkAuthPost',
  method: 'post',
  path: '/v1/auth',
  summary: 'Check the key (POST)',
  description: 'Same as `GET /v1/auth`.',
  tags: ['Authentication'],
  security: [{ apiKey: [] }],
  responses: {
    200: {
      description: 'The key is valid.',
      content: { 'application/json': { schema: schemas.AuthResult } },
    },
  },
})

/** `DELETE /v1/auth`: Check the key (DELETE) */
export const checkAuthDelete = createRoute({
  operationId: 'checkAuthDelete',
  method: 'delete',
  path: '/v1/auth',
  summary: 'Check the key (DELETE)',
  description: 'Same as `GET /v1/auth`.',
  tags: ['Authentication'],
  security: [{ apiKey: [] }],
  responses: {
    200: {
      description: 'The key is valid.',
      content: { 'application/json': { schema: schemas.AuthResult } },
    },
  },
})

/** `OPTIONS /v1/auth`: Check the key (OPTIONS) */
export const checkAuthOptions = createRoute({
  operationId: 'checkAuthOptions',
  method: 'options',
  path: '/v1/auth',
  summary: 'Check the key (OPTIONS)',
  description: 'Same as `GET /v1/auth`.',
  tags: ['Authentication'],
  security: [{ apiKey: [] }],
  responses: {
    200: {
      description: 'The key is valid.',
      content: { 'application/json': { schema: schemas.AuthResult } },
    },
  },
})

/** `HEAD /v1/auth`: Check the key (HEAD) */
export const checkAuthHead = createRoute({
  operationId: 'checkAuthHead',
  method: 'head',
  path: '/v1/auth',
  summary: 'Check the key (HEAD)',
  description: 'Same as `GET /v1/auth`, without a response body.',
  tags: ['Authentication'],
  security: [{ apiKey: [] }],
  responses: {
    200: {
      description: 'The key is valid.',
      content: { 'application/json': { schema: schemas.AuthResult } },
    },
  },
})

/** `PATCH /v1/auth`: Check the key (PATCH) */
export const checkAuthPatch = createRoute({
  operationId: 'checkAuthPatch',
  method: 'patch',
  path: '/v1/auth',
  summary: 'Check the key (PATCH)',
  description: 'Same as `GET /v1/auth`.',
  tags: ['Authentication'],
  security: [{ apiKey: [] }],
  responses: {
    200: {
      description: 'The key is valid.',
      content: { 'application/json': { schema: schemas.AuthResult } },
    },
  },
})

/** `TRACE /v1/auth`: Check the key (TRACE) */
export const checkAuthTrace = createRoute({
  operationId: 'checkAuthTrace',
  method: 'trace',
  path: '/v1/auth',
  summary: 'Check the key (TRACE)',
  description: 'Same as `GET /v1/auth`.',
  tags: ['Authentication'],
  security: [{ apiKey: [] }],
  responses: {
    200: {
      description: 'The key is valid.',
      content: { 'application/json': { schema: schemas.AuthResult } },
    },
  },
})

/** `GET /v1/products/list`: List product variants */
export const listProducts = createRoute({
  operationId: 'listProducts',
  method: 'get',
  path: '/v1/products/list',
  summary: 'List product variants',
  description:
    'Returns one row for each active product variant of the account, oldest first. Increase `offset` by `limit` until a\npage has fewer than `limit` items. This operation is read-only and safe to retry.',
  tags: ['Products'],
  security: [{ apiKey: [] }],
  request: { query: schemas.listProductsQuery },
  responses: {
    200: {
      description: 'A page of variants. Empty after the last page.',
      content: { 'application/json': { schema: schemas.listProducts200 } },
    },
    400: {
      description: 'A query parameter is invalid.',
      content: { 'application/json': { schema: schemas.Message } },
    },
  },
})

/** `GET /v1/campaigns/list`: List campaigns */
export const listCampaigns = createRoute({
  operationId: 'listCampaigns',
  method: 'get',
  path: '/v1/campaigns/list',
  summary: 'List campaigns',
  description:
    'Returns all campaigns of the account, oldest first, each with its product variants. This operation is read-only and\nsafe to retry.',
  tags: ['Campaigns'],
  security: [{ apiKey: [] }],
  responses: {
    200: {
      description: 'All campaigns of the account.',
      content: { 'application/json': { schema: schemas.listCampaigns200 } },
    },
  },
})

/** `GET /v1/contacts/list`: List contacts of a campaign */
export const listContacts = createRoute({
  operationId: 'listContacts',
  method: 'get',
  path: '/v1/contacts/list',
  summary: 'List contacts of a campaign',
  description:
    'Returns the contacts of one campaign, oldest first. All given filters must match. An unknown campaign returns an\nempty list. Increase `offset` by `limit` until a page has fewer than `limit` items. Do not cache the response. This\noperation is read-only and safe to retry.',
  tags: ['Contacts'],
  security: [{ apiKey: [] }],
  request: { query: schemas.listContactsQuery },
  responses: {
    200: {
      description: 'A page of contacts. Empty after the last page.',
      content: { 'application/json': { schema: schemas.listContacts200 } },
    },
    400: {
      description: '`campaignId` is missing, or a query parameter is invalid.',
      content: { 'application/json': { schema: schemas.Message } },
    },
  },
})

/** `POST /v1/contacts/create`: Create a contact */
export const createContact = createRoute({
  operationId: 'createContact',
  method: 'post',
  path: '/v1/contacts/create',
  summary: 'Create a contact',
  description:
    "Adds a contact to a campaign. Only the id is unique, so the same person can be added twice.\n\nThis operation is not idempotent: a retry after a timeout or a 500 can create a duplicate. Search the campaign's\ncontacts by email address before you retry.",
  tags: ['Contacts'],
  security: [{ apiKey: [] }],
  request: {
    body: { required: true, content: { 'application/json': { schema: schemas.ContactCreate } } },
  },
  responses: {
    200: {
      description: 'The id of the new contact.',
      content: { 'application/json': { schema: schemas.ContactCreated } },
    },
    400: {
      description: 'The request body is invalid, or the campaign does not exist.',
      content: { 'application/json': { schema: schemas.ValidationError } },
    },
  },
})

/** `POST /v1/invites/create`: Create an invite */
export const createInvite = createRoute({
  operationId: 'createInvite',
  method: 'post',
  path: '/v1/invites/create',
  summary: 'Create an invite',
  description:
    "Creates an `UNUSED` invite for one campaign and returns its redemption URL. If `sendEmailNotification` is true, the\nservice emails the invite, and `emailNotificationSent` reports whether the email was sent. Otherwise, send\n`inviteUrl` to the recipient yourself. An `expiresAt` in the past is accepted. An invite that has expired, or whose\ncampaign has, is not emailed. Store the invite's `_id`: events name it `inviteId`, and invites cannot be listed.\n\nThis operation is not idempotent: a retry creates another invite and can send another email.",
  tags: ['Invites'],
  security: [{ apiKey: [] }],
  request: {
    body: { required: true, content: { 'application/json': { schema: schemas.InviteCreate } } },
  },
  responses: {
    200: {
      description: 'The new invite and its redemption URL.',
      content: { 'application/json': { schema: schemas.InviteCreated } },
    },
    400: {
      description:
        'Checked in this order: `campaignId` is missing; the request body is invalid; `email` is missing while\n`sendEmailNotification` is true; the campaign does not exist.',
      content: { 'application/json': { schema: schemas.ValidationError } },
    },
  },
})

/** `GET /v1/webhooks/events`: List event types */
export const listWebhookEvents = createRoute({
  operationId: 'listWebhookEvents',
  method: 'get',
  path: '/v1/webhooks/events',
  summary: 'List event types',
  description:
    'Returns the eight events that a webhook can subscribe to. The list is the same for every account. This operation is\nread-only and safe to retry.',
  tags: ['Webhooks'],
  security: [{ apiKey: [] }],
  responses: {
    200: {
      description: 'The event catalog.',
      content: { 'application/json': { schema: schemas.EventCatalog } },
    },
  },
})

/** `GET /v1/webhooks`: List subscriptions */
export const listWebhooks = createRoute({
  operationId: 'listWebhooks',
  method: 'get',
  path: '/v1/webhooks',
  summary: 'List subscriptions',
  description:
    'Returns all subscriptions of the account, active and inactive, oldest first, without their secrets. This operation is\nread-only and safe to retry.',
  tags: ['Webhooks'],
  security: [{ apiKey: [] }],
  responses: {
    200: {
      description: 'The subscriptions. The list can be empty.',
      content: { 'application/json': { schema: schemas.WebhookList } },
    },
  },
})

/** `POST /v1/webhooks`: Create a subscription */
export const createWebhook = createRoute({
  operationId: 'createWebhook',
  method: 'post',
  path: '/v1/webhooks',
  summary: 'Create a subscription',
  description:
    'Subscribes a URL to events. The subscription is active immediately. Only this response contains its signing secret.\n\nAn account can have one subscription per URL. If the first request succeeded, a retry returns 400: list the\nsubscriptions, and rotate the secret if you lost it.',
  tags: ['Webhooks'],
  security: [{ apiKey: [] }],
  request: {
    body: { required: true, content: { 'application/json': { schema: schemas.WebhookCreate } } },
  },
  responses: {
    201: {
      description: 'The new subscription with its secret.',
      content: { 'application/json': { schema: schemas.WebhookSubscriptionWithSecret } },
    },
    400: {
      description:
        'A field is missing or invalid, the URL is not allowed, or another subscription of the account has it.',
      content: { 'application/json': { schema: schemas.Message } },
    },
  },
})

/** `PUT /v1/webhooks/{id}`: Update a subscription */
export const updateWebhook = createRoute({
  operationId: 'updateWebhook',
  method: 'put',
  path: '/v1/webhooks/{id}',
  summary: 'Update a subscription',
  description:
    'Updates the URL, the events or `active`. Omitted fields and the secret do not change. Pending deliveries use the\nupdated subscription. This operation is safe to retry.',
  tags: ['Webhooks'],
  security: [{ apiKey: [] }],
  request: {
    params: schemas.updateWebhookPath,
    body: { required: true, content: { 'application/json': { schema: schemas.WebhookUpdate } } },
  },
  responses: {
    200: {
      description: 'The updated subscription without its secret.',
      content: { 'application/json': { schema: schemas.WebhookSubscription } },
    },
    400: {
      description:
        'A field is invalid, the URL is not allowed or belongs to another subscription, or the subscription does not exist.',
      content: { 'application/json': { schema: schemas.Message } },
    },
  },
})

/** `DELETE /v1/webhooks/{id}`: Delete a subscription */
export const deleteWebhook = createRoute({
  operationId: 'deleteWebhook',
  method: 'delete',
  path: '/v1/webhooks/{id}',
  summary: 'Delete a subscription',
  description:
    'Deletes the subscription permanently. Nothing is sent to it from then on. If the first request succeeded, a retry\nreturns 400: the subscription does not exist.',
  tags: ['Webhooks'],
  security: [{ apiKey: [] }],
  request: { params: schemas.deleteWebhookPath },
  responses: {
    200: {
      description: 'The subscription was deleted.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    400: {
      description: 'The subscription does not exist.',
      content: { 'application/json': { schema: schemas.Message } },
    },
  },
})

/** `POST /v1/webhooks/{id}/test`: Send a test delivery */
export const testWebhook = createRoute({
  operationId: 'testWebhook',
  method: 'post',
  path: '/v1/webhooks/{id}/test',
  summary: 'Send a test delivery',
  description:
    'Sends one signed `webhook.test` delivery to the subscription, even if it has other events, and waits for the response. The subscription must be active. Each request sends one delivery, so this operation is safe to retry.',
  tags: ['Webhooks'],
  security: [{ apiKey: [] }],
  request: { params: schemas.testWebhookPath },
  responses: {
    200: {
      description: 'The result of the delivery, successful or not.',
      content: { 'application/json': { schema: schemas.WebhookTestResult } },
    },
    400: {
      description: 'The subscription is not active or does not exist.',
      content: { 'application/json': { schema: schemas.Message } },
    },
  },
})

/** `POST /v1/webhooks/{id}/rotate-secret`: Rotate the secret */
export const rotateWebhookSecret = createRoute({
  operationId: 'rotateWebhookSecret',
  method: 'post',
  path: '/v1/webhooks/{id}/rotate-secret',
  summary: 'Rotate the secret',
  description:
    'Replaces the signing secret of the subscription. Only this response contains the new secret. The previous secret is\ninvalid immediately: pending deliveries are signed with the new one. A retry rotates the secret again.',
  tags: ['Webhooks'],
  security: [{ apiKey: [] }],
  request: { params: schemas.rotateWebhookSecretPath },
  responses: {
    200: {
      description: 'The subscription with its new secret.',
      content: { 'application/json': { schema: schemas.WebhookSubscriptionWithSecret } },
    },
    400: {
      description: 'The subscription does not exist.',
      content: { 'application/json': { schema: schemas.Message } },
    },
  },
})

/** `GET /v1/orders/list`: List orders */
export const listOrders = createRoute({
  operationId: 'listOrders',
  method: 'get',
  path: '/v1/orders/list',
  summary: 'List orders',
  description:
    'Returns the orders of the account, newest first. All given filters must match. Increase `offset` by `limit` until a\npage has fewer than `limit` items. Before you retry a create, list by its `sourceOrderNumber` to see whether it\nsucceeded. This operation is read-only and safe to retry.',
  tags: ['Orders'],
  security: [{ apiKey: [] }],
  request: { query: schemas.listOrdersQuery },
  responses: {
    200: {
      description: 'A page of orders. Empty when nothing matches.',
      content: { 'application/json': { schema: schemas.listOrders200 } },
    },
    400: {
      description: 'A query parameter is invalid.',
      content: { 'application/json': { schema: schemas.Message } },
    },
  },
})

/** `GET /v1/orders/{orderId}`: Get an order */
export const getOrder = createRoute({
  operationId: 'getOrder',
  method: 'get',
  path: '/v1/orders/{orderId}',
  summary: 'Get an order',
  description:
    'Returns one order of the account. No other operation returns 404. This operation is read-only and safe to retry.',
  tags: ['Orders'],
  security: [{ apiKey: [] }],
  request: { params: schemas.getOrderPath },
  responses: {
    200: { description: 'The order.', content: { 'application/json': { schema: schemas.Order } } },
    400: {
      description: 'The id is not valid text.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    404: {
      description: 'The account has no order with this id.',
      content: { 'application/json': { schema: schemas.Message } },
    },
  },
})

/** `POST /v1/orders/create`: Create an order */
export const createOrder = createRoute({
  operationId: 'createOrder',
  method: 'post',
  path: '/v1/orders/create',
  summary: 'Create an order',
  description:
    'Places an order in an active campaign and allocates stock for the whole order in one warehouse. Emits\n`order.created`.\n\nIf no warehouse has enough stock, the request is rejected and nothing is allocated. If the campaign has\n`allowOutOfStockOrders`, the order is placed as `BACKORDERED` instead.\n\nThis operation is not idempotent: a retry after a timeout or a 500 can create a duplicate. List the orders by\n`campaignId` and `email` before you retry.',
  tags: ['Orders'],
  security: [{ apiKey: [] }],
  request: {
    body: { required: true, content: { 'application/json': { schema: schemas.OrderCreate } } },
  },
  responses: {
    201: {
      description: 'The new order.',
      content: { 'application/json': { schema: schemas.Order } },
    },
    400: {
      description:
        'The request body is invalid, or the campaign or the stock does not allow the order.',
      content: { 'application/json': { schema: schemas.ValidationError } },
    },
  },
})

/** `POST /v1/orders/cancel`: Cancel an order */
export const cancelOrder = createRoute({
  operationId: 'cancelOrder',
  method: 'post',
  path: '/v1/orders/cancel',
  summary: 'Cancel an order',
  description:
    'Cancels an order that has not shipped and releases its stock. Emits `order.cancelled`. If the first request\nsucceeded, a retry returns 400: the order is already cancelled.',
  tags: ['Orders'],
  security: [{ apiKey: [] }],
  request: {
    body: { required: true, content: { 'application/json': { schema: schemas.OrderCancel } } },
  },
  responses: {
    201: {
      description: 'The cancelled order. The status code of this state change is 201.',
      content: { 'application/json': { schema: schemas.Order } },
    },
    400: {
      description:
        'The request body is invalid, the order does not exist, or it can no longer be cancelled.',
      content: { 'application/json': { schema: schemas.ValidationError } },
    },
  },
})

/** `GET /v1/inventory/list`: List inventory */
export const listInventory = createRoute({
  operationId: 'listInventory',
  method: 'get',
  path: '/v1/inventory/list',
  summary: 'List inventory',
  description:
    'Returns the stock of each variant in each warehouse, oldest item first, with the newest events of each item. All\ngiven filters must match. Increase `page` while `pagination.has_more` is true. Keys are snake_case. This operation is\nread-only and safe to retry.',
  tags: ['Inventory'],
  security: [{ apiKey: [] }],
  request: { query: schemas.listInventoryQuery },
  responses: {
    200: {
      description: 'A page of inventory. `items` is empty when nothing matches.',
      content: { 'application/json': { schema: schemas.InventoryPage } },
    },
    400: {
      description: 'A query parameter is invalid.',
      content: { 'application/json': { schema: schemas.Message } },
    },
  },
})
