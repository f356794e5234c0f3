import { describe, expect, expectTypeOf, test } from 'vitest'
import { stubs } from '../generated/stubs.ts'
import { operationOf } from '../testkit/contract.ts'
import { createClient, type Schemas } from './index.ts'
import { type ClientOperation, clientOperations, everyCall } from './testing/every-call.ts'
import { fakeFetch, json } from './testing/fake-fetch.ts'

const key = 'k'.repeat(96)
const clientOf = (fetch: (request: Request) => Promise<Response>) =>
  createClient({ baseUrl: 'https://api.example.com/', apiKey: key, fetch })

/** Returns the document's example of an operation's success response. */
const example = async (id: ClientOperation) =>
  Reflect.apply(stubs[id], stubs, [{ path: {}, query: {}, body: {} }, undefined])

describe.each(clientOperations)('%s', (id) => {
  test('sends the operation’s method, path and key, and returns the body', async () => {
    const { status, body } = await example(id)
    const { fetch, requests } = fakeFetch(json(status, body))
    expect(await everyCall(clientOf(fetch))[id]()).toEqual(body)
    const [request] = requests
    const { pathname, search, origin } = new URL(request?.url ?? '')
    expect(origin).toBe('https://api.example.com')
    expect(operationOf({ method: request?.method ?? '', path: pathname + search })?.id).toBe(id)
    expect(request?.headers.get('authorization')).toBe(`Bearer ${key}`)
    expect(request?.headers.get('content-type')).toBe(request?.body ? 'application/json' : null)
  })

  test('an error names the operation', async () => {
    const { fetch } = fakeFetch(json(400, { message: 'No' }))
    await expect(everyCall(clientOf(fetch))[id]()).rejects.toMatchObject({
      name: 'ApiError',
      operation: id,
      status: 400,
      message: 'No',
    })
  })
})

test('lists, special characters and field names are sent unchanged', async () => {
  const { fetch, requests } = fakeFetch(json(200, []))
  const calls = everyCall(clientOf(fetch))
  await Promise.all([calls.listContacts(), calls.getOrder(), calls.createContact()])
  const [contacts, order, contact] = requests
  expect([...new URL(contacts?.url ?? '').searchParams]).toEqual([
    ['campaignId', 'cmp_1'],
    ['tags', 'a b'],
    ['tags', 'ü&=?'],
  ])
  expect(new URL(order?.url ?? '').pathname).toBe('/v1/orders/ord_%2F%3F%23%C3%A9')
  expect(await contact?.json()).toEqual({
    firstName: 'Zoë',
    lastName: 'B',
    email: 'z@example.com',
    campaignId: 'cmp_1',
  })
})

test('baseUrl can have a path and a trailing slash', async () => {
  const { fetch, requests } = fakeFetch(json(200, []))
  const baseUrl = new URL('https://example.com/merch//')
  await createClient({ baseUrl, apiKey: key, fetch }).campaigns.list()
  expect(requests[0]?.url).toBe('https://example.com/merch/v1/campaigns/list')
})

test.each(['', '.', '..'])(
  'the id %j is rejected, because it would change the path',
  async (id) => {
    const { fetch, requests } = fakeFetch(json(200, {}))
    const { orders, webhooks } = clientOf(fetch)
    for (const call of [
      () => orders.get(id),
      () => webhooks.delete(id),
      () => webhooks.test(id),
      () => webhooks.update(id, {}),
      () => webhooks.rotateSecret(id),
    ])
      await expect(call()).rejects.toBeInstanceOf(TypeError)
    expect(requests).toEqual([])
  },
)

test.each<[string, object]>([
  ['a baseUrl without a scheme', { baseUrl: 'api.example.com' }],
  ['no baseUrl', { baseUrl: undefined }],
  ['a key with a line break', { apiKey: `${key}\n` }],
  ['no key', { apiKey: undefined }],
  ['an empty key', { apiKey: '' }],
  ['a wait that is not a number', { waitForBudget: Number.NaN }],
  ['a negative wait', { waitForBudget: -1 }],
])('createClient rejects %s', (_, wrong) => {
  const options = { baseUrl: 'https://api.example.com', apiKey: key, ...wrong }
  expect(() => Reflect.apply(createClient, undefined, [options])).toThrow(TypeError)
})

test('responses and bodies have the document’s types', () => {
  type Methods = ReturnType<typeof createClient>
  expectTypeOf<Methods['orders']['list']>().returns.resolves.toEqualTypeOf<Schemas['Order'][]>()
  expectTypeOf<Methods['orders']['create']>().parameter(0).toEqualTypeOf<Schemas['OrderCreate']>()
  expectTypeOf<Methods['webhooks']['create']>().returns.resolves.toHaveProperty('secret')
  expectTypeOf<Methods['webhooks']['update']>().returns.resolves.not.toHaveProperty('secret')
  expectTypeOf<Methods['contacts']['list']>().parameter(0).toExtend<{ campaignId: string }>()
  expectTypeOf<Methods['inventory']['all']>().returns.toEqualTypeOf<
    AsyncGenerator<Schemas['InventoryItem'], void, undefined>
  >()
  expectTypeOf<Parameters<Methods['orders']['all']>[0]>().not.toHaveProperty('limit')
})
