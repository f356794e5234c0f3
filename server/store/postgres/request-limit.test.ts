import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { requestLimit, runRequest } from './request-limit.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
})

const after = (milliseconds: number): Promise<string> =>
  new Promise((resolve) => setTimeout(() => resolve('done'), milliseconds))

/** Reads for some time, as a store does. */
const read = (milliseconds: number): Promise<string> =>
  requestLimit()?.wait(() => after(milliseconds)) ?? after(milliseconds)

/** Returns the outcome of a request, and when it was known. */
const outcomeOf = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  const outcome = runRequest(work).then(String, String)
  await vi.runAllTimersAsync()
  return [await outcome, performance.now() - start]
}

const error = expect.stringContaining('a request waited for it for 4.5 seconds')

test('reads of a request wait for 4.5 seconds in total', async () => {
  expect(await outcomeOf(() => read(4000))).toEqual(['done', 4000])
  const several = async () => {
    for (let i = 0; i < 3; i++) await read(2000)
  }
  expect((await outcomeOf(several))[0]).toEqual(error)
  const atOnce = () => Promise.all(Array.from({ length: 5 }, () => read(2000)))
  expect(await outcomeOf(atOnce)).toEqual(['done,done,done,done,done', 2000])
})

test('the time between reads does not count', async () => {
  const slowEndpoint = async () => {
    await read(2000)
    await after(10_000)
    return read(2000)
  }
  expect(await outcomeOf(slowEndpoint)).toEqual(['done', 14_000])
})

test('the response comes when the time is over, and nothing is read after', async () => {
  let isOver = false
  const start = performance.now()
  let ended = 0
  const outcome = runRequest(async () => {
    requestLimit()?.onOver(() => {
      isOver = true
    })
    await read(60_000).catch(() => {})
    ended = performance.now()
    return read(1)
  }).catch(String)
  await vi.advanceTimersByTimeAsync(4500)
  expect(await outcome).toEqual(error)
  expect([isOver, ended - start]).toEqual([true, 4500])
})

test('what runs on after the response, and what no request causes, is not limited', async () => {
  const later = Promise.withResolvers<string>()
  await runRequest(async () => {
    setTimeout(() => read(60_000).then(later.resolve, later.reject), 10)
  })
  await vi.runAllTimersAsync()
  expect(await later.promise).toBe('done')
  expect(requestLimit()).toBeUndefined()
})
