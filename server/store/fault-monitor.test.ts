import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { FaultMonitor } from './fault-monitor.ts'
import { StoreFault } from './store.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
})

/** A monitor whose probes end when the test says so. */
const setUp = () => {
  const reported: unknown[] = []
  const probes: PromiseWithResolvers<void>[] = []
  const monitor = new FaultMonitor(
    {
      failed: ({ message }, failures) => reported.push([message, failures]),
      recovered: () => reported.push('recovered'),
    },
    () => {
      const probe = Promise.withResolvers<void>()
      probes.push(probe)
      return probe.promise
    },
  )
  const fail = () => monitor.note(new StoreFault('disk full'))
  const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
  return { monitor, probes, fail, advance, takeReported: () => reported.splice(0) }
}

test('a fault ends with a probe that succeeds and no failure since the tick before', async () => {
  const { monitor, probes, fail, advance, takeReported } = setUp()
  fail()
  await advance(500)
  expect(probes).toHaveLength(0)
  await advance(1000)
  expect(probes).toHaveLength(1)
  fail()
  probes[0]?.resolve()
  await advance(0)
  expect(monitor.isHealthy).toBe(false)
  await advance(1000)
  probes[1]?.resolve()
  await advance(0)
  expect(monitor.isHealthy).toBe(true)
  expect(takeReported()).toEqual([['disk full', 1], ['disk full', 1], 'recovered'])
})
