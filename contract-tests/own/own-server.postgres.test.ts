import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { databasesOf } from '../../testkit/postgres-cluster.ts'
import { laws } from '../laws/all.ts'
import { Coverage } from '../report/coverage.ts'
import type { Running } from '../support/target.ts'
import { expectLawHolds, unseen } from '../testing/expect-law-holds.ts'
import { ownServer } from './own-server.ts'
import { makePostgresTemplate } from './template.ts'

const seed = 20_261_120
const runs = 1
const coverage = new Coverage()
let target: Running

beforeAll(async () => {
  const socket = inject('postgresSocket') ?? ''
  target = await ownServer(() => makePostgresTemplate(databasesOf(socket)))
})
afterAll(() => target.stop())

test.each(laws.map((law) => [law.area, law.promise, law] as const))('%s: %s', (_, __, law) =>
  expectLawHolds(law, { target, coverage, seed, runs }),
)

test('every declared response was seen', () => {
  expect(unseen(coverage)).toEqual([])
})
