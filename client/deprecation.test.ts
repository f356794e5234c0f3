import { expect, test } from 'vitest'
import type { Deprecation } from './calls.ts'
import { createClient } from './client.ts'
import { fakeFetch, json } from './testing/fake-fetch.ts'

const deprecated = {
  Deprecation: '@1768435200',
  Sunset: 'Wed, 15 Jul 2026 00:00:00 GMT',
  Link: '<https://a.example/next>; rel="next", <https://a.example/v2>; rel="deprecation"',
}

const clientFor = (headers: Record<string, string>) => {
  const reported: Deprecation[] = []
  const { fetch } = fakeFetch(json(200, [], headers))
  const client = createClient({
    ...{ baseUrl: 'http://api.example.test', apiKey: 'k', fetch },
    onDeprecation: (deprecation) => reported.push(deprecation),
  })
  return { client, reported }
}

test('a deprecated operation is reported once, with its dates and link', async () => {
  const { client, reported } = clientFor(deprecated)
  await client.orders.list()
  await client.orders.list()
  await client.campaigns.list()
  expect(reported).toEqual([
    {
      operation: 'listOrders',
      since: new Date('2026-01-15T00:00:00Z'),
      sunset: new Date('2026-07-15T00:00:00Z'),
      link: 'https://a.example/v2',
    },
    expect.objectContaining({ operation: 'listCampaigns' }),
  ])
})

test('an operation without a deprecation is not reported', async () => {
  const { client, reported } = clientFor({})
  await client.orders.list()
  expect(reported).toEqual([])
})

test.each<[Record<string, string>, Partial<Deprecation> | undefined]>([
  [{ Deprecation: '@1768435200' }, { sunset: undefined, link: undefined }],
  [{ Deprecation: 'true' }, undefined],
  [{ Sunset: deprecated.Sunset }, undefined],
  [
    { Deprecation: '@0', Sunset: 'soon' },
    { since: new Date(0), sunset: undefined },
  ],
])('headers %j', async (headers, expected) => {
  const { client, reported } = clientFor(headers)
  await client.orders.list()
  expect(reported).toMatchObject(expected ? [expected] : [])
})
