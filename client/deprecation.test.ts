import { expect, test } from 'vitest'
import { createClient } from './client.ts'
import { type Deprecation, readDeprecation } from './deprecation.ts'
import { answering, json } from './testing/answers.ts'

const ending = {
  Deprecation: '@1768435200',
  Sunset: 'Wed, 15 Jul 2026 00:00:00 GMT',
  Link: '<https://a.example/next>; rel="next", <https://a.example/v2>; rel="deprecation"',
}

const clientTold = (headers: Record<string, string>) => {
  const told: Deprecation[] = []
  const { fetch } = answering(json(200, [], headers))
  const client = createClient({
    ...{ baseUrl: 'http://api.example.test', apiKey: 'k', fetch },
    onDeprecation: (deprecation) => told.push(deprecation),
  })
  return { client, told }
}

test('an operation that will end is told of once, with when and where to read on', async () => {
  const { client, told } = clientTold(ending)
  await client.orders.list()
  await client.orders.list()
  await client.campaigns.list()
  expect(told).toEqual([
    {
      operation: 'listOrders',
      since: new Date('2026-01-15T00:00:00Z'),
      sunset: new Date('2026-07-15T00:00:00Z'),
      link: 'https://a.example/v2',
    },
    expect.objectContaining({ operation: 'listCampaigns' }),
  ])
})

test('one that stays is not', async () => {
  const { client, told } = clientTold({})
  await client.orders.list()
  expect(told).toEqual([])
})

test.each<[Record<string, string>, Partial<Deprecation> | undefined]>([
  [{ Deprecation: '@1768435200' }, { sunset: undefined, link: undefined }],
  [{ Deprecation: 'true' }, undefined],
  [{ Sunset: ending.Sunset }, undefined],
  [
    { Deprecation: '@0', Sunset: 'soon' },
    { since: new Date(0), sunset: undefined },
  ],
])('headers %j', (headers, says) => {
  const read = readDeprecation('getOrder', new Headers(headers))
  if (says === undefined) expect(read).toBeUndefined()
  else expect(read).toMatchObject(says)
})
