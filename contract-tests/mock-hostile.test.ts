import fc from 'fast-check'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startMock } from './own/mock-target.ts'
import { problemOf } from './support/contract.ts'
import { send } from './support/http.ts'
import { allOperations, partsOf, requestFor } from './support/requests.ts'

const printable = fc.string({ unit: 'grapheme-ascii', maxLength: 30 }).map((text) => text.trim())
const someOf = (texts: string) => fc.oneof(fc.constantFrom(...texts.split(' ')), printable)

/** Unusual and invalid values of headers. */
const headers = fc.record(
  {
    accept: someOf('foo */* text/html application/xml;q=2 ;;,'),
    'content-type': someOf('foo application/json text/plain application/json;charset a/b/c'),
    prefer: fc.oneof(
      someOf('code=418 code=abc example=nothing dynamic=true dynamic=maybe code= wait=-1 ==;,='),
      fc.integer({ min: 100, max: 599 }).map((code) => `code=${code}`),
    ),
    'x-large': fc.integer({ min: 0, max: 12_000 }).map((length) => 'x'.repeat(length)),
    origin: fc.constantFrom('null', 'http://localhost:3000', 'x'),
  },
  { requiredKeys: [] },
)

const requests = fc
  .constantFrom(...allOperations)
  .chain((operation) => partsOf(operation).map((parts) => requestFor(operation, parts)))

test('requests with any headers get a response of the mock that the document declares', async () => {
  const { url, key, stop } = await startMock({ stateful: false })
  onTestFinished(stop)
  const property = fc.asyncProperty(requests, headers, async ({ json, ...request }, given) => {
    const sent = {
      ...request,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...given },
      body: json === undefined ? '' : JSON.stringify(json),
    }
    const received = await send(url, sent)
    // The document does not know the header Prefer.
    const ofMock = request.method === 'HEAD' ? /^$/ : /^\{"message":"Prefer: /
    if (received.status === 400 && given.prefer !== undefined && ofMock.test(received.text)) return
    expect(problemOf(sent, received)).toBeUndefined()
    if (!given.prefer?.includes('code=500')) expect(received.status).toBeLessThan(500)
  })
  await fc.assert(property, { numRuns: inject('isThorough') ? 20_000 : 300 })
})
