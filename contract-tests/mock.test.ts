import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { laws } from './laws/all.ts'
import { startMock } from './own/mock-target.ts'
import { Coverage } from './report/coverage.ts'
import type { Running } from './support/server.ts'
import { expectLawHolds } from './testing/expect-law-holds.ts'

const seed = 20_261_120
const runs = inject('isThorough') ? 25 : 1

describe.each([
  ['the stateful mock keeps every law of the server', true],
  ['the stateless mock keeps every law that needs no memory', false],
])('%s', (_, stateful) => {
  const coverage = new Coverage()
  let target: Running

  beforeAll(async () => {
    target = await startMock({ stateful })
  })
  afterAll(() => target.stop())

  const kept = laws.filter(({ needs = [] }) => stateful || !needs.includes('memory'))

  test.each(kept.map((law) => [law.area, law.promise, law] as const))('%s: %s', (_, __, law) =>
    expectLawHolds(law, { target, coverage, seed, runs }),
  )

  test('the mock keeps most laws', () => {
    expect(kept.length).toBeGreaterThan(stateful ? 70 : 25)
  })

  if (stateful)
    test('every declared response was seen', () => {
      expect(coverage.unseen()).toEqual([])
    })
})
