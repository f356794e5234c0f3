import { expect, test } from 'vitest'
import { cachedRead } from './cached-read.ts'

test('caches a value for one second; concurrent callers share one read', async () => {
  const time = { now: 0 }
  let reads = 0
  const ask = cachedRead(
    async () => ++reads,
    () => time.now,
  )
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  time.now += 999
  expect(ask()).toBe(1)
  time.now += 1
  expect(await ask()).toBe(2)
})

test('a failed read fails for all its callers and is tried again', async () => {
  let broken = true
  const ask = cachedRead(
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
