import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { v7 } from 'uuid'
import { json, printPort, readJson, reply } from './raw-http.ts'

/**
 * The baseline of the benchmark: the same SQL statements, key check and rate limit on node:http, without
 * contract checks. Usage: raw-sqlite.ts FILE. Prints its port.
 */
const [, , file = ''] = process.argv
const database = new DatabaseSync(file)
database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')

const accountOfKey = database.prepare(
  `select accounts.id from api_keys join accounts on accounts.id = api_keys.account_id
   where digest = ? and revoked_at is null and deactivated_at is null`,
)
const listVariants = database.prepare(
  `select id, title, sku, minimumOrderQuantity, productionTime, imageUrl, piecesPerCarton,
     cartonHeight, cartonLength, cartonWidth, weight, packageHeight, packageLength, packageWidth,
     packageWeight
   from variants where account_id = ? and active = 1 order by seq limit ? offset ?`,
)
const orderById = database.prepare(
  `select id, orderNumber, sourceOrderNumber, status, paymentStatus, allocationStatus, orderSource,
     orderDate, shipDate, deliveredAt, trackingNumber, carrierCode, campaignId, warehouse, recipient,
     companyName, notes, products
   from orders where account_id = ? and id = ?`,
)
const campaignById = database.prepare('select id from campaigns where account_id = ? and id = ?')
const insertContact = database.prepare(
  `insert into contacts (id, account_id, campaignId, firstName, lastName, email, email_key,
     search_text, phone, companyName, street1, street2, city, state, country, zip, dateOfBirth,
     hireDate, shirtSize, tags, profilePicture, createdAt)
   values (?, ?, ?, ?, ?, ?, ?, '', ?, '', ?, '', ?, '', ?, ?, '', '', ?, ?, '', ?)`,
)

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
printPort(server)
