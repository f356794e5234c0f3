const { createMock } = require('@merch-fulfillment/mock')
const { demoKeys } = require('@merch-fulfillment/mock/keys')
const { createClient } = require('merch-fulfillment-client')

test('a client of the mock lists campaigns in Node', async () => {
  const mock = createMock()
  const client = createClient({
    baseUrl: 'http://api.example.test',
    apiKey: demoKeys.demo,
    fetch: mock.fetch,
  })
  expect(await client.campaigns.list()).not.toEqual([])
  await mock.stop()
})
