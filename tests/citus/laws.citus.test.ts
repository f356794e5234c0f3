import { expect, onTestFinished, test } from 'vitest'
import { laws } from '../../contract-tests/laws/all.ts'
import type { Template } from '../../contract-tests/own/own-server.ts'
import { startOwnServer } from '../../contract-tests/own/own-server.ts'
import { Coverage } from '../../contract-tests/report/coverage.ts'
import { expectLawHolds } from '../../contract-tests/testing/expect-law-holds.ts'
import { fillAccounts } from '../../mock/session/databases.ts'
import { seedDemo } from '../../server/demo/seed-demo.ts'
import { toId } from '../../server/domain/ids.ts'
import { newTestDatabase } from '../kit/server/test-database.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'

/** Fills a distributed database for each server, as a copy of one would not be distributed. */
const template: Template = {
  account: toId('acc', 'acc_of_the_last_copy'),
  copy: async () => {
    const database = await newTestDatabase(temporaryFolder())
    const store = await database.open()
    const [tables] = await database.query(
      'select count(*)::int as distributed from pg_dist_partition',
    )
    expect(tables?.distributed).toBeGreaterThan(20)
    template.account = await store.write((each) => fillAccounts(each, seedDemo, Date.now()))
    return { store, remove: () => database.remove() }
  },
  remove: async () => {},
}

/** Areas whose requests end before a statement on an account's rows. The laws on PostgreSQL check them. */
const edge = ['auth', 'rateLimit', 'routing', 'faults', 'input']

test('a server on Citus keeps every law about stored data', { timeout: 600_000 }, async () => {
  const server = await startOwnServer({ template })
  onTestFinished(server.stop)
  const stored = laws.filter(({ area }) => !edge.includes(area))
  expect(stored.length).toBeGreaterThan(40)
  for (const law of stored) await expectLawHolds(law, server, 1, new Coverage())
})
