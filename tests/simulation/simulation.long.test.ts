import { expect, inject, test } from 'vitest'
import { runProgram } from '../../testkit/run.ts'
import { runSeeds } from './run-seeds.ts'
import type { Result } from './seed-worker.ts'

test('no law is violated in 100 seeds, which reach everything that is simulated', async () => {
  const args = ['--seeds', '100', '--seed', '1000']
  const { status, stdout } = await runProgram('tests/simulation/main.ts', args)
  expect(stdout).toMatch(/passed\n$/)
  expect(status).toBe(0)
}, 240_000)

test('a seed violates no law, and repeats', async () => {
  const results: Result[] = []
  const onResult = (result: Result) => results.push(result)
  for (let i = 0; i < 2; i++) await runSeeds({ first: 2028, count: 1, shrinks: false, onResult })
  const [first, second] = results
  expect(first?.failure).toBeUndefined()
  expect(second).toEqual(first)
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

test('the simulation finds planted faults', async () => {
  const sample = inject('isThorough') ? [] : ['--only', 'stock']
  const { status, stdout } = await runProgram('tests/simulation/main.ts', ['--planted', ...sample])
  expect(stdout).toMatch(/passed\n$/)
  expect(stdout).not.toContain('not found')
  expect(status).toBe(0)
}, 1_800_000)
