import { expect, test } from 'vitest'
import { networkTiers } from './network-tiers.ts'

test('the lookup of tiers is the same while none has changed', async () => {
  let tiers: { network: string; budget: number }[] = []
  const read = networkTiers(async () => [...tiers])
  const none = await read()
  expect([none('203.0.113.7'), await read()]).toEqual([0, none])
  tiers = [{ network: '203.0.113.0/24', budget: 5000 }]
  const some = await read()
  expect([some('203.0.113.7'), some('203.0.114.7')]).toEqual([5000, 0])
  expect(await read()).toBe(some)
  tiers = []
  expect((await read())('203.0.113.7')).toBe(0)
})
