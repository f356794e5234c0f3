import { expect, test } from 'vitest'
import { postgresPrograms } from '../../testkit/postgres-cluster.ts'
import { runProgram } from '../../testkit/run.ts'
import type { Result } from './check-seed.ts'
import { startCluster } from './database/start-cluster.ts'
import { runSeeds } from './run-seeds.ts'

test('no law is violated in 100 seeds, which reach everything that is simulated', async () => {
  const args = ['--seeds', '100', '--seed', '1000']
  const { status, stdout } = await runProgram('tests/simulation/main.ts', args)
  expect(stdout).toMatch(/passed\n$/)
  expect(status).toBe(0)
}, 240_000)

test('no law is violated in 30 seeds on PostgreSQL', async ({ skip }) => {
  if (postgresPrograms === undefined) return skip('PostgreSQL 15 or newer is not installed')
  const args = ['--seeds', '30', '--seed', '1000', '--database', 'postgres']
  const { status, stdout } = await runProgram('tests/simulation/main.ts', args)
  expect(stdout).toMatch(/passed\n$/)
  expect(status).toBe(0)
}, 600_000)

test('a seed violates no law, and repeats', async () => {
  const results: Result[] = []
  const onResult = (result: Result) => results.push(result)
  for (let i = 0; i < 2; i++) await runSeeds({ first: 2026, count: 1, shrinks: false, onResult })
  const [first, second] = results
  expect(first?.failure).toBeUndefined()
  expect(second?.digest).toBe(first?.digest)
  expect(first?.counts).toHaveProperty('status 500')
})

test('a fault is found and reduced to few steps', async () => {
  const found = await runSeeds({
    first: 1,
    count: 1,
    plantedFault: 'a cancelled order keeps its stock',
    shrinks: true,
    onResult: () => {},
  })
  expect(found?.failure?.law).toBe('stock is the sum of its events')
  const steps = found?.failure?.trace.filter((line) => line.includes('{"do":'))
  expect(steps?.length).toBeLessThan(6)
  expect(found?.failure?.trace.join('\n')).toContain('POST /v1/orders/cancel')
}, 240_000)

test('a seed repeats on PostgreSQL', async ({ skip }) => {
  if (postgresPrograms === undefined) return skip('PostgreSQL 15 or newer is not installed')
  const cluster = await startCluster()
  const results: Result[] = []
  const onResult = (result: Result) => results.push(result)
  const options = { first: 2026, count: 1, postgres: cluster.socket, shrinks: false, onResult }
  for (let i = 0; i < 2; i++) await runSeeds(options)
  await cluster.stop()
  const [first, second] = results
  expect(first?.failure).toBeUndefined()
  expect(second?.digest).toBe(first?.digest)
}, 240_000)

test('the simulation finds every planted fault', async () => {
  const { status, stdout } = await runProgram('tests/simulation/main.ts', ['--planted'])
  expect(stdout).not.toContain('not found')
  expect(status).toBe(0)
}, 1_800_000)
