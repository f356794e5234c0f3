import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

const { WEBHOOK_SECRET: secret, PORT: port = '3000' } = process.env
if (!secret) throw new Error('WEBHOOK_SECRET is not set')

const receive = async (request, response) => {
  const body = await buffer(request) // the raw bytes: parsing and serializing JSON can change them
  const timestamp = request.headers['x-webhook-timestamp'] ?? ''
  const hmac = createHmac('sha256', secret).update(`${timestamp}.`).update(body)
  const expected = Buffer.from(`sha256=${hmac.digest('hex')}`)
  const signature = Buffer.from(request.headers['x-webhook-signature'] ?? '')
  const genuine = signature.length === expected.length && timingSafeEqual(signature, expected)
  const fresh = /^\d+$/.test(timestamp) && Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300
  response.writeHead(genuine && fresh ? 204 : 400).end() // respond first, process later
  if (genuine && fresh) process.stdout.write(`${JSON.parse(body).event}\n`)
}

createServer((request, response) =>
  receive(request, response).catch(() => response.destroy()),
).listen(port, '127.0.0.1')
