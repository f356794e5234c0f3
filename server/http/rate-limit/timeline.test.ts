import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Timeline } from './timeline.ts'

/** A wall clock that can be changed, and a monotonic clock. In milliseconds. */
const clocks = () => {
  const time = { wall: 1_800_000_000_000, monotonic: 5000 }
  return {
    pass: (milliseconds: number) => {
      time.wall += milliseconds
      time.monotonic += milliseconds
    },
    set: (milliseconds: number) => {
      time.wall += milliseconds
    },
    unix: () => Math.floor(time.wall / 1000),
    timeline: () =>
      new Timeline(
        () => time.wall,
        () => time.monotonic,
      ),
  }
}

const event = fc.oneof(
  fc.record({ pass: fc.nat(100_000) }),
  fc.record({ set: fc.integer({ min: -1e10, max: 1e10 }) }),
  // NTP makes such corrections.
  fc.record({ set: fc.integer({ min: -600, max: 600 }) }),
)

test('seconds pass one by one and never back while the clock is changed', () => {
  fc.assert(
    fc.property(fc.array(event), (events) => {
      const { pass, set, timeline: begin, unix } = clocks()
      const timeline = begin()
      const first = timeline.second()
      let passed = 0
      let last = first
      for (const one of events) {
        if ('pass' in one) {
          pass(one.pass)
          passed += one.pass
        } else set(one.set)
        const second = timeline.second()
        expect(Math.abs(second - first - passed / 1000)).toBeLessThanOrEqual(2)
        expect(second).toBeGreaterThanOrEqual(last)
        // Converted to Unix time, it agrees with the wall clock.
        expect(Math.abs(timeline.unixTime(second) - unix())).toBeLessThanOrEqual(1)
        last = second
      }
    }),
  )
})

test('a clock change is compensated, also in the next process', () => {
  const { pass, set, timeline: begin, unix } = clocks()
  const first = begin()
  const began = first.second()
  set(3_600_000)
  pass(10_000)
  expect(first.second()).toBe(began + 10)
  expect(first.offset).toBe(-3600)
  expect(first.unixTime(first.second())).toBe(unix())
  const second = begin()
  second.resume(first.offset, began + 10)
  pass(5000)
  expect(second.second()).toBe(began + 15)
})

test('a clock set back while no process ran does not turn the timeline back', () => {
  const { pass, set, timeline: begin, unix } = clocks()
  const newest = begin().second()
  set(-86_400_000)
  const timeline = begin()
  timeline.resume(0, newest)
  expect(timeline.second()).toBe(newest)
  pass(7000)
  expect(timeline.second()).toBe(newest + 7)
  expect(timeline.unixTime(newest + 7)).toBe(unix())
})

test('the offset that another process stored is adopted', () => {
  const { timeline: begin } = clocks()
  const timeline = begin()
  const before = timeline.second()
  timeline.follow(60)
  expect(timeline.second()).toBe(before + 60)
  timeline.follow(0)
  expect(timeline.second()).toBe(before + 60)
})
