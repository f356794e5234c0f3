import { urlRejection } from '../laws/webhooks.ts'
import type { Received, Sent } from '../support/http.ts'
import {
  accepted,
  asOwner,
  at,
  body,
  type Change,
  error,
  hasBody,
  headerOf,
  headers,
  input,
  isFor,
  items,
  json,
  on,
  query,
  requestText,
  respond,
  sends,
  set,
  status,
  swap,
} from './changes.ts'

const unauthorized = respond(401, 'Unauthorized', 'text/html; charset=utf-8')
const invalid = (text: string) => json(400, { message: 'Invalid request body', errors: [text] })
const secret = swap(/"secret":"[^"]*"/g, `"secret":"whsec_${'a'.repeat(43)}"`)
const untested = { success: false, statusCode: null, error: 'inactive' }
const parsed = ({ body: sent }: Sent) => JSON.parse(String(sent))

/** Sends another order for one unit after each that was rejected. */
const allocating = on('createOrder', async (sent, forward) => {
  const received = await forward(sent)
  if (received.status !== 400) return received
  const { products, ...order } = parsed(sent)
  const unit = { ...order, products: [{ sku: products[0].sku, quantity: 1 }] }
  await forward({ ...sent, body: JSON.stringify(unit) })
  return received
})

/** Returns the order when cancelling it is rejected. */
const cancellingAgain = on('cancelOrder', async (sent, forward) => {
  const received = await forward(sent)
  if (received.status !== 400) return received
  const path = `/v1/orders/${parsed(sent).orderId}`
  return { ...(await forward({ ...sent, method: 'GET', path, body: undefined })), status: 201 }
})

/** Counts a test delivery as a request. */
const countingDeliveries = on('testWebhook', async (sent, forward) => {
  await forward({ path: '/v1/auth' })
  return forward(sent)
})

/** Takes invites that are created at the same time for one. */
const joiningInvites = (() => {
  let pending: Promise<Received> | undefined
  return on('createInvite', async (sent, forward) => {
    pending ??= forward(sent).finally(() => {
      pending = undefined
    })
    return pending
  })
})()

/** Sends no order.returned for a parcel that was not delivered. */
const returningDelivered = (() => {
  const delivered = new Set<string>()
  return sends((each) => {
    const { event, data } = JSON.parse(each.body)
    if (event === 'order.delivered') delivered.add(data.orderId)
    return event === 'order.returned' && !delivered.has(data.orderId) ? [] : each
  })
})()

/** Adds the units of the first returns of an item alone. */
const returning = (count: number) =>
  items(({ inventory_events: events, on_hand, ...item }) => {
    const returned = events.filter(({ event_type }) => event_type === 'order_returned').toReversed()
    const missing = returned.slice(count).reduce((sum, { quantity }) => sum + quantity, 0)
    return { ...item, inventory_events: events, on_hand: on_hand - missing }
  })

/** Cuts each tenth body short. */
const cutting = (() => {
  let count = 0
  return at(
    () => ++count % 10 === 0,
    ({ text, ...received }) => ({ ...received, text: text.slice(0, -1) }),
  )
})()

const path = (change: (path: string) => string): Change => ({
  handle: (sent, forward) => forward({ ...sent, path: change(sent.path) }),
})

/** Tells a subscription of another account from an unknown one. */
const tellingOwners = at(
  (given, _, { controls = {} }) =>
    /whk_/.test(given.path) && headerOf(given).endsWith(` ${controls.otherKey}`),
  error(400, 'The webhook belongs to another account'),
)

/** Adds the contact of an invite. */
const linking = on('createInvite', async (sent, forward) => {
  const { campaignId, email } = parsed(sent)
  const contact = { campaignId, email, firstName: 'Ada', lastName: 'Byron' }
  await forward({ ...sent, path: '/v1/contacts/create', body: JSON.stringify(contact) })
  return forward(sent)
})

/** Applies the other fields of an update whose URL is rejected. */
const halfApplying = on('updateWebhook', async (sent, forward) => {
  const received = await forward(sent)
  const { url, ...rest } = parsed(sent)
  if (received.status === 400) await forward({ ...sent, body: JSON.stringify(rest) })
  return received
})

/** Has one order of the account in the lists of others. */
const showingOldOrder = at(
  (sent, { status: answered }, { key }) =>
    /orders\/list/.test(sent.path) && answered === 200 && !headerOf(sent).endsWith(` ${key}`),
  swap(/"id":"ord_[^"]*"/g, '"id":"ord_019a91f4e6a87d23c1b0a9f8e7d6c5b4"'),
)

/** The campaign of the demo that has expired. */
const expiredCampaign = 'cmp_019a91f0c4d5713984a4e7e0edce830a'
const withoutZone = swap(/(?<=:\d\d(\.\d+)?)Z"/g, '"')
const httpDate = '"createdAt":"Fri, 20 Nov 2026 09:15:02 GMT"'
const unsigned = { 'X-Webhook-Signature': 'sha256=0' }
const expired = '"expiresAt":"9999-12-31T23:59:59Z"'
const shipped = '"shipDate":"2026-01-01T00:00:00.000Z"'

/** Violations, each as a change of the server, by words of the promise that must detect them. */
export const mutants: Readonly<Record<string, readonly Change[]>> = {
  'with every HTTP method': [at(isFor('PURGE', /auth/), status(405))],
  'The scheme Bearer': [at((sent) => /^bearer/.test(headerOf(sent)), unauthorized)],
  'missing Auth': [
    at(401, swap(/$/g, '\n')),
    at('createContact 401', invalid('body: must be valid JSON')),
    at(isFor('OPTIONS', /list/), status(405)),
    at(isFor('HEAD', /list/), status(200)),
  ],
  'Another scheme': [
    accepted(/^Basic/),
    at(401, headers('Bearer', 'www-authenticate')),
    accepted(/^mfk_/),
  ],
  'An empty key': [accepted(/^Bearer ?$/)],
  '95 characters': [accepted(/^Bearer .{95}$/)],
  '97 characters': [accepted(/^Bearer .{97}$/)],
  // The last is the key in another case of its last letter.
  'never issued': [accepted(/x{96}$/), accepted(/x{48}[^x]/), accepted(/ mfk_demo.*m$/)],
  'A revoked key': [accepted('revokedKey')],
  'deactivated account': [accepted('deactivatedKey')],
  'counts one request': [
    at(/./, headers('1', 'ratelimit-remaining', 'x-ratelimit-remaining')),
    at(/./, headers('1000, 1000;w=86400', 'ratelimit-limit')),
    at(/./, headers('1', 'x-request-id')),
    at(
      (sent, _, { controls = {} }) => headerOf(sent).endsWith(` ${controls.otherKey}`),
      headers('9', 'ratelimit-remaining', 'x-ratelimit-remaining'),
    ),
    at(
      ({ headers: given }) => given?.['x-real-ip'] !== undefined,
      headers('9', 'ratelimit-remaining', 'x-ratelimit-remaining'),
    ),
  ],
  'RateLimit-Reset': [
    at(/./, headers(`${Date.now()}`, 'x-ratelimit-reset')),
    at(/./, headers('1800000000', 'ratelimit-reset')),
  ],
  'Over the limit': [at((sent, { status }) => status === 429 && !headerOf(sent), unauthorized)],
  'leave the window': [at(429, headers('86400', 'ratelimit-reset'))],
  'internal failure': [at(500, error(500, 'Error: The fault was thrown at orders.ts:12'))],
  'unknown id': [
    at('deleteWebhook 400', status(404)),
    at('getOrder 404', status(400)),
    at('cancelOrder 400', status(404), 'not found'),
    path((given) => given.replace(/ORD_\w+/, (id) => id.toLowerCase())),
    path((given) => given.replace(/(%20)+$|\.json$/, '')),
    at(isFor('HEAD', /orders/), status(200)),
    at(({ path: given }) => /MF-/.test(given), json(200, {})),
    at(({ path: given }) => /\/4294967297$/.test(given), json(200, {})),
  ],
  'unsupported method': [
    at(405, headers('GET', 'allow')),
    at(isFor('GET', /orders\/create$/), error(404, 'Order not found')),
  ],
  'HEAD is supported': [at(isFor('HEAD', /list/), status(405))],
  'unknown path': [
    at(isFor('GET', /nothing/), respond(404, '<h1>Not found</h1>', 'text/html')),
    path((given) => given.replace(/\.json$|;x=1$/, '')),
    path((given) => given.replace(/auth\/$/, 'auth')),
    path((given) => given.toLowerCase()),
    path((given) => given.replace(/(?<=list)\/$/, '')),
  ],
  'declared link': [at('createWebhook 201', swap(/"id":"whk_[^"]*"/g, '"id":"whk_0"'))],
  'Each SKU': [
    at('listCampaigns 200', swap(/"productionTime":\d+/g, '"productionTime":0')),
    at('listCampaigns 200', swap(/(?<="expiration":"[^"T]*)T[^"]*/g, '')),
  ],
  'every record': [
    body('listCampaigns', (campaigns) => campaigns.slice(1)),
    body('listCampaigns', (campaigns) => campaigns.filter(({ status }) => status !== 'Paused')),
    body('listWebhooks', ({ webhooks }) => ({ webhooks: [...webhooks, ...webhooks] })),
  ],
  'A page': [
    query('listContacts', (q) => Number(q.get('limit')) > 100 && q.set('limit', '100')),
    query('listProducts', (q) => q.has('limit') || q.set('limit', '50')),
  ],
  'Paging misses': [
    body('listContacts', (contacts) => contacts.toReversed()),
    query('listOrders', (q) => q.set('offset', `${Number(q.get('offset')) + 1}`)),
  ],
  'A contact is listed': [
    input('createContact', ({ tags: _, ...rest }) => rest),
    at('listContacts 200', swap(/(?<=Name":") +| +(?=","email")/g, '')),
    input('createContact', (sent) => ({ ...sent, tags: sent.tags?.toSorted() ?? [] })),
    input('createContact', (sent) => ({ ...sent, email: sent.email.toLowerCase() })),
    requestText('createContact', '"PHONE"', '"phone"'),
    requestText('createContact', '"phone":"+', '"phone":"00'),
    requestText('createContact', /"zip":"0+/, '"zip":"'),
    at(hasBody('createContact', '"firstName":"0"'), invalid('firstName: x')),
    at(hasBody('createContact', '"firstName":" "'), invalid('firstName: is blank')),
    input('createContact', (sent) => ({ ...sent, tags: sent.tags?.slice(0, 50) ?? [] })),
    requestText('createContact', /(?<="dateOfBirth":"[^"]{255})[^"]+/, ''),
    at(hasBody('createContact', expiredCampaign), error(400, 'Campaign has expired')),
  ],
  searchText: [
    query('listContacts', (q) => q.get('searchText') === '100%' && q.delete('searchText')),
    query('listContacts', (q) => q.get('searchText') === '' && q.set('searchText', '!')),
    query('listContacts', (q) => q.set('searchText', `${q.get('searchText')}`.trim())),
    at(({ path: given }) => /%20BYRON/.test(given), json(200, [])),
    path((given) => given.replace('=zoem', '=Zo%C3%ABm')),
    path((given) => given.replace(/=CMP_\w+/, (id) => id.toLowerCase())),
    path((given) => given.replace(/searchText=t-/, 'tags=t-')),
    path((given) => given.replace('=ZO%C3%8B', '=zo%C3%8B%20')),
    at(({ path: given }) => given.endsWith('%5C'), error(500, 'LIKE pattern ends with escape')),
  ],
  inviteStatusFilter: [
    query('listContacts', (q) => q.delete('inviteStatusFilter', 'not_invited')),
    linking,
  ],
  orderCount: [at('listContacts 200', swap(/"orderCount":[1-9]\d*/g, '"orderCount":1'))],
  'An invite is returned': [
    at('createInvite 200', swap(/"expiresAt":"[^"]*"/g, expired)),
    at(hasBody('createInvite', '2020-01-01'), error(400, 'expiresAt: past')),
    at('createInvite 200', swap(/"createdAt":"[^"]*"/g, httpDate)),
    at('createInvite 200', ({ text, ...rest }) => ({ ...rest, text: text.normalize() })),
    at('createInvite 200', swap(/"_id":"[^"]*"/g, '"_id":"inv_1"')),
    at('createInvite 200', swap(/"inviteNumber":"[^"]*"/g, '"inviteNumber":"1"')),
    joiningInvites,
    at('createInvite 200', swap(/(?<=\.\d{6})\d+/g, '')),
    at(hasBody('createInvite', '"9999-'), error(500, 'OverflowError')),
    at('createInvite 200', swap(/(?<="inviteUrl":")[^"]*(?=\/i\/)/g, 'undefined')),
    at(hasBody('createInvite', expiredCampaign), error(400, 'Campaign has expired')),
  ],
  'createInvite reports': [
    at('createInvite 400', swap('Campaign ID is', 'campaignId is')),
    at(hasBody('createInvite', '"CMP_'), status(200)),
    at('createInvite 400', error(400, 'Campaign not found'), 'when send'),
    body('createInvite', ({ invite, ...rest }) => ({
      ...rest,
      invite: { ...invite, emailNotificationSent: true },
    })),
  ],
  'A new order': [
    set('getOrder', { orderDate: '2020-01-01T00:00:00.000Z' }),
    body('createOrder', (order) => ({ ...order, products: order.products.slice(0, 1) })),
    at('createOrder 201', swap(/(?<="orderDate":"[^"]*)Z/g, '+02:00')),
    at('listOrders 200', swap(/\.\d{3}Z"/g, 'Z"')),
    // The line items of one SKU become one.
    body('createOrder', (order) => ({
      ...order,
      products: [...new Map(order.products.map((line) => [line.sku, line])).values()],
    })),
    body('listOrders', (rows) => rows.slice(1)),
    set('cancelOrder', { notes: '' }),
    at('createOrder 201', swap('"quantity":2', '"quantity":2.5')),
    input('createOrder', ({ notes = '', ...order }) => ({ ...order, notes: notes.trim() })),
    requestText('createOrder', '"notes":"0"', '"notes":""'),
    requestText('createOrder', /"zip":"0+/, '"zip":"'),
    input('createOrder', ({ products, ...order }) => ({
      ...order,
      products: products.toSorted((a, b) => (a.sku < b.sku ? -1 : 1)),
    })),
  ],
  'rejects a second one': [at('cancelOrder 400', status(201), 'already cancelled')],
  'Orders are filtered': [
    query('listOrders', (q) => q.delete('campaignId')),
    // A part of an email finds it.
    path((given) => given.replace('email=da', 'email=Ada')),
    path((given) => given.replaceAll('%2B', '+')),
    query('listOrders', (q) => q.has('email') && q.delete('sourceOrderNumber')),
    path((given) => given.replace('email=_da', 'email=Ada')),
  ],
  'null exactly until': [
    at('listOrders 200', swap('"shipDate":null', shipped)),
    at('listOrders 200', withoutZone),
  ],
  'A rejected order': [
    at(hasBody('createOrder', /\[\{"sku":"[A-Z\d-]+","q\w+":1\}\]/), status(201), 'not part of'),
    allocating,
    requestText('createOrder', / +"/g, '"'),
  ],
  'If the campaign allows': [
    at('createOrder 201', error(400, 'Not enough stock'), 'BACKORDERED'),
    at('cancelOrder 201', swap('RELEASED', 'BACKORDERED')),
    set('createOrder', { allocationStatus: 'BACKORDERED' }),
    body('createOrder', (order) => ({ ...order, products: order.products.slice(0, 100) })),
  ],
  'An order without a warehouse': [set('createOrder', { warehouse: 'unknown' })],
  'not Active rejects': [at('createOrder 400', status(201), 'is not active')],
  'An expired campaign': [at('createOrder 400', status(201), 'has expired')],
  'A shipped order': [
    set('getOrder', { deliveredAt: null }),
    returning(0),
    returning(1),
    at('getOrder 200', swap(/(?<="deliveredAt":")\d{4}/g, '2001')),
  ],
  'An order allocates': [
    items((item) => ({ ...item, allocated: 0 })),
    at('listInventory 200', swap(/(?<="created_at":")\d{4}/g, '2001')),
  ],
  'concurrent orders': [set('createOrder', { orderNumber: 'MF-1' })],
  'concurrent cancellations': [cancellingAgain],
  'Each count is the sum': [
    items((item) => ({ ...item, available: item.on_hand })),
    items((item) => ({ ...item, product_name: item.sku })),
    at('listInventory 200', swap(/"order_id":"[^"]*"/g, '"order_id":null')),
    items(({ warehouse, ...item }) => ({
      ...item,
      warehouse: { ...warehouse, warehouse_name: item.sku },
    })),
  ],
  page_size: [
    at('listInventory 200', swap('"has_more":false', '"has_more":true')),
    body('listInventory', ({ items: rows, pagination }) => ({
      items: rows,
      pagination: { ...pagination, has_more: rows.length === pagination.page_size },
    })),
  ],
  Filters: [
    query('listInventory', (q) => q.get('sku') === '%' && q.delete('sku')),
    query('listInventory', (q) => q.get('sku') === '\\' && q.delete('sku')),
    query('listInventory', (q) => /[a-z]/.test(`${q.get('sku')}`) && q.set('sku', '!')),
  ],
  'The catalog': [
    at('listWebhookEvents 200', swap('"category":"invite"', '"category":"order"')),
    at(hasBody('createWebhook', '"webhook.test"'), status(201)),
  ],
  'return the secret': [
    at('createWebhook 400', swap('already exists', 'exists: whsec_x')),
    at('createWebhook 201', secret),
    at('rotateWebhookSecret 200', swap('"active":false', '"active":true')),
  ],
  'the given fields': [
    input('updateWebhook', (sent) => ({ active: true, ...sent })),
    requestText('createWebhook', /(?<=\[)(.*),("order.created")/, '$2,$1'),
  ],
  'one subscription for a URL': [
    at('createWebhook 400', status(201), 'already exists'),
    at(hasBody('createWebhook', '/A"'), error(400, 'is taken')),
    halfApplying,
    at(hasBody('createWebhook', '//together.'), status(201)),
  ],
  'A deleted subscription': [
    at('deleteWebhook 400', error(200, 'Webhook deleted successfully')),
    path((given) => given.replace(/WHK_\w+/, (id) => id.toLowerCase())),
  ],
  'active and inactive': [at('listWebhooks 200', swap(/,\{[^}]*"active":false[^}]*\}/g, ''))],
  'changes updatedAt': [
    set('updateWebhook', { updatedAt: '2020-01-01T00:00:00.000Z' }),
    set('rotateWebhookSecret', { updatedAt: '2020-01-01T00:00:00.000Z' }),
  ],
  'Only an active': [at('testWebhook 400', json(200, untested), 'not active')],
  'URLs that are local': [
    at('updateWebhook 400', status(200), 'HTTPS'),
    halfApplying,
    at(hasBody('createWebhook', '//0177'), status(201)),
  ],
  'URLs close to': [
    at(hasBody('createWebhook', '//172.32.'), error(400, 'url: is private')),
    at(hasBody('createWebhook', /"HTTPS:/), error(400, urlRejection.message)),
    at(hasBody('createWebhook', /\/\/\[2606/), error(400, 'url: is private')),
    at('createWebhook 201', swap(':443', '')),
    at('createWebhook 201', swap(/(?<="url":"[^"]{255})[^"]+/g, '')),
  ],
  'An order event': [
    sends((each) => (/r\.created/.test(each.body) ? [] : each)),
    sends((each) => ({ ...each, body: each.body.replace('{', '{ ') })),
    sends((each) => ({ ...each, url: each.url.replace('//new.', '//old.') })),
    sends((each) => (/\/\/new\./.test(each.url) ? [] : each)),
    at(hasBody('createWebhook', /(order\.created).*\1/), error(400, 'events: must be unique')),
    body('createOrder', (order) => ({ ...order, products: order.products.slice(0, 1) })),
  ],
  'a shipped, delivered': [
    sends((each) => [each, each]),
    returningDelivered,
    body('getOrder', (order) => ({ ...order, products: order.products.slice(0, 1) })),
  ],
  'A test delivery goes': [
    sends((each) => ({ ...each, headers: unsigned })),
    sends((each) => ({ ...each, url: each.url.replace('//tested.', '//created.') })),
  ],
  'A failed test delivery': [
    at('testWebhook 200', swap('"success":false', '"success":true')),
    sends((each) => (/order\./.test(each.body) ? [each, each] : each)),
  ],
  'After rotate-secret': [
    at('rotateWebhookSecret 200', secret),
    sends((each) => (/"quantity":99999/.test(each.body) ? [] : each)),
    sends((each) => (/"CANCELLED".*"quantity":99999/.test(each.body) ? [] : each)),
  ],
  'Deliveries do not count': [countingDeliveries],
  'data of another account': [
    asOwner('cancelOrder'),
    asOwner('listProducts'),
    tellingOwners,
    showingOldOrder,
  ],
  'without data': [asOwner('listProducts')],
  'Each key returns': [
    asOwner('checkAuth'),
    at(
      (sent, _, { key }) => /events$/.test(sent.path) && !headerOf(sent).endsWith(` ${key}`),
      swap(/(?<="description":")/g, 'Your '),
    ),
  ],
  'Input that': [
    cutting,
    at(hasBody('createContact', '"tags"'), error(400, 'tags: must be left out')),
    at(hasBody('createContact', /"firstName":".{100}"/u), error(400, 'firstName: long')),
  ],
  'A body that violates': [
    at('createContact 400', json(200, { contactId: 'con_1' }), '["lastName: '),
    at('createOrder 400', swap(/products\[(\d+)\]/g, 'products.$1')),
    requestText('createOrder', '"quantity":true', '"quantity":1'),
    requestText('createContact', /(?<="phone":)(-?[\d.]+)/, '"$1"'),
    requestText('createContact', /(?<=@[^"]*)\\n"/, '"'),
    requestText('createInvite', /(?<="expiresAt":"[\d-]{10}) (?=\d)/, 'T'),
    requestText('createInvite', /(?<="expiresAt":"[\d-]{10}T[\d:]{8})"/, 'Z"'),
  ],
  'A query parameter': [
    at('listOrders 400', json(200, []), 'orderStatus'),
    at('listContacts 400', swap('campaignId is', 'campaignId: is')),
    query('listProducts', (q) => Number(q.get('limit')) === 2 ** 32 + 1 && q.set('limit', '1')),
    query(
      'listOrders',
      (q) => q.has('orderStatus') && q.set('orderStatus', `${q.get('orderStatus')}`.toUpperCase()),
    ),
  ],
  'not valid text': [at('getOrder 400', error(500, 'Internal server error'))],
  'Every invalid field': [at('createContact 400', swap(/(?<="errors":\["[^"]*"),.*(?=\])/g, ''))],
  'up to 256 KiB': [
    at(({ body: sent = '' }) => sent.length > 65_536, invalid('body: too long')),
    at(hasBody('createOrder', '1.0'), invalid('products[0].quantity: is no integer')),
    at(({ headers: given }) => /8859/.test(`${given?.['content-type']}`), invalid('body: charset')),
  ],
  'An unreadable body': [
    at(400, status(415), 'body: must be sent as'),
    requestText('createContact', 'NaN', '1'),
    requestText('createContact', /\} x$/, '}'),
    at(({ headers: given }) => given?.['content-encoding'] === 'gzip', json(400, { message: 'x' })),
  ],
  'only responses have': [
    at(hasBody('createOrder', '"orderNumber"'), swap(/(?<="orderNumber":")[^"]*/g, 'assigned')),
    requestText('createContact', /(?="orderCount")/, '"phone":"assigned",'),
  ],
  Undocumented: [
    at(isFor('GET', /unknown=/), error(400, 'unknown: is not a parameter')),
    query('listProducts', (q) => q.has('LIMIT') && q.set('limit', '1')),
    query('listProducts', (q) => q.has('limit[]') && q.set('limit', '1')),
    at((sent) => sent.method === 'DELETE' && sent.body !== undefined, error(400, 'has a body')),
    at((sent) => /secret$/.test(sent.path) && sent.body !== undefined, error(400, 'has a body')),
    at(({ headers: given }) => given?.accept === 'text/html', status(406)),
    at(({ headers: given }) => given?.range !== undefined, status(206)),
    at(({ headers: given }) => given?.origin !== undefined, status(403)),
  ],
}
