import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { requestLimit, runRequest } from './request-limit.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // The fake clock begins at 0.
  vi.advanceTimersByTime(60_000)
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
  const outcome = runRequest(work)
    .then(String, String)
    .then((text) => [text, performance.now() - start])
  await vi.advanceTimersByTimeAsync(60_000)
  return outcome
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

test('the time of reads that overlap counts once', async () => {
  const overlapping = async () => {
    await Promise.all([read(1000), read(2000)])
    return read(2499)
  }
  expect(await outcomeOf(overlapping)).toEqual(['done', 4499])
  const inSuccession = async () => {
    const first = read(4000)
    await after(3000)
    await Promise.all([first, read(3000)])
  }
  expect((await outcomeOf(inSuccession))[0]).toEqual(error)
})

test('after reads and pauses, a read has the time that is left', async () => {
  const late = async () => {
    await read(1000)
    await after(3000)
    const failing = requestLimit()?.wait(() => Promise.reject(new Error('refused')))
    await expect(failing).rejects.toThrow('refused')
    await after(9000)
    return read(60_000)
  }
  const start = performance.now()
  const outcome = runRequest(late).catch((reason) => [String(reason), performance.now() - start])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await outcome).toEqual([error, 1000 + 3000 + 9000 + 3500])
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
  const ended = Promise.withResolvers<void>()
  const later: Promise<string>[] = []
  const work = () => void later.push(ended.promise.then(() => read(60_000)))
  runRequest(work)
  await runRequest(async () => work())
  await runRequest(async () => {
    later.push(read(60_000))
  })
  ended.resolve()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await Promise.all(later)).toEqual(['done', 'done', 'done'])
  expect(requestLimit()).toBeUndefined()
})
