/** @jest-environment jest-fixed-jsdom */
const { createMock } = require('@merch-fulfillment/mock')
const { demoKeys } = require('@merch-fulfillment/mock/keys')
const { handlers } = require('@merch-fulfillment/mock/msw')
const { createClient } = require('merch-fulfillment-client')
const { setupServer } = require('msw/node')

const url = 'http://api.example.test/api'
const mock = createMock({ baseUrl: url })
const server = setupServer(...handlers({ url, mock }))
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(async () => {
  server.close()
  await mock.stop()
})

test('a page in jsdom shows campaigns', async () => {
  const client = createClient({ baseUrl: url, apiKey: demoKeys.demo })
  const [campaign] = await client.campaigns.list()
  document.body.innerHTML = `<h1>${campaign?.name}</h1>`
  expect(document.querySelector('h1')?.textContent).toBe('New starter kit')
})
