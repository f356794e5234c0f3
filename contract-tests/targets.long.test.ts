import { expect, onTestFinished, test } from 'vitest'
import { ofToday } from '../tests/kit/of-today.ts'
import { postgresPrograms } from '../tests/kit/postgres-cluster.ts'
import { laws } from './laws/all.ts'
import { startMock } from './own/mock-target.ts'
import { outsideEventsOf } from './own/outside-events.ts'
import { ownServer } from './own/own-server.ts'
import { Coverage } from './report/coverage.ts'
import { expectLawHolds } from './testing/expect-law-holds.ts'
import { documents, runWorkflows } from './workflows/run-workflows.ts'

test.for(
  ofToday([
    { name: 'PostgreSQL', start: () => ownServer('postgres') },
    { name: 'the stateful mock', start: () => startMock({ stateful: true }) },
  ]),
)(
  '$name keeps every law, has every declared response, and passes every workflow',
  { timeout: 600_000 },
  async ({ name, start }, { skip }) => {
    if (name === 'PostgreSQL' && postgresPrograms === undefined)
      return skip('PostgreSQL 15 or newer is not installed')
    const target = await start()
    onTestFinished(target.stop)
    const coverage = new Coverage()
    for (const law of laws) await expectLawHolds(law, target, 1, coverage)
    expect(coverage.unseen()).toEqual([])
    const outcomes = await runWorkflows(target, { outside: outsideEventsOf(target) })
    expect(outcomes.length).toBe(documents.length + 1)
    expect(outcomes.flatMap(({ failures }) => failures)).toEqual([])
  },
)
