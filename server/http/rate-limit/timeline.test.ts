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

/** What a process reads from a log whose processes share the machine's clock. */
const log = (offset = 0, newest = 0, now?: number) => ({ now, offset, newest })

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

  test.for([0, 3600, -3600])(
    'a process that was paused takes the time of the others while a clock changes by %i s',
    (by) => {
      const { database, a, first, second, pass, sync } = machines()
      for (const each of [first, second]) sync(each)
      pass(600_000)
      a.pass(-600_000)
      database.now += by * 1000
      database.newest = second.second()
      sync(first)
      expect([first.second(), database.offset]).toEqual([second.second(), 0 - by])
    },
  )
})
