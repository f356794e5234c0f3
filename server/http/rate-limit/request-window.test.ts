import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RequestWindow } from './request-window.ts'

const step = fc.oneof(
  fc.record({
    /** Seconds before now: other processes' requests arrive late. */
    ago: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(20)),
    requests: fc.integer({ min: 1, max: 1000 }),
    wait: fc.nat(3),
  }),
  fc.record({ roll: fc.nat(30), wait: fc.nat(30) }),
)

test('agrees with a list of all requests in any order', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 200 }),
      fc.integer({ min: 1, max: 40 }),
      (steps, limit) => {
        const window = new RequestWindow()
        let all: number[] = []
        let now = 1_800_000_000
        for (const one of steps) {
          now += one.wait
          if ('roll' in one) {
            window.expire(now - one.roll)
            all = all.filter((second) => second > now - one.roll)
          } else {
            window.add(now - one.ago, one.requests)
            all.push(...Array<number>(one.requests).fill(now - one.ago))
          }
          const newest = all.toSorted((a, b) => a - b).slice(-limit)
          expect(window.total).toBe(all.length)
          expect(window.oldestWithin(limit)).toBe(newest[0])
          expect(window.length).toBe(new Set(all).size)
        }
      },
    ),
  )
})

test('a second with more requests than one entry holds loses none', () => {
  const window = new RequestWindow()
  for (let i = 0; i < 3; i++) window.add(1_800_000_000, 900_000)
  window.add(1_800_000_001)
  expect(window.total).toBe(2_700_001)
  window.expire(1_800_000_000)
  expect(window.total).toBe(1)
})

test('a window does not grow over time', () => {
  const window = new RequestWindow()
  for (let second = 1; second < 100_000; second++) {
    window.add(second)
    window.expire(second - 100)
  }
  expect([window.total, window.length]).toEqual([100, 100])
  expect(window.oldestWithin(1000)).toBe(99_900)
})
