import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RequestWindow } from './request-window.ts'

const mostlyNone = (most: number) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(most))

const step = fc.oneof(
  fc.record({
    /** Seconds before now: other processes' requests arrive late. */
    ago: mostlyNone(20),
    requests: fc.integer({ min: 1, max: 30 }),
    wait: fc.nat(3),
  }),
  fc.record({ roll: mostlyNone(30), wait: mostlyNone(30) }),
)

test('agrees with a list of all requests in any order', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 200, size: 'medium' }),
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

test.each([
  ['2027', 1_800_000_000, [900_000, 900_000, 900_000]],
  ['2027', 1_800_000_000, [999_999, 48_577]],
  ['2242', 8_589_934_590, [3]],
])(
  'in %s, the requests of a second are all counted, also if one entry cannot hold them',
  (_, second, requests) => {
    const window = new RequestWindow()
    for (const each of requests) window.add(second, each)
    window.add(second + 1)
    expect(window.total).toBe(requests.reduce((sum, each) => sum + each, 1))
    window.expire(second)
    expect([window.total, window.oldestWithin(1)]).toEqual([1, second + 1])
  },
)

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Returns the size of what is in use in memory. */
const heapBytes = (): number => {
  collect()
  return process.memoryUsage().heapUsed
}

test('a window does not grow over time', () => {
  const window = new RequestWindow()
  const before = heapBytes()
  for (let second = 1; second < 1_000_000; second++) {
    window.add(second)
    window.expire(second - 100)
  }
  expect(heapBytes() - before).toBeLessThan(1_000_000)
  expect([window.total, window.length]).toEqual([100, 100])
  expect(window.oldestWithin(1000)).toBe(999_900)
})
