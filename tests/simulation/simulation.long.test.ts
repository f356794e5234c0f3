import { expect, inject, test } from 'vitest'
import { runProgram } from '../kit/run.ts'

const simulate = async (...args: string[]): Promise<string> => {
  const { stdout } = await runProgram('tests/simulation/main.ts', args)
  expect(stdout).toMatch(/passed\n$/)
  return stdout
}

test('no law is violated, and from 100 seeds on they reach everything that is simulated', {
  timeout: 1_800_000,
}, async () => {
  await simulate('--seeds', inject('isThorough') ? '1000' : '20', '--seed', '1000')
})

test('a seed repeats', async () => {
  const digest = async () => /^digest.*$/m.exec(await simulate('--seed', '2028'))?.[0]
  const first = await digest()
  expect(first).toBeDefined()
  expect(await digest()).toBe(first)
})

test('a fault is found and reduced to few steps', { timeout: 480_000 }, async () => {
  const trace = await simulate('--planted', '--only', 'keeps its stock')
  expect(trace).toContain('these steps violate: stock is the sum of its events')
  expect(trace.split('{"do":').length).toBeLessThan(7)
  expect(trace).toContain('POST /v1/orders/cancel')
})

if (inject('isThorough'))
  test('each planted fault is found', { timeout: 1_800_000 }, async () => {
    expect(await simulate('--planted')).not.toContain('not found')
  })
