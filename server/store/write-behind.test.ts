import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { WriteBehind } from './write-behind.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
})

/** Notes when writes begin. Each ends when the test says so. */
const setUp = () => {
  const writes: PromiseWithResolvers<void>[] = []
  const errors: unknown[] = []
  const behind = new WriteBehind(
    () => {
      const write = Promise.withResolvers<void>()
      writes.push(write)
      return write.promise
    },
    (error) => errors.push(error),
  )
  const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
  return { behind, writes, errors, advance }
}

test('what is scheduled several times is written once, after a second', async () => {
  const { behind, writes, advance } = setUp()
  behind.schedule()
  for (let i = 0; i < 2; i++) {
    await advance(300)
    behind.schedule()
  }
  await advance(399)
  expect(writes).toHaveLength(0)
  await advance(1)
  expect(writes).toHaveLength(1)
  writes[0]?.resolve()
  await advance(5000)
  expect(writes).toHaveLength(1)
})

test('one write runs at a time, and a failed one is reported and lets the next one run', async () => {
  const { behind, writes, errors, advance } = setUp()
  behind.schedule()
  for (let i = 0; i < 2; i++) void behind.flush()
  await advance(0)
  expect(writes).toHaveLength(1)
  const error = new Error('disk full')
  writes[0]?.reject(error)
  await advance(0)
  expect([writes.length, errors]).toEqual([2, [error]])
  writes[1]?.resolve()
  await advance(5000)
  expect(writes).toHaveLength(2)
})

test('a scheduled write does not keep the process alive', () => {
  vi.useRealTimers()
  const { behind } = setUp()
  const timers = () =>
    process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length
  const before = timers()
  behind.schedule()
  expect(timers()).toBe(before)
  void behind.flush()
})
