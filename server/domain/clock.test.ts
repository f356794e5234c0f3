import { expect, test } from 'vitest'
import { monotonicWithSleep } from './clock.ts'

/** Simulates the clocks of a machine that works, sleeps and is set. In milliseconds. */
const machine = (round = (seconds: number) => seconds) => {
  const time = { wall: 1_800_000_000_000, awake: 9000, up: 3_600_000, asked: 0 }
  const monotonic = monotonicWithSleep(
    () => time.wall,
    () => time.awake,
    () => {
      time.asked++
      return round(time.up / 1000)
    },
  )
  return {
    time,
    monotonic,
    work: (milliseconds: number) => {
      time.wall += milliseconds
      time.awake += milliseconds
      time.up += milliseconds
    },
    sleep: (milliseconds: number) => {
      time.wall += milliseconds
      time.up += milliseconds
    },
    set: (milliseconds: number) => {
      time.wall += milliseconds
    },
  }
}

test('the clock includes sleep and ignores changes of the wall clock', () => {
  const { monotonic, work, sleep, set } = machine()
  const began = monotonic()
  const passed = () => monotonic() - began
  work(1000)
  expect(passed()).toBe(1000)
  sleep(7_200_000)
  expect(passed()).toBe(7_201_000)
  set(-3_600_000)
  work(500)
  expect(passed()).toBe(7_201_500)
  set(86_400_000)
  sleep(60_000)
  work(1)
  expect(passed()).toBe(7_261_501)
})

test('an uptime in whole seconds changes the clock only after a sleep', () => {
  const { monotonic, work, sleep, set } = machine(Math.floor)
  const began = monotonic()
  sleep(7_200_000)
  expect(monotonic() - began).toBe(7_200_000)
  work(700)
  set(5000)
  expect(monotonic() - began).toBe(7_200_700)
})

test('the uptime is read only when the clocks disagree', () => {
  const { time, monotonic, work, set } = machine()
  for (let i = 0; i < 100; i++) {
    work(10_000)
    monotonic()
  }
  expect(time.asked).toBe(1)
  set(1000)
  monotonic()
  expect(time.asked).toBe(1)
  set(1)
  monotonic()
  monotonic()
  expect(time.asked).toBe(2)
})

test.each([
  [2000, 0],
  [2000.5, 2000.5],
])('a sleep of up to two seconds is ignored: %d ms', (milliseconds, counted) => {
  const { monotonic, sleep } = machine()
  const began = monotonic()
  sleep(milliseconds)
  expect(monotonic() - began).toBeCloseTo(counted)
})
