import { expect, test } from 'vitest'
import { WebhookSubscriptionWithSecret } from '../../generated/schemas.ts'
import { testServer } from '../testing/test-server.ts'

const refusedUrl =
  'Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses'

const hooks = async () => {
  const server = await testServer({ demo: false })
  const create = async (url = 'https://hooks.example.com/merch', events = ['order.created']) =>
    WebhookSubscriptionWithSecret.parse((await server.post('/v1/webhooks', { url, events })).body)
  return { server, create }
}

test('a different path, query, path case or port is a different URL', async () => {
  const { create } = await hooks()
  for (const rest of ['/x', '/X', '/x?y', ':8443/x', '/x/y', '/x%2fy'])
    await create(`https://a.example.com${rest}`)
})

test.each<[unknown, string]>([
  [{}, 'url: is required; events: is required'],
  [{ url: 'ftp://a.example.com/', events: 'order.created' }, refusedUrl],
])('%o is rejected with only a message', async (body, message) => {
  const { server } = await hooks()
  const answer = await server.post('/v1/webhooks', body)
  expect([answer.status, answer.body]).toEqual([400, { message }])
})

test('a webhook is changed and tested until it is deleted', async () => {
  const { server, create } = await hooks()
  const { id, url } = await create()
  const other = await create('https://hooks.example.com/other')
  const messageOf = ({ status, body }: Awaited<ReturnType<typeof server.get>>) => [status, body]
  const exists = [400, { message: 'A webhook with this URL already exists' }]
  expect(messageOf(await server.put(`/v1/webhooks/${id}`, { url: other.url }))).toEqual(exists)
  const own = await server.put(`/v1/webhooks/${id}`, { url, active: false })
  expect([own.status, own.body]).toMatchObject([200, { id, url, active: false }])
  const paused = [400, { message: 'Webhook is not active' }]
  expect(messageOf(await server.post(`/v1/webhooks/${id}/test`))).toEqual(paused)
  const active = await server.put(`/v1/webhooks/${id}`, { active: true })
  expect(active.body).toMatchObject({ url, active: true })
  const tested = await server.post(`/v1/webhooks/${id}/test`)
  expect([tested.status, tested.body]).toEqual([200, expect.objectContaining({ error: null })])
  expect((await server.post(`/v1/webhooks/${id}/rotate-secret`)).status).toBe(200)
  const internal = { url: 'https://10.0.0.1/', events: ['order.created'] }
  for (const answer of [
    await server.post('/v1/webhooks', internal),
    await server.put(`/v1/webhooks/${id}`, internal),
  ])
    expect(messageOf(answer)).toEqual([400, { message: refusedUrl }])

  expect((await server.request({ method: 'DELETE', path: `/v1/webhooks/${id}` })).status).toBe(200)
  expect((await server.get('/v1/webhooks')).body).toMatchObject({ webhooks: [{ id: other.id }] })
  for (const [method, path] of [
    ['PUT', ''],
    ['POST', '/test'],
    ['POST', '/rotate-secret'],
    ['DELETE', ''],
  ] as const) {
    const json = method === 'PUT' ? { active: true } : undefined
    const answer = await server.request({ method, path: `/v1/webhooks/${id}${path}`, json })
    expect(messageOf(answer)).toEqual([400, { message: 'Webhook not found' }])
  }
})
