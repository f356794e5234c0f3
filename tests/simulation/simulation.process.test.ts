import { expect, test } from 'vitest'
import { postgresPrograms } from '../../testkit/postgres-cluster.ts'
import { runProgram } from '../../testkit/run.ts'
import type { Result } from './check-seed.ts'
import { runSeeds } from './run-seeds.ts'

test('no law is violated in 3 seeds', async () => {
  const args = ['--seeds', '3', '--seed', '1']
  const { status, stdout, stderr } = await runProgram('tests/simulation/main.ts', args)
  expect(stderr).toBe('')
  expect(stdout).toMatch(/passed\n$/)
  expect(status).toBe(0)
}, 240_000)

test('a seed repeats', async () => {
  const results: Result[] = []
  const onResult = (result: Result) => results.push(result)
  for (let i = 0; i < 2; i++) await runSeeds({ first: 2026, count: 1, shrinks: false, onResult })
  const [first, second] = results
  expect(second?.digest).toBe(first?.digest)
  expect(first?.counts).toHaveProperty('status 500')
})

test('no law is violated in a seed on PostgreSQL', async ({ skip }) => {
  if (postgresPrograms === undefined) return skip('PostgreSQL 15 or newer is not installed')
  const args = ['--seeds', '1', '--seed', '1', '--database', 'postgres']
  const { status, stdout, stderr } = await runProgram('tests/simulation/main.ts', args)
  expect(stderr).toBe('')
  expect(stdout).toMatch(/passed\n$/)
  expect(status).toBe(0)
}, 240_000)

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
