import { randomUUID } from 'node:crypto'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import {
  distribute,
  finishDistribution,
  isDistributed,
  planDistribution,
} from '../../server/store/postgres/plan-distribution.ts'
import { connect } from '../../server/store/postgres/postgres-connection.ts'
import { sharedTables } from '../../server/store/schema.ts'
import { createOnNodes } from '../kit/citus-cluster.ts'
import { databasesOf, type PostgresDatabases } from '../kit/postgres-cluster.ts'
import { terminal } from '../kit/server/terminal.ts'
import { postgresDatabase } from '../kit/server/test-database.ts'

let nodes: PostgresDatabases[]
beforeAll(() => {
  nodes = [inject('postgresSocket') ?? '', ...inject('citusWorkers')].map((at) => databasesOf(at))
})

/** Creates an ordinary database with demo data on the coordinator. */
const demoDatabase = async () => {
  const name = `ordinary_${randomUUID()}`
  await createOnNodes(nodes, name)
  onTestFinished(async () => {
    for (const node of nodes) await node.drop(name)
  })
  const [coordinator, worker] = nodes
  if (!coordinator || !worker) throw new Error('There is no node')
  const database = postgresDatabase(coordinator, name)
  const { ok, merch } = terminal(undefined, database.url)
  await ok('seed', 'demo')
  const counts = async () => {
    const rows = await database.rowCounts()
    return sharedTables.map((table) => `${table} ${rows[table]}`)
  }
  return { ...database, ok, merch, counts, worker: worker.urlOf(name) }
}

test('merch distribute prints a plan, distributes all rows with --yes, and then changes nothing', async () => {
  const { ok, merch, counts, url, findInconsistencies, worker } = await demoDatabase()
  const before = await counts()
  const plan = await merch('distribute')
  expect(plan.stdout).toMatch(/^accounts\t1\ton every node$/m)
  expect(plan.stdout).toMatch(/^orders\t\d+\tby account$/m)
  expect(plan.stderr).toContain('Nothing was changed. Add --yes to distribute the database.')
  const client = await connect(url)
  onTestFinished(() => client.end())
  expect(await isDistributed(client)).toBe(false)

  await ok('distribute', '--yes')
  expect(await isDistributed(client)).toBe(true)
  expect(await counts()).toEqual(before)
  expect(await findInconsistencies()).toEqual([])
  expect(await merch('distribute', '--yes')).toMatchObject({
    stdout: '',
    stderr: 'The database is distributed.\n',
  })
  expect(await ok('accounts', 'list')).toContain('Harbor & Pine')
  // Only the coordinator has the numbers of rows.
  expect(await terminal(undefined, worker).merch('accounts', 'list')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Name the coordinator in DATABASE_URL'),
  })
})

test('a distribution that is interrupted leaves an ordinary database, and is made again', async () => {
  const { counts, url, query } = await demoDatabase()
  const before = await counts()
  const planner = await connect(url)
  const { pending } = await planDistribution(planner)
  await planner.end()
  // It is one transaction, which ends at its beginning, in its middle or at its end.
  for (const at of [0, pending.length >> 1, pending.length - 1]) {
    const step = pending[at]?.table
    const client = await connect(url)
    const [row] = (await client.query('select pg_backend_pid() as id')).rows
    const interrupted = distribute(client, (table) => {
      if (table === step) void query(`select pg_terminate_backend(${row.id})`)
    })
    await expect(interrupted).rejects.toThrow()
    const next = await connect(url)
    expect(await isDistributed(next)).toBe(false)
    await next.end()
    expect(await counts()).toEqual(before)
  }
  const client = await connect(url)
  onTestFinished(() => client.end())
  await distribute(client)
  // An interruption here leaves a distributed database, and rows that no statement sees.
  expect((await planDistribution(client)).pending).toEqual([])
  await finishDistribution(client)
  expect(await counts()).toEqual(before)
})
