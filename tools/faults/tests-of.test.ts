import { expect, test } from 'vitest'
import { kinds, mergeNearest, testsOf } from './tests-of.ts'

test('the nearest tests come first, long tests are left out', () => {
  const distances = new Map([
    ['server/a.ts', 0],
    ['tests/near.test.ts', 1],
    ['tests/main.process.test.ts', 1],
    ['tests/page.browser.test.ts', 1],
    ['tests/all.long.test.ts', 1],
    ['server/b.test.ts', 2],
    ['server/a.test.ts', 2],
    ['server/a.postgres.test.ts', 2],
    ['tests/process/on.postgres.test.ts', 2],
    ['contract-tests/own-server.test.ts', 2],
    ['tests/far.test.ts', 3],
  ])
  expect(kinds.map((kind) => testsOf(kind, 'server/a.ts', distances))).toEqual([
    ['server/a.test.ts', 'server/b.test.ts', 'tests/near.test.ts', 'tests/far.test.ts'],
    ['contract-tests/own-server.test.ts'],
    ['server/a.postgres.test.ts'],
    ['tests/page.browser.test.ts'],
    ['tests/main.process.test.ts', 'tests/process/on.postgres.test.ts'],
  ])
})

test('tests of both databases run on PostgreSQL again for faults of its own files', () => {
  const distances = new Map([
    ['server/operations/orders.test.ts', 2],
    ['server/domain/logo.test.ts', 3],
  ])
  const testsFor = (changed: string) => testsOf('postgres', changed, distances)
  expect(testsFor('server/store/postgres/turns.ts')).toEqual([
    'server/operations/orders.test.ts#postgres',
  ])
  expect(testsFor('server/store/orders.ts')).toEqual([])
})

test('the nearest tests of each file come before those that are further away', () => {
  const lists = [['a', 'http', 'c'], ['b', 'c'], ['http']]
  expect(mergeNearest(lists)).toEqual(['a', 'b', 'http', 'c'])
  expect(mergeNearest([])).toEqual([])
})
