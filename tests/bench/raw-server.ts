import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { Pool, type QueryResultRow, types } from 'pg'
import { v7 } from 'uuid'

/**
 * The baseline of the benchmark: the same statements, key check and rate limit on node:http, without contract checks.
 * `pg` and `node:sqlite` are used in the plain way: each statement waits for the one before it, and each write has a
 * commit of its own. Usage: raw-server.ts FILE, or raw-server.ts HOST DATABASE for PostgreSQL. Prints its port.
 */
const [, , place = '', database] = process.argv

type Value = string | number
/** Runs a statement and returns its rows. */
type Run = (statement: Statement, ...values: Value[]) => Promise<QueryResultRow[]>
type Connection = {
  run: Run
  /** Runs work between `begin` and `commit`. */
  transact<T>(work: (run: Run) => Promise<T>): Promise<T>
}

const statements = {
  accountOfKey: `select accounts.id from api_keys join accounts on accounts.id = api_keys.account_id
   where digest = $1 and revoked_at is null and deactivated_at is null`,
  listVariants: `select id, title, sku, "minimumOrderQuantity", "productionTime", "imageUrl", "piecesPerCarton",
     "cartonHeight", "cartonLength", "cartonWidth", weight, "packageHeight", "packageLength",
     "packageWidth", "packageWeight"
   from variants where account_id = $1 and active = 1 order by seq limit $2 offset $3`,
  orderById: `select id, "orderNumber", "sourceOrderNumber", status, "paymentStatus", "allocationStatus",
     "orderSource", "orderDate", "shipDate", "deliveredAt", "trackingNumber", "carrierCode",
     "campaignId", warehouse, recipient, "companyName", notes, products
   from orders where account_id = $1 and id = $2`,
  campaignById: `select id, status, expiration, "allowOutOfStockOrders" as allow
   from campaigns where account_id = $1 and id = $2`,
  insertContact: `insert into contacts (id, account_id, "campaignId", "firstName", "lastName", email, email_key,
     search_text, phone, "companyName", street1, street2, city, state, country, zip, "dateOfBirth",
     "hireDate", "shirtSize", tags, "profilePicture", "createdAt")
   select $1, account_id, id, $4, $5, $6, $7, $8, '', '', '', '', $9, '', '', '', '', '', '', $10::json, '', $11
   from campaigns where account_id = $2 and id = $3 returning seq`,
  attached:
    'select sku from campaign_variants where account_id = $1 and campaign_id = $2 and sku = $3',
  warehouses: 'select id, name from warehouses where account_id = $1 order by seq',
  stock: `select sku, warehouse_id, on_hand, allocated
   from inventory_items where account_id = $1 and sku = $2`,
  nextNumber: `select nextval('order_numbers') as number`,
  insertOrder: `insert into orders (id, account_id, "orderNumber", status, "paymentStatus", "allocationStatus",
     "orderSource", "orderDate", order_time, "campaignId", recipient, email_key, "companyName", notes,
     products)
   values ($1, $2, $3, 'AWAITING_SHIPMENT', 'PAID', 'BACKORDERED', 'API', $4, $5, $6, $7, $8, '',
     '', $9)`,
  countOrder: `insert into recipients (account_id, campaign_id, email_key, orders, invited)
   values ($1, $2, $3, 1, 0)
   on conflict (account_id, campaign_id, email_key) do update set orders = recipients.orders + 1`,
  insertHistory: `insert into order_history (account_id, order_id, at, change, actor, request_id, details)
   values ($1, $2, $3, 'order.created', 'key', $4, '')`,
  subscribers: `select id from webhooks where account_id = $1 and active = 1 and events like '%"order.created"%'
   order by seq`,
}
type Statement = keyof typeof statements

const openPostgres = (host: string): Connection => {
  types.setTypeParser(20, Number)
  const pool = new Pool({ host, database, user: 'merch', max: 16 })
  const runOn =
    (on: Pick<Pool, 'query'>): Run =>
    async (name, ...values) =>
      (await on.query({ name, text: statements[name], values })).rows
  return {
    run: runOn(pool),
    transact: async (work) => {
      const client = await pool.connect()
      try {
        await client.query('begin')
        const result = await work(runOn(client))
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    },
  }
}

const openSqlite = (file: string): Connection => {
  const sqlite = new DatabaseSync(file)
  sqlite.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
  const prepare = (text: string) => sqlite.prepare(text.replaceAll('$', '?').replace('::json', ''))
  const nextNumber = 'update order_numbers set last = last + 1 returning last as number'
  const prepared = new Map(
    Object.entries({ ...statements, nextNumber }).map(
      ([name, text]) => [name, prepare(text)] as const,
    ),
  )
  const run: Run = async (name, ...values) => prepared.get(name)?.all(...values) ?? []
  let last: Promise<unknown> = Promise.resolve()
  return {
    run,
    transact: (work) => {
      const done = last.then(async () => {
        sqlite.exec('begin immediate')
        try {
          const result = await work(run)
          sqlite.exec('commit')
          return result
        } catch (error) {
          sqlite.exec('rollback')
          throw error
        }
      })
      last = done.catch(() => {})
      return done
    },
  }
}

const { run, transact } = database === undefined ? openSqlite(place) : openPostgres(place)

const times: number[] = []
const rateLimit = { limit: 1_000_000_000, times, first: 0 }

const rateLimitHeaders = () => {
  const now = Math.floor(Date.now() / 1000)
  if (rateLimit.times.at(-1) !== now) rateLimit.times.push(now)
  const reset = (rateLimit.times[rateLimit.first] ?? now) + 86_400
  return {
    'X-Request-Id': randomUUID(),
    'RateLimit-Limit': String(rateLimit.limit),
    'RateLimit-Remaining': String(rateLimit.limit - rateLimit.times.length),
    'RateLimit-Reset': String(reset - now),
    'X-RateLimit-Limit': String(rateLimit.limit),
    'X-RateLimit-Remaining': String(rateLimit.limit - rateLimit.times.length),
    'X-RateLimit-Reset': String(reset),
  }
}

/** Sends a response with the headers of the rate limit. */
const reply = (outgoing: ServerResponse, status: number, type: string, body: string) => {
  outgoing.writeHead(status, {
    ...rateLimitHeaders(),
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
  const [done] = await run('insertContact', ...named, city, JSON.stringify(tags), at)
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
  const order = await transact(async (run) => {
    const [campaign] = await run('campaignById', account, campaignId)
    if (campaign?.status !== 'Active' || !campaign.allow) return undefined
    for (const { sku } of products) {
      if (!(await run('attached', account, campaignId, sku))[0]) return undefined
      await run('stock', account, sku)
    }
    await run('warehouses', account)
    const [counter] = await run('nextNumber')
    const orderNumber = `MF-${counter?.number}`
    const id = newId('ord')
    const at = now.toISOString()
    const texts = [campaignId, JSON.stringify(recipient), emailKey, JSON.stringify(products)]
    await run('insertOrder', id, account, orderNumber, at, now.getTime(), ...texts)
    await run('countOrder', account, campaignId, emailKey)
    await run('insertHistory', account, id, at, randomUUID())
    await run('subscribers', account)
    return { id, orderNumber, orderDate: at, campaignId, recipient, products }
  })
  return order ? json(outgoing, 201, order) : json(outgoing, 400, { message: 'Campaign not found' })
}

const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
  const key = incoming.headers.authorization?.slice('Bearer '.length) ?? ''
  const digest = createHash('sha256').update(key).digest('hex')
  const [row] = key.length === 96 ? await run('accountOfKey', digest) : []
  if (!row) return reply(outgoing, 401, 'text/html; charset=utf-8', 'Unauthorized')
  const account = String(row.id)
  const url = new URL(incoming.url ?? '/', 'http://localhost')
  if (url.pathname === '/v1/products/list') {
    const limit = Number(url.searchParams.get('limit') ?? 20)
    const offset = Number(url.searchParams.get('offset') ?? 0)
    return json(outgoing, 200, await run('listVariants', account, limit, offset))
  }
  if (url.pathname === '/v1/contacts/create') return createContact(account, incoming, outgoing)
  if (url.pathname === '/v1/orders/create') return createOrder(account, incoming, outgoing)
  if (url.pathname.startsWith('/v1/orders/')) {
    const id = url.pathname.slice('/v1/orders/'.length)
    const [order] = await run('orderById', account, id)
    if (!order) return json(outgoing, 404, { message: 'Order not found' })
    order.recipient = JSON.parse(order.recipient)
    order.products = JSON.parse(order.products)
    return json(outgoing, 200, order)
  }
  return json(outgoing, 404, { message: 'Not found' })
}

const server = createServer((incoming, outgoing) => {
  handle(incoming, outgoing).catch((error: unknown) =>
    json(outgoing, 500, { message: String(error) }),
  )
})
process.on('SIGINT', () => process.exit(0))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})
