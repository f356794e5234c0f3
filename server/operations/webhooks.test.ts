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
