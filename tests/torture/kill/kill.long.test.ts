import { expect, test } from 'vitest'
import { postgresPrograms } from '../../../testkit/postgres-cluster.ts'
import { runProgram } from '../../../testkit/run.ts'

test.for(['sqlite', 'postgres'])(
  'killed and stopped under load on %s, the server loses no acknowledged write and makes no delivery twice',
  { timeout: 180_000 },
  async (database, { skip }) => {
    if (database === 'postgres' && postgresPrograms === undefined)
      return skip('PostgreSQL 15 or newer is not installed')
    const args = ['--kills', '2', '--seconds', '10', '--database', database]
    const { status, stdout, stderr } = await runProgram('tests/torture/kill/main.ts', args)
    expect(stderr).toBe('')
    expect(stdout).toMatch(/ 0 lost, 0 made twice\npassed\n$/)
    expect(status).toBe(0)
  },
)
