import { expect, test } from 'vitest'
import { pickUpRegularly } from './start.ts'

test('queued deliveries are picked up at once, and then after a pause, which an end cuts short', async () => {
  const steps: string[] = []
  const begun = Promise.withResolvers<void>()
  const pickUp = async () => {
    steps.push('begins')
    begun.resolve()
    await new Promise((turn) => setImmediate(turn))
    steps.push('ends')
  }
  const end = pickUpRegularly({ pickUp })
  await begun.promise
  for (let i = 0; i < 10; i++) await new Promise((turn) => setImmediate(turn))
  await end()
  expect(steps).toEqual(['begins', 'ends'])
})
