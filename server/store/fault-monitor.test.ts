import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { FaultMonitor } from './fault-monitor.ts'
import { StoreFault } from './store-error.ts'

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
    2,
  )
  const fail = (times = 1) => {
    for (let i = 0; i < times; i++) monitor.note(new StoreFault('disk full'))
  }
  const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
  return { monitor, probes, fail, advance, takeReported: () => reported.splice(0) }
}

test('a probe that began before the last failure does not end the fault', async () => {
  const { monitor, probes, fail, advance, takeReported } = setUp()
  fail()
  await advance(1000)
  takeReported()
  fail()
  for (const probe of probes) probe.resolve()
  await advance(0)
  expect(monitor.isHealthy).toBe(false)
  await advance(500)
  probes[2]?.resolve()
  await advance(0)
  expect(monitor.isHealthy).toBe(true)
  expect(takeReported()).toEqual([['disk full', 1], 'recovered'])
})

test('two probes run at a time, and the end of a fault is reported once', async () => {
  const { monitor, probes, fail, advance, takeReported } = setUp()
  fail()
  await advance(2000)
  expect(probes).toHaveLength(2)
  probes[0]?.reject(new Error('still full'))
  await advance(1000)
  expect(probes).toHaveLength(3)
  for (const probe of probes) probe.resolve()
  await advance(2000)
  expect(probes).toHaveLength(3)
  expect(takeReported()).toEqual([['disk full', 1], 'recovered'])
  fail()
  expect(takeReported()).toEqual([['disk full', 1]])
  monitor.stop()
})
