import { expect, test } from 'vitest'
import { runProgram } from '../../testkit/run.ts'
import { runSeeds } from './run-seeds.ts'

const simulate = (...args: string[]) => runProgram('tests/simulation/main.ts', args)

/** The output without the time that the run took. */
const outcome = ({ stdout }: { stdout: string }) => stdout.replace(/ in [0-9]+ s/, '')

test('no law is violated in 50 seeds, which reach everything that is simulated', async () => {
  const { status, stdout, stderr } = await simulate('--seeds', '50', '--seed', '1')
  expect(stderr).toBe('')
  expect(stdout).toMatch(/passed\n$/)
  expect(status).toBe(0)
}, 240_000)

test('a seed repeats', async () => {
  const first = await simulate('--seed', '2026')
  expect(outcome(await simulate('--seed', '2026'))).toBe(outcome(first))
})

test('a fault is found and reduced to few steps', async () => {
  const found = await runSeeds({
    first: 1,
    count: 50,
    plantedFault: 'a cancelled order keeps its stock',
    shrinks: true,
    onResult: () => {},
  })
  expect(found?.failure?.law).toBe('stock is the sum of its events')
  const steps = found?.failure?.trace.filter((line) => line.includes('{"do":'))
  expect(steps?.length).toBeLessThan(6)
  expect(found?.failure?.trace.join('\n')).toContain('POST /v1/orders/cancel')
}, 240_000)
