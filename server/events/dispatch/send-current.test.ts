import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { readCurrent } from './send-current.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
})

/** Reads for these times, one after another, while states settle in 200 ms. Returns the number of the read. */
const readFor = (milliseconds: readonly number[], settleMilliseconds = 200) => {
  let reads = 0
  return readCurrent({ settleMilliseconds }, async () => {
    await null
    vi.advanceTimersByTime(milliseconds[reads++] ?? 0)
    return reads
  })
}

test('a read that takes half the time to settle is repeated', async () => {
  vi.advanceTimersByTime(5000)
  expect(await readFor([99])).toBe(1)
  expect(await readFor([100, 500, 99])).toBe(3)
  expect(await readFor([100], 0)).toBe(1)
})

test('after twenty slow reads, the database is too slow', async () => {
  expect(await readFor(Array(19).fill(100))).toBe(20)
  await expect(readFor(Array(20).fill(100))).rejects.toThrow('The database is too slow.')
})
