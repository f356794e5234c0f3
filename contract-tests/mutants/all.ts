import { type OperationId, operationIds } from '../../generated/operations.ts'
import type { components } from '../../generated/types.ts'
import {
  at,
  body,
  type Change,
  type ChangeResponse,
  headers,
  input,
  json,
  type MutantRequest,
  type MutantResponse,
  operation,
  publishing,
  replacing,
  reply,
  send,
  status,
  testingWith,
} from './changes.ts'

type Order = components['schemas']['Order']
type Item = components['schemas']['InventoryItem']

/** Mutants by the beginning of the promise that they break, each with the violation as a sentence. */
type Mutants = Record<string, Record<string, Change>>

const everywhere = () => true

const failure = json(500, { message: 'Internal server error' })

const wrongMethod = json(405, { message: 'Method not allowed' })

const harmless = () => `https://${crypto.randomUUID()}.contract-tests.example.com/`

const numberIn = (name: string, { headers: given }: MutantResponse) => Number(given.get(name))

const withRemaining = (value: number) =>
  headers({ 'ratelimit-remaining': value, 'x-ratelimit-remaining': value })

/** Adds a number to RateLimit-Remaining for each earlier request whose response matches. */
const miscounting = (
  by: number,
  isMiscounted: (response: MutantResponse, request: MutantRequest) => boolean,
): Change => ({
  change: () => {
    let extra = 0
    return (response, request) => {
      if (isMiscounted(response, request)) extra += by
      const remaining = numberIn('ratelimit-remaining', response)
      return withRemaining(remaining + extra)(response, request)
    }
  },
})

/** After a first 429, reports a rate limit that is whole again. */
const fixedWindow: Change = {
  change: () => {
    let wasSpent = false
    return (response, request) => {
      if (response.status === 429) wasSpent = true
      const limit = numberIn('ratelimit-limit', response)
      const isRestored = wasSpent && response.status !== 429
      return isRestored ? withRemaining(limit - 1)(response, request) : response
    }
  },
}

const milliseconds: ChangeResponse = (response, request) => {
  const seconds = numberIn('x-ratelimit-reset', response)
  return headers({ 'x-ratelimit-reset': seconds * 1000 })(response, request)
}

/** Returns 201 with the last placed order for creates that were rejected with certain messages. */
const acceptingOrder = (message: RegExp): Change => ({
  operations: (real) => {
    let last: Order | undefined
    return {
      createOrder: async (sent, call) => {
        const given = await real.createOrder(sent, call)
        if (given.status === 201) last = given.body
        else if (last && message.test(given.body.message))
          return { status: 201, body: { ...last, id: `${last.id}x`, products: sent.body.products } }
        return given
      },
    }
  },
})

/** Cancels an order any number of times. */
const cancelledAgain: Change = reply('cancelOrder', async (given, sent, call, real) => {
  const order = await real.getOrder({ path: sent.body }, call)
  return order.status === 200 && order.body.status === 'CANCELLED'
    ? { status: 201, body: order.body }
    : given
})

const items = (change: (item: Item) => Partial<Item>): Change =>
  body('listInventory', (page) => ({
    ...page,
    items: page.items.map((item) => ({ ...item, ...change(item) })),
  }))

/** Runs an operation as the suite's own account, whatever the key. */
const asOwner = <Id extends OperationId>(id: Id): Change =>
  operation(id, (sent, _, real, { account }) => real[id](sent, { account }))

const credentials: Record<string, (authorization: string, request: MutantRequest) => boolean> = {
  'Another scheme': (authorization) => authorization.startsWith('Basic'),
  'An empty key': (authorization) => authorization.trim() === 'Bearer',
  'A key with 95 characters': (authorization) => /^Bearer .{95}$/.test(authorization),
  'A key with 97 characters': (authorization) => /^Bearer .{97}$/.test(authorization),
  'A key that was never issued': (authorization) => authorization.endsWith('x'.repeat(96)),
  'A revoked key': (authorization, { keys }) => authorization.includes(keys.revokedKey),
  'A key of a deactivated account': (authorization, { keys }) =>
    authorization.includes(keys.deactivatedKey),
}

/** Every planted violation of the contract. Each law has at least one, and one for each independent promise. */
export const mutants: Mutants = {
  'A valid key returns its account': {
    '/v1/auth rejects methods outside OpenAPI, such as PURGE': at(
      (_, { method }) => method === 'PURGE',
      wrongMethod,
    ),
  },
  'The scheme Bearer is accepted in any case': {
    'The scheme "bearer" in lower case is rejected': at(
      (_, { authorization }) => authorization.startsWith('bearer'),
      send(401, 'Unauthorized', 'text/html; charset=utf-8'),
    ),
  },
  'A missing Authorization header': {
    'The body of 401 responses ends with a line feed': at(401, replacing(/$/g, '\n')),
    'createContact validates the request body before the key': at(
      'createContact 401',
      json(400, { message: 'Invalid request body', errors: ['body: must be valid JSON'] }),
    ),
  },
  ...Object.fromEntries(
    Object.entries(credentials).map(([what, isSent]) => [
      `${what} returns`,
      {
        [`${what} is accepted`]: at(
          (_, request) => isSent(request.authorization, request),
          json(200, []),
        ),
      },
    ]),
  ),

  'Every response under /v1 counts': {
    'Requests rejected with 404 are not counted': miscounting(1, (sent) => sent.status === 404),
    'Requests with X-Forwarded-For have their own rate limit': at(
      (_, request) => request.headers.has('x-forwarded-for'),
      (response, request) =>
        withRemaining(numberIn('ratelimit-remaining', response) + 7)(response, request),
    ),
    'X-RateLimit-Remaining is always 1': at(everywhere, headers({ 'x-ratelimit-remaining': 1 })),
  },
  'RateLimit-Reset is in seconds': {
    'X-RateLimit-Reset is in milliseconds': at(everywhere, milliseconds),
  },
  'Over the limit, every operation': {
    'The rate limit allows one request too many': { budget: (given) => given + 1 },
    'The key is checked before the rate limit': at(
      ({ status: given }, { authorization }) => given === 429 && authorization === '',
      send(401, 'Unauthorized', 'text/html; charset=utf-8'),
    ),
  },
  'Requests leave the window one by one': {
    'The window is fixed: all requests leave it at once': fixedWindow,
    'Requests rejected with 429 extend the window': at(429, headers({ 'ratelimit-reset': 86_400 })),
  },
  'An internal failure returns 500': {
    '500 responses show the error and its source location': at(
      500,
      json(500, { message: 'Error: The fault switch was thrown at orders.ts:12' }),
    ),
    'Webhook management has another message for a failure': at(
      ({ status: given }, { path }) => given === 500 && path.startsWith('/v1/webhooks'),
      json(500, { message: 'Request failed' }),
    ),
  },

  'Only getOrder returns 404': {
    'Deleting an unknown webhook returns 404': at('deleteWebhook 400', status(404)),
    'An unknown campaign returns 404': at(400, status(404), 'Campaign not found'),
  },
  'An unknown order returns 404': {
    'getOrder returns 400 for an unknown order': at('getOrder 404', status(400)),
  },
  'An unsupported method returns 405': {
    '405 responses allow only GET': at(405, headers({ allow: 'GET' })),
    'GET /v1/orders/create looks up an order named "create"': at(
      (_, { method, path }) => method === 'GET' && path === '/v1/orders/create',
      json(404, { message: 'Order not found' }),
    ),
  },
  'HEAD is supported wherever GET is': {
    'HEAD returns 405 on lists': at(
      (_, { method, path }) => method === 'HEAD' && path.endsWith('/list'),
      (response, request) => ({
        ...headers({ allow: 'GET' })(response, request),
        status: 405,
        text: '',
      }),
    ),
  },
  'An unknown path returns 404': {
    'An unknown path returns an HTML page': at(
      ({ status: given }, { operation: id }) => given === 404 && id === undefined,
      send(404, '<h1>Not found</h1>', 'text/html'),
    ),
  },
  'Every declared link leads': {
    'createWebhook returns an id that does not exist': at(
      'createWebhook 201',
      replacing(/"id":"[^"]*"/g, '"id":"whk_00000000000000000000000000000000"'),
    ),
  },

  'Each SKU appears once': {
    'A SKU appears twice in the product list': body('listProducts', (products) => [
      ...products.slice(0, 1),
      ...products,
    ]),
    'The products of a campaign differ from the product list': at(
      'listCampaigns 200',
      replacing(/"productionTime":[^,}]*/g, '"productionTime":0'),
    ),
  },
  'A page is the part of the list': {
    'Pages overlap by one row': input('listProducts', ({ query }) => ({
      query: { ...query, offset: Math.max(0, query.offset - 1) },
    })),
    'The contact list silently caps limit at 25': input('listContacts', ({ query }) => ({
      query: { ...query, limit: Math.min(query.limit, 25) },
    })),
  },
  'Without limit and offset': {
    'The default limit is 50': input('listProducts', ({ query }) => ({
      query: { ...query, limit: query.limit === 20 ? 50 : query.limit },
    })),
  },
  'Paging through contacts': {
    'Each page of contacts is sorted newest first': body('listContacts', (contacts) =>
      contacts.toReversed(),
    ),
  },
  'Orders are sorted newest first': {
    'The order list lacks the newest order': input('listOrders', ({ query }) => ({
      query: { ...query, offset: query.offset + 1 },
    })),
  },

  'A contact is listed as sent': {
    'createContact does not store the tags': input(
      'createContact',
      ({ body: { tags, ...rest } }) => ({
        body: rest,
      }),
    ),
    'The contact list is sorted newest first': body('listContacts', (contacts) =>
      contacts.toReversed(),
    ),
  },
  'Texts are returned exactly as sent': {
    'createContact trims spaces from the last name': input('createContact', (sent) => ({
      body: { ...sent.body, lastName: sent.body.lastName.trim() || 'x' },
    })),
  },
  'The contact list must not be cached': {
    'The contact list may be cached': at(
      'listContacts 200',
      headers({ 'cache-control': 'private' }),
    ),
  },
  'searchText finds names and e-mails': {
    'searchText treats % as a wildcard': input(
      'listContacts',
      ({ query: { searchText, ...query } }) => ({
        query: searchText && !searchText.includes('%') ? { ...query, searchText } : query,
      }),
    ),
    'The tags filter requires all tags instead of any': body(
      'listContacts',
      (contacts, { query: { tags = [] } }) =>
        contacts.filter((each) => tags.every((tag) => each.tags.includes(tag))),
    ),
  },
  'inviteStatusFilter matches': {
    'inviteStatusFilter=not_invited returns all contacts': input(
      'listContacts',
      ({ query: { inviteStatusFilter, ...query } }) => ({
        query: inviteStatusFilter === 'invited' ? { ...query, inviteStatusFilter } : query,
      }),
    ),
  },
  'orderCount counts the orders': {
    'orderCount is at most 1': body('listContacts', (contacts) =>
      contacts.map((each) => ({ ...each, orderCount: Math.min(each.orderCount, 1) })),
    ),
  },
  'An invite is returned as sent': {
    'An invite without expiresAt never expires': input('createInvite', (sent) => ({
      body: { expiresAt: '9999-12-31T23:59:59Z', ...sent.body },
    })),
    'Two invites have the same slug': at('createInvite 200', (response, request) => {
      const [, slug = ''] = response.text.match(/"slug":"([^"]*)"/) ?? []
      return replacing(slug, 'the-slug')(response, request)
    }),
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
    'An expiresAt in the past is rejected': operation('createInvite', (sent, call, real) =>
      Date.parse(sent.body.expiresAt ?? '9999-12-31') < Date.now()
        ? { status: 400, body: { message: 'expiresAt: has passed' } }
        : real.createInvite(sent, call),
    ),
  },

  'A new order is returned as sent': {
    'Order notes are not stored': body('createOrder', (order) => ({ ...order, notes: '' })),
    'getOrder returns another date than createOrder': body('getOrder', (order) => ({
      ...order,
      orderDate: '2020-01-01T00:00:00.000Z',
    })),
  },
  'cancelOrder returns 201 with the cancelled order': {
    'A cancelled order can be cancelled again': cancelledAgain,
    'Cancelling an unknown order returns 404': at('cancelOrder 400', status(404), 'not found'),
  },
  'Two line items with the same SKU': {
    'Of two line items with the same SKU, one is kept': body('createOrder', (order) => ({
      ...order,
      products: [...new Map(order.products.map((line) => [line.sku, line])).values()],
    })),
  },
  'The list can be filtered by campaign': {
    'The campaign filter of the order list is ignored': input(
      'listOrders',
      ({ query: { campaignId: _, ...query } }) => ({ query }),
    ),
    'The e-mail filter of the order list is case-sensitive': body(
      'listOrders',
      (orders, { query: { email } }) =>
        orders.filter(({ recipient }) => email === undefined || recipient.email === email),
    ),
  },
  'Tracking number, carrier and ship date': {
    'A cancelled order has a ship date': body('listOrders', (orders) =>
      orders.map((each) =>
        each.status === 'CANCELLED' ? { ...each, shipDate: each.orderDate } : each,
      ),
    ),
  },
  'A rejected order returns 400': {
    'A rejected order still allocates stock': reply(
      'createOrder',
      async (given, sent, call, real) => {
        const [first] = sent.body.products
        const products = first ? [{ ...first, quantity: 1 }] : []
        if (given.status === 400) await real.createOrder({ body: { ...sent.body, products } }, call)
        return given
      },
    ),
    'A SKU outside the campaign can be ordered': at('createOrder 400', status(201), 'SKU is not'),
  },
  'If the campaign allows it': {
    'Orders without stock are rejected although the campaign allows them': reply(
      'createOrder',
      (given) =>
        given.status === 201 && given.body.allocationStatus === 'BACKORDERED'
          ? { status: 400, body: { message: 'Not enough stock' } }
          : given,
    ),
  },
  'An order without a warehouse': {
    'Without a warehouse, createOrder uses only the first one': operation(
      'createOrder',
      async (sent, call, real) => {
        const stock = await real.listInventory({ query: { page: 1, page_size: 1 } }, call)
        const [first] = stock.status === 200 ? stock.body.items : []
        const warehouse = sent.body.warehouse ?? first?.warehouse.warehouse_id ?? ''
        return real.createOrder({ body: { ...sent.body, warehouse } }, call)
      },
    ),
  },
  'A campaign that is not Active': {
    'A paused campaign accepts orders': at('createOrder 400', status(201), 'is not active'),
  },
  'An expired campaign': {
    'An expired campaign accepts orders': acceptingOrder(/^Campaign has expired$/),
  },
  'A shipped order has tracking number': {
    'A shipped order has no carrier': body('getOrder', (order) => ({
      ...order,
      carrierCode: null,
    })),
    'A shipped order can be cancelled': operation('cancelOrder', async (sent, call, real) => {
      const order = await real.getOrder({ path: sent.body }, call)
      return order.status === 200 && order.body.status === 'SHIPPED'
        ? { status: 201, body: order.body }
        : real.cancelOrder(sent, call)
    }),
  },
  'Delivery sets deliveredAt': {
    'A delivered order has no deliveredAt': body('getOrder', (order) => ({
      ...order,
      deliveredAt: null,
    })),
  },
  'A shipped order leaves the stock': {
    'A returned order has no tracking number': body('getOrder', (order) =>
      order.status === 'RETURNED' ? { ...order, trackingNumber: null } : order,
    ),
    'A returned order does not add to on_hand': items(({ on_hand, inventory_events: [newest] }) =>
      newest?.event_type === 'order_returned' ? { on_hand: on_hand - newest.quantity } : {},
    ),
  },

  'An order allocates the stock of each SKU': {
    'An order with several SKUs allocates only the first': operation(
      'createOrder',
      async (sent, call, real) => {
        const { products } = sent.body
        const first = { ...sent.body, products: products.slice(0, 1) }
        const given = await real.createOrder({ body: first }, call)
        return given.status === 201 ? { ...given, body: { ...given.body, products } } : given
      },
    ),
    'A cancelled order keeps its stock': operation('cancelOrder', async (sent, call, real) => {
      const order = await real.getOrder({ path: sent.body }, call)
      if (order.status !== 200) return real.cancelOrder(sent, call)
      const cancelled = { status: 'CANCELLED', allocationStatus: 'RELEASED' } as const
      return { status: 201, body: { ...order.body, ...cancelled } }
    }),
  },
  'Of concurrent orders for the last units': {
    'Orders beyond the stock succeed': acceptingOrder(/^Not enough stock/),
    'All orders have the same number': body('createOrder', (order) => ({
      ...order,
      orderNumber: 'MF-1',
    })),
  },
  'Of concurrent cancellations of one order': {
    'All concurrent cancellations of one order succeed': cancelledAgain,
  },
  'Each count is the sum of its events': {
    'on_hand and available are one too high': items(({ on_hand, available }) => ({
      on_hand: on_hand + 1,
      available: available + 1,
    })),
    'Allocated stock is reported as available': items(({ on_hand }) => ({ available: on_hand })),
    'inventory_events is sorted oldest first': items(({ inventory_events }) => ({
      inventory_events: inventory_events.toReversed(),
    })),
  },
  'page, page_size, total_count and has_more': {
    'has_more is true on the last page': body('listInventory', (page) => ({
      ...page,
      pagination: { ...page.pagination, has_more: page.items.length > 0 },
    })),
  },
  'Filters match parts of sku and product_name': {
    'The sku filter is case-sensitive': input('listInventory', ({ query: { sku, ...query } }) => ({
      query: sku ? { ...query, sku: sku === sku.toUpperCase() ? sku : 'none' } : query,
    })),
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
  },
  'Each subscription has its own secret': {
    'All subscriptions have the same secret': body('createWebhook', (webhook) => ({
      ...webhook,
      secret: `whsec_${'a'.repeat(43)}`,
    })),
  },
  'An update changes only the given fields': {
    'updateWebhook activates a subscription when active is omitted': input(
      'updateWebhook',
      (sent) => ({ ...sent, body: { active: true, ...sent.body } }),
    ),
  },
  'An account has one subscription per URL': {
    'Two subscriptions can have the same URL': reply('createWebhook', (given, sent, call, real) =>
      given.status === 400 && given.body.message.includes('already exists')
        ? real.createWebhook({ body: { ...sent.body, url: harmless() } }, call)
        : given,
    ),
  },
  'A deleted subscription is gone': {
    'deleteWebhook only deactivates the subscription': operation(
      'deleteWebhook',
      async (sent, call, real) => {
        const given = await real.updateWebhook({ ...sent, body: { active: false } }, call)
        return given.status === 200
          ? { status: 200, body: { message: 'Webhook deleted successfully' } }
          : given
      },
    ),
  },
  'The list has active and inactive subscriptions': {
    'The webhook list lacks inactive subscriptions': body('listWebhooks', (list) => ({
      webhooks: list.webhooks.filter(({ active }) => active),
    })),
    'The webhook list is sorted newest first': body('listWebhooks', (list) => ({
      webhooks: list.webhooks.toReversed(),
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
    'A private address in decimal is accepted': operation('createWebhook', (sent, call, real) => {
      const isDecimal = /^https:\/\/\d{8,}\//.test(sent.body.url)
      return real.createWebhook(
        isDecimal ? { body: { ...sent.body, url: harmless() } } : sent,
        call,
      )
    }),
    'updateWebhook does not check the URL': reply('updateWebhook', (given, sent, call, real) => {
      const { url: _, ...rest } = sent.body
      return given.status === 400 ? real.updateWebhook({ ...sent, body: rest }, call) : given
    }),
  },
  'URLs close to the rejected ones': {
    'A public address next to a private range is rejected': input('createWebhook', (sent) => ({
      body: { ...sent.body, url: sent.body.url.replace('//172.32.', '//172.31.') },
    })),
  },

  'An order event is sent, signed': {
    'order.created is never sent': publishing((event) =>
      event.event === 'order.created' ? [] : [event],
    ),
    'Every event is sent twice': publishing((event) => [event, event]),
  },
  'The events of a shipped, delivered or returned order': {
    'order.shipped has no tracking number': publishing((event) =>
      event.event === 'order.shipped'
        ? [{ ...event, data: { ...event.data, trackingNumber: null } }]
        : [event],
    ),
  },
  'A rejected request sends no event': {
    'A rejected cancellation sends a test delivery': reply(
      'cancelOrder',
      async (given, _, call, real) => {
        const list = await real.listWebhooks({}, call)
        const [first] = given.status === 400 && list.status === 200 ? list.body.webhooks : []
        if (first) await real.testWebhook({ path: { id: first.id } }, call)
        return given
      },
    ),
  },
  'A test delivery goes only to its subscription': {
    'A test delivery is signed with an empty secret': testingWith(''),
  },
  'A failed test delivery reports': {
    'A test delivery that got 300 is a success': body('testWebhook', (result) =>
      result.statusCode === 300 ? { ...result, success: true, error: null } : result,
    ),
  },
  'After rotate-secret returns': {
    'rotateWebhookSecret returns a new secret but does not store it': operation(
      'rotateWebhookSecret',
      async (sent, call, real) => {
        const list = await real.listWebhooks({}, call)
        const found =
          list.status === 200 && list.body.webhooks.find(({ id }) => id === sent.path.id)
        if (!found) return real.rotateWebhookSecret(sent, call)
        return { status: 200, body: { ...found, secret: `whsec_${crypto.randomUUID().repeat(2)}` } }
      },
    ),
  },
  'Deliveries do not count towards the rate limit': {
    'A test delivery counts as another request': miscounting(
      -1,
      (_, { operation: id }) => id === 'testWebhook',
    ),
  },

  // Every operation but those that every account with demo data may call with the same result.
  'No operation shows or changes data of another account': Object.fromEntries(
    operationIds
      .filter((id) => !/^(checkAuth.*|createWebhook|listProducts|listWebhookEvents)$/.test(id))
      .map((id) => [`With another account's key, ${id} uses this account`, asOwner(id)]),
  ),
  'An account without data gets empty lists': {
    'An account without data gets the products of another': asOwner('listProducts'),
  },
  'Each key returns its own account': {
    'Every key returns this account': asOwner('checkAuth'),
    'An account cannot subscribe a URL of another': asOwner('createWebhook'),
  },

  'Input that the document allows': {
    'createContact rejects tags': operation('createContact', (sent, call, real) =>
      sent.body.tags
        ? { status: 400, body: { message: 'tags: must be left out' } }
        : real.createContact(sent, call),
    ),
  },
  'Values at every bound': {
    'A first name of 100 characters is rejected': operation('createContact', (sent, call, real) =>
      [...sent.body.firstName].length >= 100
        ? { status: 400, body: { message: 'firstName: is too long' } }
        : real.createContact(sent, call),
    ),
  },
  'A body that violates one constraint': {
    'An empty last name is accepted': at(
      'createContact 400',
      json(200, { contactId: 'con_1' }),
      '"errors":["lastName: must not be empty"]',
    ),
    'Lone surrogates are accepted': at(
      'createContact 400',
      json(200, { contactId: 'con_1' }),
      'lone surrogate',
    ),
    'Errors write products.0 instead of products[0]': at(
      'createOrder 400',
      replacing(/products\[(\d+)\]/g, 'products.$1'),
    ),
  },
  'A query parameter that violates one constraint': {
    'An unknown orderStatus is accepted': at('listOrders 400', json(200, []), 'orderStatus'),
    'An unknown query parameter turns off the validation of others': at(
      (_, { operation: id, query }) => id === 'listOrders' && query.has('unknown'),
      json(200, []),
    ),
  },
  'A missing or empty required query parameter': {
    'The contact list reports a missing campaignId like other parameters': at(
      'listContacts 400',
      replacing('campaignId is required', 'campaignId: is required'),
    ),
  },
  'A parameter that is not valid text': {
    'A path that is not valid UTF-8 returns 500': at('getOrder 400', failure),
  },
  'Every invalid field has one entry': {
    'Only the first invalid field is listed in errors': at(
      'createContact 400',
      replacing(/"errors":\["([^"]*)"(,"[^"]*")+\]/g, '"errors":["$1"]'),
    ),
  },
  'A JSON body of up to 256 KiB': {
    'A request body over 64 KiB is rejected': at(
      (_, request) => Number(request.headers.get('content-length')) > 65_536,
      json(400, { message: 'Invalid request body', errors: ['body: must be at most 64 KiB'] }),
    ),
  },
  'An unreadable body returns 400': {
    'Another content type returns 415': at(400, status(415), 'body: must be sent as'),
  },
  'Undocumented properties and query parameters': {
    'An unknown query parameter is rejected': at(
      (_, { query }) => query.has('unknown'),
      json(400, { message: 'unknown: is not a parameter' }),
    ),
  },
}
