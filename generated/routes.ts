// Generated from the OpenAPI document by `npm run generate`. Do not edit.

import { createRoute } from '@hono/zod-openapi'
import * as schemas from './schemas.ts'

/** `GET /v1/auth`: Check the key */
export const checkAuth = createRoute({
  operationId: 'checkAuth',
  method: 'get',
  path: '/v1/auth',
  summary: 'Check the key',
  description:
    'Confirms that the key is accepted and names its account. Changes nothing and may be repeated. Every HTTP method\nis answered alike; a body is ignored.',
  tags: ['Authentication'],
  responses: {
    200: {
      description: 'The key is accepted.',
      content: { 'application/json': { schema: schemas.AuthResult } },
    },
    401: {
      description:
        'The key is missing, malformed, unknown, revoked, or of a deactivated account. Plain text, before anything else is\nchecked.',
      content: { 'text/html': { schema: schemas.Unauthorized } },
    },
    429: {
      description:
        'The request budget is used up. Wait `RateLimit-Reset` seconds. This answer itself is not counted.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    500: {
      description:
        'Something went wrong in the service. A write may have happened: look before you retry.',
      content: { 'application/json': { schema: schemas.Message } },
    },
  },
})

/** `PUT /v1/auth`: Check the key (PUT) */
export const checkAuthPut = createRoute({
  operationId: 'checkAuthPut',
  method: 'put',
  path: '/v1/auth',
  summary: 'Check the key (PUT)',
  description: 'The same as `GET /v1/auth`.',
  tags: ['Authentication'],
  responses: {
    200: {
      description: 'The key is accepted.',
      content: { 'application/json': { schema: schemas.AuthResult } },
    },
    401: {
      description:
        'The key is missing, malformed, unknown, revoked, or of a deactivated account. Plain text, before anything else is\nchecked.',
      content: { 'text/html': { schema: schemas.Unauthorized } },
    },
    429: {
      description:
        'The request budget is used up. Wait `RateLimit-Reset` seconds. This answer itself is not counted.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    500: {
      description:
        'Something went wrong in the service. A write may have happened: look before you retry.',
      content: { 'application/json': { schema: schemas.Message } },
    },
  },
})

/** `POST /v1/auth`: Check the key (POST) */
export const checkAuthPost = createRoute({
  operationId: 'checkAuthPost',
  method: 'post',
  path: '/v1/auth',
  summary: 'Check the key (POST)',
  description: 'The same as `GET /v1/auth`.',
  tags: ['Authentication'],
  responses: {
    200: {
      description: 'The key is accepted.',
      content: { 'application/json': { schema: schemas.AuthResult } },
    },
    401: {
      description:
        'The key is missing, malformed, unknown, revoked, or of a deactivated account. Plain text, before anything else is\nchecked.',
      content: { 'text/html': { schema: schemas.Unauthorized } },
    },
    429: {
      description:
        'The request budget is used up. Wait `RateLimit-Reset` seconds. This answer itself is not counted.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    500: {
      description:
        'Something went wrong in the service. A write may have happened: look before you retry.',
      content: { 'application/json': { schema: schemas.Message } },
    },
  },
})

/** `DELETE /v1/auth`: Check the key (DELETE) */
export const checkAuthDelete = createRoute({
  operationId: 'checkAuthDelete',
  method: 'delete',
  path: '/v1/auth',
  summary: 'Check the key (DELETE)',
  description: 'The same as `GET /v1/auth`.',
  tags: ['Authentication'],
  responses: {
    200: {
      description: 'The key is accepted.',
      content: { 'application/json': { schema: schemas.AuthResult } },
    },
    401: {
      description:
        'The key is missing, malformed, unknown, revoked, or of a deactivated account. Plain text, before anything else is\nchecked.',
      content: { 'text/html': { schema: schemas.Unauthorized } },
    },
    429: {
      description:
        'The request budget is used up. Wait `RateLimit-Reset` seconds. This answer itself is not counted.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    500: {
      description:
        'Something went wrong in the service. A write may have happened: look before you retry.',
      content: { 'application/json': { schema: schemas.Message } },
    },
  },
})

/** `OPTIONS /v1/auth`: Check the key (OPTIONS) */
export const checkAuthOptions = createRoute({
  operationId: 'checkAuthOptions',
  method: 'options',
  path: '/v1/auth',
  summary: 'Check the key (OPTIONS)',
  description: 'The same as `GET /v1/auth`.',
  tags: ['Authentication'],
  responses: {
    200: {
      description: 'The key is accepted.',
      content: { 'application/json': { schema: schemas.AuthResult } },
    },
    401: {
      description:
        'The key is missing, malformed, unknown, revoked, or of a deactivated account. Plain text, before anything else is\nchecked.',
      content: { 'text/html': { schema: schemas.Unauthorized } },
    },
    429: {
      description:
        'The request budget is used up. Wait `RateLimit-Reset` seconds. This answer itself is not counted.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    500: {
      description:
        'Something went wrong in the service. A write may have happened: look before you retry.',
      content: { 'application/json': { schema: schemas.Message } },
    },
  },
})

/** `HEAD /v1/auth`: Check the key (HEAD) */
export const checkAuthHead = createRoute({
  operationId: 'checkAuthHead',
  method: 'head',
  path: '/v1/auth',
  summary: 'Check the key (HEAD)',
  description: 'The same as `GET /v1/auth`, without the body, as HEAD has none.',
  tags: ['Authentication'],
  responses: {
    200: {
      description: 'The key is accepted.',
      content: { 'application/json': { schema: schemas.AuthResult } },
    },
    401: {
      description:
        'The key is missing, malformed, unknown, revoked, or of a deactivated account. Plain text, before anything else is\nchecked.',
      content: { 'text/html': { schema: schemas.Unauthorized } },
    },
    429: {
      description:
        'The request budget is used up. Wait `RateLimit-Reset` seconds. This answer itself is not counted.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    500: {
      description:
        'Something went wrong in the service. A write may have happened: look before you retry.',
      content: { 'application/json': { schema: schemas.Message } },
    },
  },
})

/** `PATCH /v1/auth`: Check the key (PATCH) */
export const checkAuthPatch = createRoute({
  operationId: 'checkAuthPatch',
  method: 'patch',
  path: '/v1/auth',
  summary: 'Check the key (PATCH)',
  description: 'The same as `GET /v1/auth`.',
  tags: ['Authentication'],
  responses: {
    200: {
      description: 'The key is accepted.',
      content: { 'application/json': { schema: schemas.AuthResult } },
    },
    401: {
      description:
        'The key is missing, malformed, unknown, revoked, or of a deactivated account. Plain text, before anything else is\nchecked.',
      content: { 'text/html': { schema: schemas.Unauthorized } },
    },
    429: {
      description:
        'The request budget is used up. Wait `RateLimit-Reset` seconds. This answer itself is not counted.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    500: {
      description:
        'Something went wrong in the service. A write may have happened: look before you retry.',
      content: { 'application/json': { schema: schemas.Message } },
    },
  },
})

/** `TRACE /v1/auth`: Check the key (TRACE) */
export const checkAuthTrace = createRoute({
  operationId: 'checkAuthTrace',
  method: 'trace',
  path: '/v1/auth',
  summary: 'Check the key (TRACE)',
  description: 'The same as `GET /v1/auth`.',
  tags: ['Authentication'],
  responses: {
    200: {
      description: 'The key is accepted.',
      content: { 'application/json': { schema: schemas.AuthResult } },
    },
    401: {
      description:
        'The key is missing, malformed, unknown, revoked, or of a deactivated account. Plain text, before anything else is\nchecked.',
      content: { 'text/html': { schema: schemas.Unauthorized } },
    },
    429: {
      description:
        'The request budget is used up. Wait `RateLimit-Reset` seconds. This answer itself is not counted.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    500: {
      description:
        'Something went wrong in the service. A write may have happened: look before you retry.',
      content: { 'application/json': { schema: schemas.Message } },
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
    'One row for each active variant of the account, in the order of their creation. Increase `offset` by `limit`\nuntil a short page returns. Reading changes nothing and may be repeated.',
  tags: ['Products'],
  request: { query: schemas.listProductsQuery },
  responses: {
    200: {
      description: 'A page of variants; empty past the last one.',
      content: { 'application/json': { schema: schemas.listProducts200 } },
    },
    400: {
      description: 'A query parameter is not what it must be.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    401: {
      description:
        'The key is missing, malformed, unknown, revoked, or of a deactivated account. Plain text, before anything else is\nchecked.',
      content: { 'text/html': { schema: schemas.Unauthorized } },
    },
    429: {
      description:
        'The request budget is used up. Wait `RateLimit-Reset` seconds. This answer itself is not counted.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    500: {
      description:
        'Something went wrong in the service. A write may have happened: look before you retry.',
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
    'All campaigns of the account, in the order of their creation, each with the variants attached to it. Reading\nchanges nothing and may be repeated.',
  tags: ['Campaigns'],
  responses: {
    200: {
      description: 'Every campaign of the account.',
      content: { 'application/json': { schema: schemas.listCampaigns200 } },
    },
    401: {
      description:
        'The key is missing, malformed, unknown, revoked, or of a deactivated account. Plain text, before anything else is\nchecked.',
      content: { 'text/html': { schema: schemas.Unauthorized } },
    },
    429: {
      description:
        'The request budget is used up. Wait `RateLimit-Reset` seconds. This answer itself is not counted.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    500: {
      description:
        'Something went wrong in the service. A write may have happened: look before you retry.',
      content: { 'application/json': { schema: schemas.Message } },
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
    'The contacts of one campaign in the order of their creation; filters combine. An unknown campaign has none.\nIncrease `offset` by `limit` until a short page returns. Do not cache the answer. Reading changes nothing and\nmay be repeated.',
  tags: ['Contacts'],
  request: { query: schemas.listContactsQuery },
  responses: {
    200: {
      description: 'A page of contacts; empty past the last one.',
      content: { 'application/json': { schema: schemas.listContacts200 } },
    },
    400: {
      description: '`campaignId` is missing, or a query parameter is not what it must be.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    401: {
      description:
        'The key is missing, malformed, unknown, revoked, or of a deactivated account. Plain text, before anything else is\nchecked.',
      content: { 'text/html': { schema: schemas.Unauthorized } },
    },
    429: {
      description:
        'The request budget is used up. Wait `RateLimit-Reset` seconds. This answer itself is not counted.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    500: {
      description:
        'Something went wrong in the service. A write may have happened: look before you retry.',
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
    "Adds a person to a campaign. The same person may be added twice: nothing is unique but the id.\n\nThere is no idempotency: a retry after a time-out or a 500 may create a duplicate. List the campaign's contacts\nby e-mail first.",
  tags: ['Contacts'],
  request: {
    body: { required: true, content: { 'application/json': { schema: schemas.ContactCreate } } },
  },
  responses: {
    200: {
      description: 'The contact was created.',
      content: { 'application/json': { schema: schemas.ContactCreated } },
    },
    400: {
      description: 'The body does not validate, or the campaign does not exist.',
      content: { 'application/json': { schema: schemas.Refusal } },
    },
    401: {
      description:
        'The key is missing, malformed, unknown, revoked, or of a deactivated account. Plain text, before anything else is\nchecked.',
      content: { 'text/html': { schema: schemas.Unauthorized } },
    },
    429: {
      description:
        'The request budget is used up. Wait `RateLimit-Reset` seconds. This answer itself is not counted.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    500: {
      description:
        'Something went wrong in the service. A write may have happened: look before you retry.',
      content: { 'application/json': { schema: schemas.Message } },
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
    'Creates an `UNUSED` invite for one campaign and the address to redeem it at. With `sendEmailNotification` the\nservice e-mails it, and `emailNotificationSent` says whether an e-mail was really sent; without, pass\n`inviteUrl` on yourself. An `expiresAt` in the past is accepted.\n\nThere is no idempotency: a retry creates another invite, and may send another e-mail.',
  tags: ['Invites'],
  request: {
    body: { required: true, content: { 'application/json': { schema: schemas.InviteCreate } } },
  },
  responses: {
    200: {
      description: 'The invite was created.',
      content: { 'application/json': { schema: schemas.InviteCreated } },
    },
    400: {
      description:
        '`campaignId` is missing, the body does not validate, the e-mail address is missing though an e-mail is wanted,\nor the campaign does not exist; looked at in this order.',
      content: { 'application/json': { schema: schemas.Refusal } },
    },
    401: {
      description:
        'The key is missing, malformed, unknown, revoked, or of a deactivated account. Plain text, before anything else is\nchecked.',
      content: { 'text/html': { schema: schemas.Unauthorized } },
    },
    429: {
      description:
        'The request budget is used up. Wait `RateLimit-Reset` seconds. This answer itself is not counted.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    500: {
      description:
        'Something went wrong in the service. A write may have happened: look before you retry.',
      content: { 'application/json': { schema: schemas.Message } },
    },
  },
})

/** `GET /v1/webhooks/events`: List the events */
export const listWebhookEvents = createRoute({
  operationId: 'listWebhookEvents',
  method: 'get',
  path: '/v1/webhooks/events',
  summary: 'List the events',
  description:
    'The eight events that can be subscribed to, the same for every caller. Reading changes nothing and may be\nrepeated.',
  tags: ['Webhooks'],
  responses: {
    200: {
      description: 'The catalog.',
      content: { 'application/json': { schema: schemas.EventCatalog } },
    },
    401: {
      description:
        'The key is missing, malformed, unknown, revoked, or of a deactivated account. Plain text, before anything else is\nchecked.',
      content: { 'text/html': { schema: schemas.Unauthorized } },
    },
    429: {
      description:
        'The request budget is used up. Wait `RateLimit-Reset` seconds. This answer itself is not counted.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    500: {
      description:
        'Something went wrong in the service. A write may have happened: look before you retry.',
      content: { 'application/json': { schema: schemas.Message } },
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
    'Every subscription of the account, active and inactive, in the order of their creation, without secrets. Reading\nchanges nothing and may be repeated.',
  tags: ['Webhooks'],
  responses: {
    200: {
      description: 'The subscriptions; none is an empty list.',
      content: { 'application/json': { schema: schemas.WebhookList } },
    },
    401: {
      description:
        'The key is missing, malformed, unknown, revoked, or of a deactivated account. Plain text, before anything else is\nchecked.',
      content: { 'text/html': { schema: schemas.Unauthorized } },
    },
    429: {
      description:
        'The request budget is used up. Wait `RateLimit-Reset` seconds. This answer itself is not counted.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    500: {
      description:
        'Something went wrong in the service. A write may have happened: look before you retry.',
      content: { 'application/json': { schema: schemas.Message } },
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
    'Subscribes a URL to events. The subscription is active at once, and its signing secret is in this answer alone.\n\nAn account has one subscription for each URL, so a retry of a create that did succeed is refused: list the\nsubscriptions, and rotate the secret if it was lost.',
  tags: ['Webhooks'],
  request: {
    body: { required: true, content: { 'application/json': { schema: schemas.WebhookCreate } } },
  },
  responses: {
    201: {
      description: 'The subscription, with its secret.',
      content: { 'application/json': { schema: schemas.WebhookSubscriptionWithSecret } },
    },
    400: {
      description:
        'A field is missing or wrong, the URL may not be delivered to, or the account has it already.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    401: {
      description:
        'The key is missing, malformed, unknown, revoked, or of a deactivated account. Plain text, before anything else is\nchecked.',
      content: { 'text/html': { schema: schemas.Unauthorized } },
    },
    429: {
      description:
        'The request budget is used up. Wait `RateLimit-Reset` seconds. This answer itself is not counted.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    500: {
      description:
        'Something went wrong in the service. A write may have happened: look before you retry.',
      content: { 'application/json': { schema: schemas.Message } },
    },
  },
})

/** `PUT /v1/webhooks/{id}`: Change a subscription */
export const updateWebhook = createRoute({
  operationId: 'updateWebhook',
  method: 'put',
  path: '/v1/webhooks/{id}',
  summary: 'Change a subscription',
  description:
    'Changes any of URL, events and `active`; what is omitted stays. The secret stays too. May be repeated. Deliveries\nthat still wait go by the subscription as it then is.',
  tags: ['Webhooks'],
  request: {
    params: schemas.updateWebhookPath,
    body: { required: true, content: { 'application/json': { schema: schemas.WebhookUpdate } } },
  },
  responses: {
    200: {
      description: 'The subscription as it is now, without its secret.',
      content: { 'application/json': { schema: schemas.WebhookSubscription } },
    },
    400: {
      description:
        'A field is wrong, the URL may not be delivered to or belongs to another subscription, or there is no such\nsubscription.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    401: {
      description:
        'The key is missing, malformed, unknown, revoked, or of a deactivated account. Plain text, before anything else is\nchecked.',
      content: { 'text/html': { schema: schemas.Unauthorized } },
    },
    429: {
      description:
        'The request budget is used up. Wait `RateLimit-Reset` seconds. This answer itself is not counted.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    500: {
      description:
        'Something went wrong in the service. A write may have happened: look before you retry.',
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
    'Removes the subscription for good; there is no recovery, and nothing is sent to it from then on. A retry of a\ndelete that did succeed says that there is no such subscription.',
  tags: ['Webhooks'],
  request: { params: schemas.deleteWebhookPath },
  responses: {
    200: {
      description: 'The subscription is gone.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    400: {
      description: 'There is no such subscription.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    401: {
      description:
        'The key is missing, malformed, unknown, revoked, or of a deactivated account. Plain text, before anything else is\nchecked.',
      content: { 'text/html': { schema: schemas.Unauthorized } },
    },
    429: {
      description:
        'The request budget is used up. Wait `RateLimit-Reset` seconds. This answer itself is not counted.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    500: {
      description:
        'Something went wrong in the service. A write may have happened: look before you retry.',
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
    'Sends one `webhook.test` to the subscription, whatever its events, signed as live events are, and waits at most\n10 seconds for the answer. The subscription must be active. May be repeated; each call is one delivery.',
  tags: ['Webhooks'],
  request: { params: schemas.testWebhookPath },
  responses: {
    200: {
      description: 'What came of the delivery, a failed one too.',
      content: { 'application/json': { schema: schemas.WebhookTestResult } },
    },
    400: {
      description: 'The subscription is not active, or there is no such subscription.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    401: {
      description:
        'The key is missing, malformed, unknown, revoked, or of a deactivated account. Plain text, before anything else is\nchecked.',
      content: { 'text/html': { schema: schemas.Unauthorized } },
    },
    429: {
      description:
        'The request budget is used up. Wait `RateLimit-Reset` seconds. This answer itself is not counted.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    500: {
      description:
        'Something went wrong in the service. A write may have happened: look before you retry.',
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
    'Gives the subscription a new signing secret, which is in this answer alone. The previous one is invalid at once,\nwith no overlap: deliveries that still wait are signed with the new one. A retry rotates again.',
  tags: ['Webhooks'],
  request: { params: schemas.rotateWebhookSecretPath },
  responses: {
    200: {
      description: 'The subscription, with its new secret.',
      content: { 'application/json': { schema: schemas.WebhookSubscriptionWithSecret } },
    },
    400: {
      description: 'There is no such subscription.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    401: {
      description:
        'The key is missing, malformed, unknown, revoked, or of a deactivated account. Plain text, before anything else is\nchecked.',
      content: { 'text/html': { schema: schemas.Unauthorized } },
    },
    429: {
      description:
        'The request budget is used up. Wait `RateLimit-Reset` seconds. This answer itself is not counted.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    500: {
      description:
        'Something went wrong in the service. A write may have happened: look before you retry.',
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
    'The orders of the account, newest first; filters combine. Increase `offset` by `limit` until a short page\nreturns. Before retrying a create, list by `campaignId` and `email` to see whether it succeeded. Reading changes\nnothing and may be repeated.',
  tags: ['Orders'],
  request: { query: schemas.listOrdersQuery },
  responses: {
    200: {
      description: 'A page of orders; empty when nothing matches.',
      content: { 'application/json': { schema: schemas.listOrders200 } },
    },
    400: {
      description: 'A query parameter is not what it must be.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    401: {
      description:
        'The key is missing, malformed, unknown, revoked, or of a deactivated account. Plain text, before anything else is\nchecked.',
      content: { 'text/html': { schema: schemas.Unauthorized } },
    },
    429: {
      description:
        'The request budget is used up. Wait `RateLimit-Reset` seconds. This answer itself is not counted.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    500: {
      description:
        'Something went wrong in the service. A write may have happened: look before you retry.',
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
    'One order of the account. The only operation that answers 404. Reading changes nothing and may be repeated.',
  tags: ['Orders'],
  request: { params: schemas.getOrderPath },
  responses: {
    200: { description: 'The order.', content: { 'application/json': { schema: schemas.Order } } },
    400: {
      description: 'The id is not text.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    401: {
      description:
        'The key is missing, malformed, unknown, revoked, or of a deactivated account. Plain text, before anything else is\nchecked.',
      content: { 'text/html': { schema: schemas.Unauthorized } },
    },
    404: {
      description: 'The account has no such order.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    429: {
      description:
        'The request budget is used up. Wait `RateLimit-Reset` seconds. This answer itself is not counted.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    500: {
      description:
        'Something went wrong in the service. A write may have happened: look before you retry.',
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
    'Places an order on an active campaign and allocates stock for all of it in one warehouse. Stock that is short is\nan error, and nothing is allocated, unless the campaign allows out-of-stock orders: then the order is\nbackordered. Emits `order.created`.\n\nThere is no idempotency: a retry after a time-out or a 500 may create a duplicate. List the orders by campaign\nand recipient e-mail first.',
  tags: ['Orders'],
  request: {
    body: { required: true, content: { 'application/json': { schema: schemas.OrderCreate } } },
  },
  responses: {
    201: { description: 'The order.', content: { 'application/json': { schema: schemas.Order } } },
    400: {
      description: 'The body does not validate, or the order is not possible as things stand.',
      content: { 'application/json': { schema: schemas.Refusal } },
    },
    401: {
      description:
        'The key is missing, malformed, unknown, revoked, or of a deactivated account. Plain text, before anything else is\nchecked.',
      content: { 'text/html': { schema: schemas.Unauthorized } },
    },
    429: {
      description:
        'The request budget is used up. Wait `RateLimit-Reset` seconds. This answer itself is not counted.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    500: {
      description:
        'Something went wrong in the service. A write may have happened: look before you retry.',
      content: { 'application/json': { schema: schemas.Message } },
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
    'Cancels an order that has not shipped and releases its stock. Emits `order.cancelled`. A retry of a cancel that\ndid succeed says that the order is already cancelled.',
  tags: ['Orders'],
  request: {
    body: { required: true, content: { 'application/json': { schema: schemas.OrderCancel } } },
  },
  responses: {
    201: {
      description: 'The cancelled order. A state change that answers 201.',
      content: { 'application/json': { schema: schemas.Order } },
    },
    400: {
      description:
        'The body does not validate, there is no such order, or it cannot be cancelled any more.',
      content: { 'application/json': { schema: schemas.Refusal } },
    },
    401: {
      description:
        'The key is missing, malformed, unknown, revoked, or of a deactivated account. Plain text, before anything else is\nchecked.',
      content: { 'text/html': { schema: schemas.Unauthorized } },
    },
    429: {
      description:
        'The request budget is used up. Wait `RateLimit-Reset` seconds. This answer itself is not counted.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    500: {
      description:
        'Something went wrong in the service. A write may have happened: look before you retry.',
      content: { 'application/json': { schema: schemas.Message } },
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
    'Stock of every variant in every warehouse, in the order of creation, each item with its newest events; filters\ncombine. Raise `page` while `pagination.has_more` is true. Keys are snake_case. Reading changes nothing and may\nbe repeated.',
  tags: ['Inventory'],
  request: { query: schemas.listInventoryQuery },
  responses: {
    200: {
      description: 'A page of inventory; `items` is empty when nothing matches.',
      content: { 'application/json': { schema: schemas.InventoryPage } },
    },
    400: {
      description: 'A query parameter is not what it must be.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    401: {
      description:
        'The key is missing, malformed, unknown, revoked, or of a deactivated account. Plain text, before anything else is\nchecked.',
      content: { 'text/html': { schema: schemas.Unauthorized } },
    },
    429: {
      description:
        'The request budget is used up. Wait `RateLimit-Reset` seconds. This answer itself is not counted.',
      content: { 'application/json': { schema: schemas.Message } },
    },
    500: {
      description:
        'Something went wrong in the service. A write may have happened: look before you retry.',
      content: { 'application/json': { schema: schemas.Message } },
    },
  },
})
