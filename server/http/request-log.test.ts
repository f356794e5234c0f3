import { expect, test } from 'vitest'
import { z } from 'zod'
import { testServer } from '../testing/test-server.ts'

const entry = z
  .object({ msg: z.string(), path: z.string().optional(), status: z.unknown() })
  .loose()

test('a line for each request, without key, query, slug or body', async () => {
  const server = await testServer({ demo: false })
  await server.get('/v1/orders/list?email=ada%40example.com')
  await server.post('/v1/orders/cancel', { orderId: 'ord_secret' })
  await server.request({ path: '/i/a-secret-slug/checkout', key: null, unchecked: true })
  await server.stop()
  const requests = server.log
    .map((line) => entry.parse(JSON.parse(line)))
    .filter(({ msg }) => msg === 'request')
  expect(requests).toMatchObject([
    { method: 'GET', path: '/v1/orders/list', status: 200 },
    { method: 'POST', path: '/v1/orders/cancel', status: 400 },
    { method: 'GET', path: '/i/…/checkout', status: 404 },
  ])
  for (const line of server.log) expect(line).not.toMatch(/mfk_|ada|ord_secret|a-secret-slug/)
})
