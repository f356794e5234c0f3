import fc from 'fast-check'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startMock } from '../../contract-tests/own/mock-target.ts'
import { ownServer } from '../../contract-tests/own/own-server.ts'
import { type Received, type Sent, send } from '../../contract-tests/support/http.ts'
import { allOperations, partsOf, requestFor } from '../../contract-tests/support/requests.ts'

type Target = Awaited<ReturnType<typeof startMock>>

const start = async (target: Promise<Target>): Promise<Target> => {
  const started = await target
  onTestFinished(() => started.stop())
  return started
}

/** Parts of responses that differ from run to run: IDs, numbers, times, secrets, slugs and URLs. */
const varying =
  /\b[a-z]{3}_[0-9a-f]{32}|\b(MF|INV)-\d+|\d{4}-\d\d-\d\dT[\d:.]+Z|whsec_[\w-]+|http:\/\/127\.0\.0\.1:\d+[\w./-]*|(?<="slug":")[\w-]+/g

const comparable = ({ status, headers, text }: Received) => ({
  status,
  type: headers['content-type'],
  allow: headers.allow,
  cache: headers['cache-control'],
  text: text.replaceAll(varying, (match) =>
    /^[a-z]{3}_[0-9a-f]{32}$/.test(match) ? match.slice(0, 4) : '…',
  ),
})

/** What a client sends: of any operation, with or without a key, valid or with another body. */
const requests = fc
  .record({
    operation: fc.constantFrom(...allOperations),
    key: fc.constantFrom('own', 'own', 'own', 'none', 'short'),
    body: fc.constantFrom('own', 'own', 'own', '{', '[]', '{"campaignId":1}'),
  })
  .chain(({ operation, ...how }) =>
    partsOf(operation).map((parts) => ({ ...requestFor(operation, parts), ...how })),
  )

type Generated = ReturnType<typeof requestFor> & { key: string; body: string }

/** Names a campaign and a SKU of the demo, so that some requests succeed. */
const withDemo = (text: string): string =>
  text
    .replaceAll(/(?<="campaignId":)"[^"\\]+"/g, '"cmp_019a91f0c2d47b31a5e6c7d8f9010a1b"')
    .replaceAll(/(?<="sku":)"[^"\\]+"/g, '"TEE-BLK-M"')

const sentTo = (key: string, { method, path, json, ...how }: Generated): Sent => {
  const own = json === undefined ? '' : withDemo(JSON.stringify(json))
  return {
    method: method ?? 'GET',
    path,
    headers: {
      authorization: how.key === 'none' ? undefined : `Bearer ${how.key === 'own' ? key : 'short'}`,
      'content-type': 'application/json',
    },
    body: how.body === 'own' ? own : how.body,
  }
}

const numRuns = inject('isThorough') ? 2000 : 500

test.each([
  ['a session of the stateful mock', true],
  ['the stateless mock, where only the input decides', false],
])(
  'generated requests get the same responses from the server and %s',
  async (_, stateful) => {
    const server = await start(ownServer())
    const mock = await start(startMock({ stateful, ...(stateful && { session: 'parity' }) }))
    const both = async (request: Generated) => {
      const answers = await Promise.all(
        [server, mock].map(async ({ url, key }) =>
          comparable(await send(url, sentTo(key, request))),
        ),
      )
      return { theirs: answers[0], ours: answers[1] }
    }
    const isFromInput = (status = 0) => status === 401 || status === 405
    const statuses = new Set<number>()
    for (const request of fc.sample(requests, { numRuns, seed: 45 })) {
      const { theirs, ours } = await both(request)
      statuses.add(theirs?.status ?? 0)
      if (stateful || isFromInput(theirs?.status))
        expect([request, ours]).toEqual([request, theirs])
      else if (theirs?.text.includes('"errors"')) expect([request, ours]).toEqual([request, theirs])
    }
  },
  600_000,
)
