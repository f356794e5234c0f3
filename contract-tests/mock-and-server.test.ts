import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startMock } from './own/mock-target.ts'
import { ownServer } from './own/own-server.ts'
import { Api, type Ask } from './support/api.ts'
import { Fixtures, type Offer } from './support/fixtures.ts'
import { allOperations, asked, partsOf, validRequest } from './support/requests.ts'
import type { Running } from './support/target.ts'

let server: Running
let mock: Running

beforeAll(async () => {
  server = await ownServer()
  mock = await startMock({ stateful: true })
})
afterAll(async () => {
  await server.stop()
  await mock.stop()
})

/** 20 requests for each operation: every other is as the document allows, the rest may break one of its constraints. */
const recorded = (): Ask[] =>
  allOperations.flatMap((operation) => {
    const broken = [
      ...(operation.body?.shape.broken ?? []).map(({ value }) =>
        fc
          .tuple(partsOf(operation), value)
          .map(([parts, body]) => asked(operation, { ...parts, body })),
      ),
      ...Object.entries(operation.queryParameters).flatMap(([name, { broken: wrong }]) =>
        wrong.map(({ value }) =>
          fc
            .tuple(partsOf(operation), value)
            .map(([parts, text]) =>
              asked(operation, { ...parts, query: { ...parts.query, [name]: text } }),
            ),
        ),
      ),
    ]
    const any =
      broken.length > 0 ? fc.oneof(validRequest(operation), ...broken) : validRequest(operation)
    const sample = (requests: fc.Arbitrary<Ask>) =>
      fc.sample(requests, { numRuns: 10, seed: 20_261_120 })
    const others = sample(any)
    return sample(validRequest(operation)).flatMap((valid, i) => [valid, ...others.slice(i, i + 1)])
  })

const Scoped = z.looseObject({ campaignId: z.string() })

/** Those that are allowed name what the target has, so that writes succeed. */
const lifelike = (ask: Ask, i: number, { campaignId, sku }: Offer): Ask => {
  const body = Scoped.safeParse(ask.json)
  if (!body.success || i % 2 === 1) return ask
  const products = Array.isArray(body.data.products) ? { products: [{ sku, quantity: 1 }] } : {}
  return { ...ask, json: { ...body.data, campaignId, ...products } }
}

test('mock and server return the same status code for the same requests, 20 per operation', async () => {
  const requests = recorded()
  const statuses = async ({ url, key }: Running) => {
    // Every response is validated on the way.
    const api = new Api(url, key)
    const offer = await new Fixtures(api).offer(100)
    const found: string[] = []
    for (const [i, ask] of requests.entries()) {
      const { status } = await api.ask(lifelike(ask, i, offer))
      found.push(`${ask.method} ${ask.path} ${status}`)
    }
    return found
  }
  const [ofServer, ofMock] = [await statuses(server), await statuses(mock)]
  expect(requests).toHaveLength(20 * allOperations.length)
  expect(new Set(ofServer.map((line) => line.slice(-3)))).toEqual(
    new Set(['200', '201', '400', '404']),
  )
  expect(ofMock).toEqual(ofServer)
})
