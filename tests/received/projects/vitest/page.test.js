import { createMock } from '@merch-fulfillment/mock'
import { demoKeys } from '@merch-fulfillment/mock/keys'
import { handlers } from '@merch-fulfillment/mock/msw'
import { createClient } from 'merch-fulfillment-client'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'

const url = new URL('/api', location.href).href
const mock = createMock({ baseUrl: url })
const server = setupServer(...handlers({ url, mock }))
beforeAll(() => server.listen())
afterAll(async () => {
  server.close()
  await mock.stop()
})

test('a page shows campaigns', async () => {
  const client = createClient({ baseUrl: '/api', apiKey: demoKeys.demo })
  const [campaign] = await client.campaigns.list()
  document.body.innerHTML = `<h1>${campaign?.name}</h1>`
  expect(document.querySelector('h1')?.textContent).toBe('New starter kit')
})
