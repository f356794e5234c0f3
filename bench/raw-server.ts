import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { v7 } from 'uuid'

/**
 * The baseline of the benchmark: the same SQL statements, key check and rate limit on node:http, without
 * contract checks. Usage: raw-server.ts FILE. Prints its port.
 */
const [, , file = ''] = process.argv
const database = new DatabaseSync(file)
database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')

const accountOfKey = database.prepare(
  `select accounts.id from api_keys join accounts on accounts.id = api_keys.account_id
   where digest = ? and revoked_at is null and deactivated_at is null`,
)
const listVariants = database.prepare(
  `select product_id as id, title, sku, minimum_order_quantity as minimumOrderQuantity,
     production_time as productionTime, image_url as imageUrl, pieces_per_carton as piecesPerCarton,
     carton_height as cartonHeight, carton_length as cartonLength, carton_width as cartonWidth, weight,
     package_height as packageHeight, package_length as packageLength,
     package_width as packageWidth, package_weight as packageWeight
   from variants where account_id = ? and active = 1 order by seq limit ? offset ?`,
)
const orderById = database.prepare(
  `select id, order_number as orderNumber, source_order_number as sourceOrderNumber, status,
     payment_status as paymentStatus, allocation_status as allocationStatus,
     order_source as orderSource, order_date as orderDate, ship_date as shipDate,
     delivered_at as deliveredAt, tracking_number as trackingNumber, carrier_code as carrierCode,
     campaign_id as campaignId, warehouse_id as warehouse, recipient, company_name as companyName,
     notes, products
   from orders where account_id = ? and id = ?`,
)
const campaignById = database.prepare('select id from campaigns where account_id = ? and id = ?')
const insertContact = database.prepare(
  `insert into contacts (id, account_id, campaign_id, first_name, last_name, email, email_key,
     search_text, phone, company_name, street1, street2, city, state, country, zip, date_of_birth,
     hire_date, shirt_size, tags, profile_picture, order_count, invited, created_at)
   values (?, ?, ?, ?, ?, ?, ?, '', ?, '', ?, '', ?, '', ?, ?, '', '', ?, ?, '', 0, 0, ?)`,
)

const times: number[] = []
const budget = { limit: 1_000_000_000, times, first: 0 }

const budgetHeaders = () => {
  const now = Math.floor(Date.now() / 1000)
  if (budget.times.at(-1) !== now) budget.times.push(now)
  const reset = (budget.times[budget.first] ?? now) + 86_400
  return {
    'RateLimit-Limit': String(budget.limit),
    'RateLimit-Remaining': String(budget.limit - budget.times.length),
    'RateLimit-Reset': String(reset - now),
    'X-RateLimit-Limit': String(budget.limit),
    'X-RateLimit-Remaining': String(budget.limit - budget.times.length),
    'X-RateLimit-Reset': String(reset),
  }
}

const reply = (outgoing: ServerResponse, status: number, type: string, body: string) => {
  outgoing.writeHead(status, {
    ...budgetHeaders(),
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
  })
  outgoing.end(body)
}
const json = (outgoing: ServerResponse, status: number, body: unknown) =>
  reply(outgoing, status, 'application/json', JSON.stringify(body))

const readJson = async (incoming: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}

const createContact = async (
  account: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) => {
  const body = await readJson(incoming)
  if (!body.firstName || !body.lastName || !body.email || !body.campaignId)
    return json(outgoing, 400, { message: 'Invalid request body', errors: ['body: is wrong'] })
  if (!campaignById.get(account, body.campaignId))
    return json(outgoing, 400, { message: 'Campaign not found' })
  const id = `con_${v7().replaceAll('-', '')}`
  database.exec('begin immediate')
  insertContact.run(
    ...[id, account, body.campaignId, body.firstName, body.lastName, body.email],
    ...[body.email.toLowerCase(), body.phone ?? '', body.street1 ?? '', body.city ?? ''],
    ...[body.country ?? '', body.zip ?? '', body.shirtSize ?? '', JSON.stringify(body.tags ?? [])],
    new Date().toISOString(),
  )
  database.exec('commit')
  return json(outgoing, 200, { contactId: id })
}

const server = createServer((incoming, outgoing) => {
  const key = incoming.headers.authorization?.slice('Bearer '.length) ?? ''
  const row =
    key.length === 96 ? accountOfKey.get(createHash('sha256').update(key).digest('hex')) : undefined
  if (!row) return reply(outgoing, 401, 'text/html; charset=utf-8', 'Unauthorized')
  const account = String(row.id)
  const url = new URL(incoming.url ?? '/', 'http://localhost')
  if (url.pathname === '/v1/products/list') {
    const limit = Number(url.searchParams.get('limit') ?? 20)
    const offset = Number(url.searchParams.get('offset') ?? 0)
    return json(outgoing, 200, listVariants.all(account, limit, offset))
  }
  if (url.pathname === '/v1/contacts/create') return createContact(account, incoming, outgoing)
  if (url.pathname.startsWith('/v1/orders/')) {
    const order = orderById.get(account, url.pathname.slice('/v1/orders/'.length))
    if (!order) return json(outgoing, 404, { message: 'Order not found' })
    order.recipient = JSON.parse(String(order.recipient))
    order.products = JSON.parse(String(order.products))
    return json(outgoing, 200, order)
  }
  return json(outgoing, 404, { message: 'Not found' })
})
process.on('SIGINT', () => process.exit(0))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})
