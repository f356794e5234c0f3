import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

// Another implementation of two areas of the contract, without code of this repository. The test of the package copies
// it into a project of its own. FAULT plants a fault.

const { KEY = '', FAULT = '' } = process.env
const rateLimit = 1_000_000
let used = 0

const unknown = ['piecesPerCarton', 'weight'].concat(
  ['carton', 'package'].flatMap((of) => ['Height', 'Length', 'Width'].map((side) => of + side)),
  'packageWeight',
)

const products = ['TEE-BLK-M', 'TEE-BLK-L', 'MUG-WHT'].map((sku, i) => ({
  id: `prd_${i}`,
  title: sku,
  sku,
  imageUrl: null,
  minimumOrderQuantity: 1,
  productionTime: 5,
  ...Object.fromEntries(unknown.map((name) => [name, null])),
}))

const campaign = {
  id: 'cmp_1',
  name: 'Welcome',
  status: 'Active',
  expiration: '2100-01-01T00:00:00.000Z',
  allowOutOfStockOrders: false,
  products: products.slice(1),
}

const send = (response: ServerResponse, status: number, type: string, body: string) => {
  used++
  response.setHeader('X-Request-Id', crypto.randomUUID())
  for (const prefix of ['', 'X-'])
    response
      .setHeader(`${prefix}RateLimit-Limit`, rateLimit)
      .setHeader(`${prefix}RateLimit-Remaining`, rateLimit - used)
      .setHeader(`${prefix}RateLimit-Reset`, 86_400)
  response.writeHead(status, { 'Content-Type': type }).end(body)
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  send(response, status, 'application/json', JSON.stringify(body))

const serve = ({ method, url = '', headers }: IncomingMessage, response: ServerResponse) => {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const [, key] = /^Bearer (.*)$/i.exec(headers.authorization ?? '') ?? []
  if (key !== KEY)
    return FAULT === '401'
      ? json(response, 401, { message: 'Unauthorized' })
      : send(response, 401, 'text/html; charset=utf-8', 'Unauthorized')
  if (pathname === '/v1/auth')
    return json(response, 200, { account_id: 'acc_1', message: 'Authentication successful' })
  if (method === 'GET' && pathname === '/v1/campaigns/list') return json(response, 200, [campaign])
  if (method === 'GET' && pathname === '/v1/products/list') {
    const offset = Number(searchParams.get('offset') ?? 0)
    const limit = Number(searchParams.get('limit') ?? 20)
    return json(response, 200, products.slice(offset, offset + limit))
  }
  return json(response, 404, { message: 'Not found' })
}

const server = createServer(serve).listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : address
  process.stdout.write(`http://127.0.0.1:${port}\n`)
})
