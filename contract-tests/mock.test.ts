import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { laws } from './laws/all.ts'
import { startMock } from './own/mock-target.ts'
import { Coverage } from './report/coverage.ts'
import type { Law } from './support/law.ts'
import type { Running } from './support/server.ts'
import { expectLawHolds } from './testing/expect-law-holds.ts'

const seed = 20_261_120
const runs = inject('isThorough') ? 25 : 1

/** The areas of what the mock replaces in the server: deliveries and keys. The long tests run all laws. */
const ownAreas = ['webhooks', 'deliveries', 'accounts']

describe.each<[string, boolean, (law: Law) => boolean]>([
  ['the stateful mock', true, ({ area }) => ownAreas.includes(area)],
  ['the stateless mock', false, ({ needs = [] }) => !needs.includes('memory')],
])('%s keeps the laws', (_, stateful, isKept) => {
  const coverage = new Coverage()
  const kept = laws.filter(isKept)
  let target: Running

  beforeAll(async () => {
    target = await startMock({ stateful })
  })
  afterAll(() => target.stop())

  test.each(kept.map((law) => [law.area, law.promise, law] as const))('%s: %s', (_, __, law) =>
    expectLawHolds(law, { target, coverage, seed, runs }),
  )

  test('of at least 15', () => {
    expect(kept.length).toBeGreaterThan(15)
  })
})
