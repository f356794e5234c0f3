import { operationOf } from '../../testkit/contract.ts'
import type { Received, Sent } from '../../testkit/http.ts'
import type { Target } from '../support/target.ts'
import {
  asOwner,
  at,
  body,
  type Change,
  headers,
  input,
  json,
  query,
  replacing,
  respond,
  sendingBefore,
  status,
} from './changes.ts'

const everywhere = () => true

const unauthorized = respond(401, 'Unauthorized', 'text/html; charset=utf-8')

const header = ({ headers: given }: Sent, name: string): string => given?.[name] ?? ''

const isFor =
  (method: string, path: RegExp) =>
  (sent: Sent): boolean =>
    sent.method === method && path.test(sent.path)

/** A request of an operation whose body has a text. */
const hasBody =
  (id: string, text: string | RegExp) =>
  (sent: Sent): boolean =>
    operationOf(sent)?.id === id && String(sent.body).search(text) >= 0

/** A credential that a server accepts by mistake. */
const accepted = (isSent: (authorization: string, target: Target) => boolean): Change =>
  at(
    (sent: Sent, _: Received, target: Target) => isSent(header(sent, 'authorization'), target),
    json(200, []),
  )

/**
 * For each law, by the beginning of its promise: a violation as a sentence, and the change of the server. A second one
 * breaks a second, independent promise of the law.
 */
export const mutants: Record<string, Record<string, Change>> = {
  'A valid key returns its account': {
    '/v1/auth rejects methods outside OpenAPI': at(
      isFor('PURGE', /auth/),
      json(405, { message: 'Method not allowed' }),
    ),
  },
  'The scheme Bearer is accepted in any case': {
    'The scheme "bearer" in lower case is rejected': at(
      (sent) => header(sent, 'authorization').startsWith('bearer'),
      unauthorized,
    ),
  },
  'A missing Authorization header': {
    'The body of 401 responses ends with a line feed': at(401, replacing(/$/g, '\n')),
    'createContact validates the request body before the key': at(
      'createContact 401',
      json(400, { message: 'Invalid request body', errors: ['body: must be valid JSON'] }),
    ),
  },
  'Another scheme returns': {
    'The scheme Basic is accepted': accepted((given) => given.startsWith('Basic')),
  },
  'An empty key returns': {
    'An empty key is accepted': accepted((given) => given.trim() === 'Bearer'),
  },
  'A key with 95 characters': {
    'A key with 95 characters is accepted': accepted((given) => /^Bearer .{95}$/.test(given)),
  },
  'A key with 97 characters': {
    'A key with 97 characters is accepted': accepted((given) => /^Bearer .{97}$/.test(given)),
  },
  'A key that was never issued': {
    'An unknown key is accepted': accepted((given) => given.endsWith('x'.repeat(96))),
  },
  'A revoked key': {
    'A revoked key is accepted': accepted((given, { controls }) =>
      given.endsWith(` ${controls.revokedKey}`),
    ),
  },
  'A key of a deactivated account': {
    'A key of a deactivated account is accepted': accepted((given, { controls }) =>
      given.endsWith(` ${controls.deactivatedKey}`),
    ),
  },

  'Every response under /v1 counts': {
    'Remaining requests are always 1': at(
      everywhere,
      headers({ 'ratelimit-remaining': '1', 'x-ratelimit-remaining': '1' }),
    ),
  },
  'RateLimit-Reset is in seconds': {
    'X-RateLimit-Reset is in milliseconds': at(
      everywhere,
      headers({ 'x-ratelimit-reset': `${Date.now()}` }),
    ),
  },
  'Over the limit, every operation': {
    'The key is checked before the rate limit': at(
      (sent, { status: given }) => given === 429 && header(sent, 'authorization') === '',
      unauthorized,
    ),
  },
  'Requests leave the window one by one': {
    'Rejected requests extend the window': at(429, headers({ 'ratelimit-reset': '86400' })),
  },
  'An internal failure returns 500': {
    '500 responses show the source location of the error': at(
      500,
      json(500, { message: 'Error: The fault switch was thrown at orders.ts:12' }),
    ),
  },

  'Only getOrder returns 404': {
    'Deleting an unknown webhook returns 404': at('deleteWebhook 400', status(404)),
  },
  'An unknown order returns 404': {
    'getOrder returns 400 for an unknown order': at('getOrder 404', status(400)),
  },
  'An unsupported method returns 405': {
    '405 responses allow only GET': at(405, headers({ allow: 'GET' })),
    'GET /v1/orders/create looks up an order named "create"': at(
      isFor('GET', /^\/v1\/orders\/create$/),
      json(404, { message: 'Order not found' }),
    ),
  },
  'HEAD is supported wherever GET is': {
    'HEAD returns 405 on lists': at(isFor('HEAD', /list/), status(405)),
  },
  'An unknown path returns 404': {
    'An unknown path returns an HTML page': at(
      isFor('GET', /nothing/),
      respond(404, '<h1>Not found</h1>', 'text/html'),
    ),
  },
  'Every declared link leads': {
    'createWebhook returns an id that does not exist': at(
      'createWebhook 201',
      replacing(/"id":"[^"]*"/g, '"id":"whk_00000000000000000000000000000000"'),
    ),
  },

  'Each SKU appears once': {
    'The products of a campaign differ from the product list': at(
      'listCampaigns 200',
      replacing(/"productionTime":[^,}]*/g, '"productionTime":0'),
    ),
  },
  'A page is the part of the list': {
    'The contact list silently caps limit at 25': query('listContacts', (given) =>
      given.set('limit', String(Math.min(Number(given.get('limit') ?? 20), 25))),
    ),
    'The default limit is 50': query('listProducts', (given) =>
      given.set('limit', given.get('limit') ?? '50'),
    ),
  },
  'Paging through contacts': {
    'Each page of contacts is sorted newest first': body('listContacts', (contacts) =>
      contacts.toReversed(),
    ),
  },
  'Orders are sorted newest first': {
    'The order list lacks the newest order': query('listOrders', (given) =>
      given.set('offset', String(Number(given.get('offset') ?? 0) + 1)),
    ),
  },

  'A contact is listed as sent': {
    'createContact does not store the tags': input('createContact', ({ tags: _, ...rest }) => rest),
  },
  'Texts are returned exactly as sent': {
    'createContact trims spaces from the last name': input('createContact', (sent) => ({
      ...sent,
      lastName: sent.lastName.trim() || 'x',
    })),
  },
  'searchText finds names and emails': {
    'searchText treats % as a wildcard': query('listContacts', (given) => {
      if (given.get('searchText')?.includes('%')) given.delete('searchText')
    }),
  },
  'inviteStatusFilter matches': {
    'inviteStatusFilter=not_invited returns all contacts': query('listContacts', (given) =>
      given.delete('inviteStatusFilter', 'not_invited'),
    ),
  },
  'orderCount counts the orders': {
    'orderCount is at most 1': at(
      'listContacts 200',
      replacing(/"orderCount":[1-9]\d*/g, '"orderCount":1'),
    ),
  },
  'An invite is returned as sent': {
    'Invites never expire': at(
      'createInvite 200',
      replacing(/"expiresAt":"[^"]*"/g, '"expiresAt":"9999-12-31T23:59:59.000Z"'),
    ),
  },
  'A missing campaignId is reported': {
    'createInvite reports a missing campaignId like the contact list': at(
      'createInvite 400',
      replacing('Campaign ID is required', 'campaignId is required'),
    ),
  },
  'email is required with sendEmailNotification': {
    'The check that email is required is skipped': at(
      'createInvite 400',
      replacing('email is required when sendEmailNotification is enabled', 'Campaign not found'),
    ),
  },
  'An unknown campaign accepts no invites': {
    'An expiresAt in the past is rejected': at(
      hasBody('createInvite', '2020-01-01'),
      json(400, { message: 'expiresAt: has passed' }),
    ),
  },

  'A new order is returned as sent': {
    'getOrder returns another date than createOrder': body('getOrder', (order) => ({
      ...order,
      orderDate: '2020-01-01T00:00:00.000Z',
    })),
  },
  'cancelOrder returns 201 with the cancelled order': {
    'Cancelling an unknown order returns 404': at('cancelOrder 400', status(404), 'not found'),
  },
  'Two line items with the same SKU': {
    'Of two line items with the same SKU, one is kept': body('createOrder', (order) => ({
      ...order,
      products: order.products.slice(0, 1),
    })),
  },
  'The list can be filtered by campaign': {
    'The campaign filter of the order list is ignored': query('listOrders', (given) =>
      given.delete('campaignId'),
    ),
  },
  'Tracking number, carrier and ship date': {
    'Every order has a ship date': at(
      'listOrders 200',
      replacing('"shipDate":null', '"shipDate":"2026-01-01T00:00:00.000Z"'),
    ),
  },
  'A rejected order returns 400': {
    'A rejected order still allocates stock': {
      handle: async (sent, forward) => {
        const received = await forward(sent)
        if (operationOf(sent)?.id !== 'createOrder' || received.status !== 400) return received
        const { products, ...order } = JSON.parse(String(sent.body))
        const [{ sku }] = products
        await forward({
          ...sent,
          body: JSON.stringify({ ...order, products: [{ sku, quantity: 1 }] }),
        })
        return received
      },
    },
  },
  'If the campaign allows it': {
    'Orders without stock are rejected although the campaign allows them': at(
      'createOrder 201',
      json(400, { message: 'Not enough stock' }),
      'BACKORDERED',
    ),
  },
  'An order without a warehouse': {
    'An order without a warehouse gets an unknown one': body('createOrder', (order) => ({
      ...order,
      warehouse: 'unknown',
    })),
  },
  'A campaign that is not Active': {
    'A paused campaign accepts orders': at('createOrder 400', status(201), 'is not active'),
  },
  'An expired campaign': {
    'An expired campaign accepts orders': at('createOrder 400', status(201), 'has expired'),
  },
  'A shipped order leaves the stock': {
    'A delivered order has no deliveredAt': body('getOrder', (order) => ({
      ...order,
      deliveredAt: null,
    })),
    'A returned order does not add to on_hand': body('listInventory', (page) => ({
      ...page,
      items: page.items.map((item) => {
        const [newest] = item.inventory_events
        const returned = newest?.event_type === 'order_returned' ? newest.quantity : 0
        return { ...item, on_hand: item.on_hand - returned }
      }),
    })),
  },

  'An order allocates the stock of each SKU': {
    'An order with several SKUs allocates only the first': {
      handle: async (sent, forward) => {
        if (!hasBody('createOrder', '"products"')(sent)) return forward(sent)
        const { products, ...order } = JSON.parse(String(sent.body))
        const first = JSON.stringify({ ...order, products: products.slice(0, 1) })
        const received = await forward({ ...sent, body: first })
        return { ...received, text: JSON.stringify({ ...JSON.parse(received.text), products }) }
      },
    },
  },
  'Of concurrent orders for the last units': {
    'All orders have the same number': body('createOrder', (order) => ({
      ...order,
      orderNumber: 'MF-1',
    })),
  },
  'Of concurrent cancellations of one order': {
    'All concurrent cancellations of one order succeed': {
      handle: async (sent, forward) => {
        const received = await forward(sent)
        if (operationOf(sent)?.id !== 'cancelOrder' || received.status !== 400) return received
        const path = `/v1/orders/${JSON.parse(String(sent.body)).orderId}`
        const order = await forward({ ...sent, method: 'GET', path, body: undefined })
        return { ...order, status: 201 }
      },
    },
  },
  'Each count is the sum of its events': {
    'Allocated stock is reported as available': body('listInventory', (page) => ({
      ...page,
      items: page.items.map((item) => ({ ...item, available: item.on_hand })),
    })),
  },
  'page, page_size, total_count and has_more': {
    'has_more is always true': at(
      'listInventory 200',
      replacing('"has_more":false', '"has_more":true'),
    ),
  },
  'Filters match parts of sku and product_name': {
    'The sku filter is case-sensitive': query('listInventory', (given) => {
      const sku = given.get('sku') ?? ''
      if (sku !== sku.toUpperCase()) given.set('sku', 'none')
    }),
  },

  'The catalog has the eight events': {
    'Invite events have the category order': at(
      'listWebhookEvents 200',
      replacing('"category":"invite"', '"category":"order"'),
    ),
  },
  'Only create and rotate-secret return the secret': {
    'The message for a repeated URL has a secret': at(
      'createWebhook 400',
      replacing('already exists', 'already exists: whsec_x'),
    ),
    'All subscriptions have the same secret': at(
      'createWebhook 201',
      replacing(/"secret":"[^"]*"/g, `"secret":"whsec_${'a'.repeat(43)}"`),
    ),
  },
  'An update changes only the given fields': {
    'updateWebhook activates a subscription when active is omitted': input(
      'updateWebhook',
      (sent) => ({ active: true, ...sent }),
    ),
  },
  'An account has one subscription per URL': {
    'Two subscriptions can have the same URL': at(
      'createWebhook 400',
      status(201),
      'already exists',
    ),
  },
  'A deleted subscription is gone': {
    'A deleted subscription can be deleted again': at(
      'deleteWebhook 400',
      json(200, { message: 'Webhook deleted successfully' }),
    ),
  },
  'The list has active and inactive subscriptions': {
    'The webhook list lacks inactive subscriptions': body('listWebhooks', ({ webhooks }) => ({
      webhooks: webhooks.filter(({ active }) => active),
    })),
  },
  'An update changes updatedAt': {
    'updateWebhook does not change updatedAt': body('updateWebhook', (webhook) => ({
      ...webhook,
      updatedAt: webhook.createdAt,
    })),
  },
  'Only an active subscription can be tested': {
    'An inactive subscription can be tested': at(
      'testWebhook 400',
      json(200, { success: false, statusCode: null, error: 'inactive' }),
      'not active',
    ),
  },
  'Create and update reject URLs': {
    'updateWebhook does not check the URL': at('updateWebhook 400', status(200), 'HTTPS'),
  },
  'URLs close to the rejected ones': {
    'A public address next to a private range is rejected': input('createWebhook', (sent) => ({
      ...sent,
      url: sent.url.replace('//172.32.', '//172.31.'),
    })),
  },

  'An order event is sent, signed': {
    'order.created is never sent': {
      deliveries: (all) => all.filter(({ body: sent }) => !sent.includes('order.created')),
    },
  },
  'The events of a shipped, delivered or returned order': {
    'order.shipped is sent twice': {
      deliveries: (all) => [...all, ...all.filter(({ body: sent }) => sent.includes('shipped'))],
    },
  },
  'A test delivery goes only to its subscription': {
    'A test delivery has no valid signature': {
      deliveries: (all) =>
        all.map((each) => ({
          ...each,
          headers: { ...each.headers, 'X-Webhook-Signature': 'sha256=0' },
        })),
    },
  },
  'A failed test delivery reports': {
    'Every test delivery is a success': at(
      'testWebhook 200',
      replacing('"success":false', '"success":true'),
    ),
  },
  'After rotate-secret returns': {
    'rotateWebhookSecret returns a new secret but does not store it': at(
      'rotateWebhookSecret 200',
      replacing(/"secret":"[^"]*"/g, `"secret":"whsec_${'a'.repeat(43)}"`),
    ),
  },
  'Deliveries do not count towards the rate limit': {
    'A test delivery counts as another request': sendingBefore('testWebhook', () => ({
      path: '/v1/auth',
    })),
  },

  'No operation shows or changes data of another account': {
    'Every account can cancel the orders of this account': asOwner('cancelOrder'),
  },
  'An account without data gets empty lists': {
    'An account without data gets the products of another': asOwner('listProducts'),
  },
  'Each key returns its own account': {
    'Every key returns this account': asOwner('checkAuth'),
  },

  'Input that the document allows': {
    'createContact rejects tags': at(
      hasBody('createContact', '"tags"'),
      json(400, { message: 'tags: must be left out' }),
    ),
  },
  'Values at every bound': {
    'A first name of 100 characters is rejected': at(
      hasBody('createContact', /"firstName":".{100}"/u),
      json(400, { message: 'firstName: is too long' }),
    ),
  },
  'A body that violates one constraint': {
    'An empty last name is accepted': at(
      'createContact 400',
      json(200, { contactId: 'con_1' }),
      '"errors":["lastName: must not be empty"]',
    ),
    'Errors write products.0 instead of products[0]': at(
      'createOrder 400',
      replacing(/products\[(\d+)\]/g, 'products.$1'),
    ),
  },
  'A query parameter that violates one constraint': {
    'An unknown orderStatus is accepted': at('listOrders 400', json(200, []), 'orderStatus'),
  },
  'A missing or empty required query parameter': {
    'The contact list reports a missing campaignId like other parameters': at(
      'listContacts 400',
      replacing('campaignId is required', 'campaignId: is required'),
    ),
  },
  'A parameter that is not valid text': {
    'A path that is not valid UTF-8 returns 500': at(
      'getOrder 400',
      json(500, { message: 'Internal server error' }),
    ),
  },
  'Every invalid field has one entry': {
    'Only the first invalid field is listed in errors': at(
      'createContact 400',
      replacing(/"errors":\["([^"]*)"(,"[^"]*")+\]/g, '"errors":["$1"]'),
    ),
  },
  'A JSON body of up to 256 KiB': {
    'A request body over 64 KiB is rejected': at(
      ({ body: sent = '' }) => sent.length > 65_536,
      json(400, { message: 'Invalid request body', errors: ['body: must be at most 64 KiB'] }),
    ),
  },
  'An unreadable body returns 400': {
    'Another content type returns 415': at(400, status(415), 'body: must be sent as'),
  },
  'Undocumented properties and query parameters': {
    'An unknown query parameter is rejected': at(
      isFor('GET', /unknown=/),
      json(400, { message: 'unknown: is not a parameter' }),
    ),
  },
}
