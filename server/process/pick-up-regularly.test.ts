import { expect, test } from 'vitest'
import { pickUpRegularly } from './pick-up-regularly.ts'

test('queued deliveries are picked up at once, and an end waits for them and for no pause', async () => {
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
  await end()
  expect(steps).toEqual(['begins', 'ends'])
})
