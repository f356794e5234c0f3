import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Pool, type PoolClient, types } from 'pg'
import { v7 } from 'uuid'
import { json, printPort, readJson, reply } from './raw-http.ts'

/**
 * The baseline of the benchmark on PostgreSQL: the same statements, key check and rate limit on
 * node:http, with `pg` used in the plain way. Each statement waits for the one before it. Usage:
 * raw-postgres.ts HOST DATABASE. Prints its port.
 */
const [, , host = '', database = ''] = process.argv
types.setTypeParser(20, Number)
const pool = new Pool({ host, database, user: 'merch', max: 16 })

/** Returns a function that runs a prepared statement on a connection. */
const prepared =
  (name: string, text: string) =>
  async (on: Pool | PoolClient, ...values: unknown[]) =>
    (await on.query({ name, text, values })).rows

const accountOfKey = prepared(
  'key',
  `select accounts.id from api_keys join accounts on accounts.id = api_keys.account_id
   left join account_tiers on account_tiers.account_id = accounts.id
   where digest = $1 and revoked_at is null and deactivated_at is null`,
)
const listVariants = prepared(
  'variants',
  `select id, title, sku, "minimumOrderQuantity", "productionTime", "imageUrl", "piecesPerCarton",
     "cartonHeight", "cartonLength", "cartonWidth", weight, "packageHeight", "packageLength",
     "packageWidth", "packageWeight"
   from variants where account_id = $1 and active = 1 order by seq limit $2 offset $3`,
)
const orderById = prepared(
  'order',
  `select id, "orderNumber", "sourceOrderNumber", status, "paymentStatus", "allocationStatus",
     "orderSource", "orderDate", "shipDate", "deliveredAt", "trackingNumber", "carrierCode",
     "campaignId", warehouse, recipient, "companyName", notes, products
   from orders where account_id = $1 and id = $2`,
)
const campaignById = prepared(
  'campaign',
  `select id, status, expiration, "allowOutOfStockOrders" as allow
   from campaigns where account_id = $1 and id = $2`,
)
const insertContact = prepared(
  'contact',
  `insert into contacts (id, account_id, "campaignId", "firstName", "lastName", email, email_key,
     search_text, phone, "companyName", street1, street2, city, state, country, zip, "dateOfBirth",
     "hireDate", "shirtSize", tags, "profilePicture", "createdAt")
   select $1, account_id, id, $4, $5, $6, $7, $8, '', '', '', '', $9, '', '', '', '', '', '', $10::json, '', $11
   from campaigns where account_id = $2 and id = $3 returning seq`,
)
const attached = prepared(
  'attached',
  'select sku from campaign_variants where account_id = $1 and campaign_id = $2 and sku = $3',
)
const warehouses = prepared(
  'warehouses',
  'select id, name from warehouses where account_id = $1 order by seq',
)
const stock = prepared(
  'stock',
  `select sku, warehouse_id, on_hand, allocated
   from inventory_items where account_id = $1 and sku = $2`,
)
const nextNumber = prepared(
  'number',
  `update account_numbers set order_numbers = order_numbers + 1 where account_id = $1
   returning order_numbers as number`,
)
const insertOrder = prepared(
  'insert_order',
  `insert into orders (id, account_id, "orderNumber", status, "paymentStatus", "allocationStatus",
     "orderSource", "orderDate", order_time, "campaignId", recipient, email_key, "companyName", notes,
     products)
   values ($1, $2, $3, 'AWAITING_SHIPMENT', 'PAID', 'BACKORDERED', 'API', $4, $5, $6, $7, $8, '',
     '', $9)`,
)
const countOrder = prepared(
  'count',
  `insert into recipients (account_id, campaign_id, email_key, orders, invited)
   values ($1, $2, $3, 1, 0)
   on conflict (account_id, campaign_id, email_key) do update set orders = recipients.orders + 1`,
)
const subscribers = prepared(
  'subscribers',
  `select id from webhooks where account_id = $1 and active = 1 and events like '%"order.created"%'
   order by seq`,
)

/** Runs work between `begin` and `commit`. */
const transact = async <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const newId = (prefix: string) => `${prefix}_${v7().replaceAll('-', '')}`

const createContact = async (
  account: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) => {
  const body = await readJson(incoming)
  const { firstName, lastName, email, campaignId, city = '', tags = [] } = body
  if (!firstName || !lastName || !email || !campaignId)
    return json(outgoing, 400, { message: 'Invalid request body', errors: ['body: is wrong'] })
  const id = newId('con')
  const emailKey = email.toLowerCase()
  const searchText = `${firstName} ${lastName}\n${email}`.toLowerCase()
  const named = [id, account, campaignId, firstName, lastName, email, emailKey, searchText]
  const at = new Date().toISOString()
  const [done] = await insertContact(pool, ...named, city, JSON.stringify(tags), at)
  return done
    ? json(outgoing, 200, { contactId: id })
    : json(outgoing, 400, { message: 'Campaign not found' })
}

const createOrder = async (
  account: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) => {
  const { campaignId, products, shipTo } = await readJson(incoming)
  if (!campaignId || !products || !shipTo)
    return json(outgoing, 400, { message: 'Invalid request body', errors: ['body: is wrong'] })
  const now = new Date()
  const emailKey = shipTo.email.toLowerCase()
  const recipient = { phone: '', street2: '', state: '', ...shipTo }
  const order = await transact(async (client) => {
    const [campaign] = await campaignById(client, account, campaignId)
    if (campaign?.status !== 'Active' || !campaign.allow) return undefined
    for (const { sku } of products) {
      if (!(await attached(client, account, campaignId, sku))[0]) return undefined
      await stock(client, account, sku)
    }
    await warehouses(client, account)
    const [{ number }] = await nextNumber(client, account)
    const id = newId('ord')
    const at = now.toISOString()
    const texts = [campaignId, JSON.stringify(recipient), emailKey, JSON.stringify(products)]
    await insertOrder(client, id, account, `MF-${number}`, at, now.getTime(), ...texts)
    await countOrder(client, account, campaignId, emailKey)
    await subscribers(client, account)
    return { id, orderNumber: `MF-${number}`, orderDate: at, campaignId, recipient, products }
  })
  return order ? json(outgoing, 201, order) : json(outgoing, 400, { message: 'Campaign not found' })
}

const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
  const key = incoming.headers.authorization?.slice('Bearer '.length) ?? ''
  const digest = createHash('sha256').update(key).digest('hex')
  const [row] = key.length === 96 ? await accountOfKey(pool, digest) : []
  if (!row) return reply(outgoing, 401, 'text/html; charset=utf-8', 'Unauthorized')
  const account = String(row.id)
  const url = new URL(incoming.url ?? '/', 'http://localhost')
  if (url.pathname === '/v1/products/list') {
    const limit = Number(url.searchParams.get('limit') ?? 20)
    const offset = Number(url.searchParams.get('offset') ?? 0)
    return json(outgoing, 200, await listVariants(pool, account, limit, offset))
  }
  if (url.pathname === '/v1/contacts/create') return createContact(account, incoming, outgoing)
  if (url.pathname === '/v1/orders/create') return createOrder(account, incoming, outgoing)
  if (url.pathname.startsWith('/v1/orders/')) {
    const id = url.pathname.slice('/v1/orders/'.length)
    const [order] = await orderById(pool, account, id)
    if (!order) return json(outgoing, 404, { message: 'Order not found' })
    order.recipient = JSON.parse(order.recipient)
    order.products = JSON.parse(order.products)
    return json(outgoing, 200, order)
  }
  return json(outgoing, 404, { message: 'Not found' })
}

printPort(
  createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch((error: unknown) =>
      json(outgoing, 500, { message: String(error) }),
    )
  }),
)
