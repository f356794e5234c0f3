import { expect, test } from 'vitest'
import { fresh } from './fresh.ts'

test('what was read is kept for a second, and read once for all who ask together', async () => {
  const time = { now: 0 }
  let reads = 0
  const ask = fresh(
    async () => ++reads,
    () => time.now,
  )
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  time.now += 999
  expect(ask()).toBe(1)
  time.now += 1
  expect(await ask()).toBe(2)
})

test('a read that fails is everyone’s who waited for it, and is tried again', async () => {
  let broken = true
  const ask = fresh(
    async () => {
      if (broken) throw new Error('disk full')
      return 'read'
    },
    () => 0,
  )
  const asked = await Promise.allSettled([ask(), ask()])
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  broken = false
  expect(await ask()).toBe('read')
})
