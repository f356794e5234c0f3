import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
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

/** What a process reads from a log whose processes share the machine's clock. */
const log = (offset = 0, newest = 0, now?: number) => ({ now, offset, newest })

test.for([3600, -3600])('a clock change by %i s is compensated, also in the next process', (by) => {
  const { pass, set, timeline: begin, unix } = clocks()
  const first = begin()
  const began = first.second()
  expect(first.sync(log(), first.now())).toBeUndefined()
  set(by * 1000)
  pass(10_000)
  expect(first.second()).toBe(began + 10)
  expect(first.sync(log(), first.now())).toBe(-by)
  expect(first.unixTime(first.second())).toBe(unix())
  const second = begin()
  expect(second.sync(log(-by, began + 10), second.now())).toBeUndefined()
  pass(5000)
  expect(second.second()).toBe(began + 15)
})

test('a clock set back while no process ran does not turn the timeline back', () => {
  const { pass, set, timeline: begin, unix } = clocks()
  const newest = begin().second()
  set(-86_399_700)
  const timeline = begin()
  expect(timeline.sync(log(0, newest), timeline.now())).toBe(86_400)
  expect(timeline.now()).toBe(newest * 1000 + 300)
  pass(7000)
  expect(timeline.second()).toBe(newest + 7)
  expect(timeline.unixTime(newest + 7)).toBe(unix())
})

test.for([
  [500, undefined],
  [501, -1],
  [-500, undefined],
  [-501, 1],
] as const)('a difference of %i ms stores the offset %s', ([by, offset]) => {
  const { set, timeline: begin } = clocks()
  const timeline = begin()
  timeline.sync(log(), timeline.now())
  set(by)
  expect(timeline.sync(log(), timeline.now())).toBe(offset)
})

describe('with the clock of a database server', () => {
  /** Two machines. The clock of one is behind the database's, the other's is two hours ahead. */
  const machines = () => {
    const database = { now: 1_900_000_000_000, offset: 0, newest: 0 }
    const [a, b] = [clocks(), clocks()]
    b.set(107_200_000_000)
    const [first, second] = [a.timeline(), b.timeline()]
    const pass = (milliseconds: number) => {
      for (const each of [a, b]) each.pass(milliseconds)
      database.now += milliseconds
    }
    const sync = (timeline: Timeline) => {
      const to = timeline.sync({ ...database }, timeline.now())
      if (to !== undefined) database.offset = to
      // The process counts a request.
      database.newest = Math.max(database.newest, timeline.second())
    }
    return { database, a, b, first, second, pass, sync }
  }

  test('machines with different clocks have one time, and their own Unix time', () => {
    const { database, a, b, first, second, pass, sync } = machines()
    sync(first)
    pass(1500)
    // A request arrives before the first sync.
    second.second()
    sync(second)
    pass(60_000)
    const now = Math.floor(database.now / 1000)
    expect([first.second(), second.second(), database.offset]).toEqual([now, now, 0])
    expect(first.unixTime(now + 5)).toBe(a.unix() + 5)
    expect(second.unixTime(now + 5)).toBe(b.unix() + 5)
  })

  test('a machine’s own clock does not matter', () => {
    const { database, a, first, second, pass, sync } = machines()
    for (const each of [first, second]) sync(each)
    a.set(-3_600_000)
    pass(10_000)
    for (const each of [first, second]) sync(each)
    expect(first.second()).toBe(second.second())
    expect(database.offset).toBe(0)
  })

  test.for([3600, -3600, 30, -30])('setting the server’s clock by %i s changes no time', (by) => {
    const { database, first, second, pass, sync } = machines()
    for (const each of [first, second]) sync(each)
    const began = first.second()
    pass(10_000)
    database.now += by * 1000
    for (let i = 0; i < 3; i++) for (const each of [second, first]) sync(each)
    expect(database.offset).toBe(-by)
    expect([first.second(), second.second()]).toEqual([began + 10, began + 10])
  })

  test('a process that was paused takes the time of the others', () => {
    const { database, a, first, second, pass, sync } = machines()
    for (const each of [first, second]) sync(each)
    pass(3_600_000)
    // The first machine stood still.
    a.pass(-3_600_000)
    sync(second)
    pass(1000)
    for (const each of [first, second]) sync(each)
    expect(first.second()).toBe(second.second())
    expect(database.offset).toBe(0)
  })

  test.for([
    [4999, 4999],
    [5000, 0],
  ] as const)(
    'a request that another process counted %i ms ago puts a paused one %i ms after its second',
    ([age, added]) => {
      const { database, a, first, pass, sync } = machines()
      sync(first)
      pass(600_000)
      a.pass(-600_000)
      const newest = first.second() + 60
      database.newest = newest
      database.now = newest * 1000 + age
      sync(first)
      expect(first.now()).toBe(newest * 1000 + added)
    },
  )

  test('a paused process does not turn back the time of the others', () => {
    const { a, first, second, pass, sync } = machines()
    for (const each of [first, second]) sync(each)
    const began = second.second()
    pass(3_600_000)
    a.pass(-3_600_000)
    // It is the first to count a request again, so it cannot know.
    sync(first)
    for (let i = 0; i < 2; i++) for (const each of [second, first]) sync(each)
    expect([first.second(), second.second()]).toEqual([began + 3600, began + 3600])
  })

  test('a slow response does not count as a changed clock', () => {
    const { database, first, pass } = machines()
    for (const [before, after] of [
      [2000, 2000],
      [2000, 2000],
      [0, 4000],
      [4000, 0],
    ] as const) {
      const sent = first.now()
      pass(before)
      const read = { ...database }
      pass(after)
      expect(first.sync(read, sent)).toBeUndefined()
      expect(first.now()).toBe(database.now)
    }
  })

  test('a small correction of a clock is followed slowly', () => {
    const { database, first, pass, sync } = machines()
    sync(first)
    pass(10_000)
    // Another process counts a request in this second.
    database.newest = first.second()
    database.now += 400
    sync(first)
    expect(first.now()).toBe(database.now - 390)
  })

  test.for([3600, -3600])(
    'a process that was paused takes the time of the others while a clock changes by %i s',
    (by) => {
      const { database, a, first, second, pass, sync } = machines()
      for (const each of [first, second]) sync(each)
      pass(600_000)
      a.pass(-600_000)
      database.now += by * 1000
      database.newest = second.second()
      sync(first)
      expect([first.second(), database.offset]).toEqual([second.second(), -by])
    },
  )

  test('drift of a clock is followed, and is no change', () => {
    const { database, first, pass, sync } = machines()
    sync(first)
    for (let hour = 0; hour < 24; hour++) {
      pass(600_000)
      // The machine's clock is slow by 0.03 %.
      database.now += 180
      sync(first)
    }
    expect(database.offset).toBe(0)
    expect(Math.abs(first.now() - database.now)).toBeLessThan(200)
  })
})
