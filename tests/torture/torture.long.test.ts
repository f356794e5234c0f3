import { expect, inject, type TestContext, test } from 'vitest'
import { ofToday } from '../kit/of-today.ts'
import { postgresPrograms } from '../kit/postgres-cluster.ts'
import { runProgram } from '../kit/run.ts'

/** Runs a program, which must find no problem. */
const passes = async ({ skip }: TestContext, name: string, ...args: string[]) => {
  if (/nodes|postgres/.test(`${name} ${args}`) && postgresPrograms === undefined)
    return skip('PostgreSQL 15 or newer is not installed')
  const { status, stdout, stderr } = await runProgram(`tests/torture/${name}/main.ts`, args)
  expect(stderr).toBe('')
  expect(stdout).toMatch(/passed\n$/)
  expect(status).toBe(0)
}

// These mostly wait for time to pass, so they run beside each other.
test.concurrent.for(ofToday(['sqlite', 'postgres']))(
  'killed and stopped under load on %s, the server loses no acknowledged write and makes no delivery twice',
  { timeout: 180_000 },
  (database, context) =>
    passes(context, 'kill', '--kills', '2', '--seconds', '5', '--database', database),
)

if (inject('isThorough'))
  test(
    'nodes behind a proxy keep the contract and survive failures of PostgreSQL',
    {
      timeout: 600_000,
      // Its limits of time are for a machine that is not busy with other tests.
      retry: 1,
    },
    (context) => passes(context, 'nodes'),
  )
