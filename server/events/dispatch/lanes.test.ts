import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Lanes } from './lanes.ts'

/** Lanes whose jobs are done when they are told so. */
const make = (limits: { inLane?: number; places?: number; bytes?: number } = {}) => {
  const begun: string[] = []
  const underWay = new Map<string, () => void>()
  const lanes = new Lanes<string>({
    inLane: 2,
    places: 1000,
    bytes: 1_000_000,
    ...limits,
    work: (job) => {
      begun.push(job)
      return new Promise((done) => underWay.set(job, done))
    },
  })
  /** Lets everything begin that may. */
  const turns = async (count = 5) => {
    for (let i = 0; i < count; i++) await nextTurn()
  }
  const finish = (job: string) => {
    const done = underWay.get(job)
    if (!done) throw new Error(`${job} is not under way`)
    underWay.delete(job)
    done()
  }
  const finishAll = async () => {
    for (await turns(); underWay.size > 0; await turns())
      for (const job of underWay.keys()) finish(job)
  }
  /** A job of a lane is named by the lane and a number. */
  const laneOf = (job: string) => job.split(' ')[0] ?? ''
  const add = (job: string, bytes = 1) => lanes.add(laneOf(job), job, bytes)
  const running = (lane: string) =>
    [...underWay.keys()].filter((job) => laneOf(job) === lane).length
  return { lanes, begun, underWay, turns, finish, finishAll, add, running, laneOf }
}

test('a lane that stands still holds up itself alone', async () => {
  const { add, begun, turns, finish } = make({ inLane: 1 })
  for (const job of ['slow 1', 'slow 2', 'quick 1', 'quick 2']) add(job)
  await turns()
  finish('quick 1')
  await turns()
  expect(begun).toEqual(['slow 1', 'quick 1', 'quick 2'])
  finish('slow 1')
  await turns()
  expect(begun.at(-1)).toBe('slow 2')
})

test('a job begins after the turn in which it was added', async () => {
  const { add, begun, turns } = make()
  add('a 1')
  await Promise.resolve()
  expect(begun).toEqual([])
  await turns()
  expect(begun).toEqual(['a 1'])
})

test('jobs of many lanes begin a few in each turn', async () => {
  const { add, begun } = make()
  for (let i = 0; i < 100; i++) add(`lane${i} 1`)
  const counts: number[] = []
  for (let i = 0; i < 7; i++) {
    await nextTurn()
    counts.push(begun.length)
  }
  expect(counts).toEqual([16, 32, 48, 64, 80, 96, 100])
})

describe('places are shared', () => {
  test('lanes that stand still leave places for one that comes later', async () => {
    const { add, turns, running, underWay } = make({ inLane: 16, places: 256 })
    for (let lane = 0; lane < 40; lane++) for (let i = 0; i < 20; i++) add(`silent${lane} ${i}`)
    await turns(100)
    expect(underWay.size).toBeLessThan(256)
    for (let i = 0; i < 20; i++) add(`healthy ${i}`)
    await turns(10)
    expect(running('healthy')).toBeGreaterThanOrEqual(4)
  })

  test('one alone has all that a lane may have', async () => {
    const { add, turns, running } = make({ inLane: 16, places: 256 })
    for (let i = 0; i < 20; i++) add(`a ${i}`)
    await turns()
    expect(running('a')).toBe(16)
  })

  test('when places are short, the lane that has fewest is next', async () => {
    const { add, begun, turns, finish } = make({ inLane: 4, places: 3 })
    for (const job of ['a 1', 'b 1', 'c 1']) add(job)
    await turns()
    for (const job of ['a 2', 'a 3', 'd 1', 'e 1']) add(job)
    await turns()
    expect(begun).toEqual(['a 1', 'b 1', 'c 1'])
    finish('b 1')
    await turns()
    finish('c 1')
    await turns()
    expect(begun.slice(3)).toEqual(['d 1', 'e 1'])
    for (const job of ['d 1', 'e 1']) finish(job)
    await turns()
    expect(begun.slice(5)).toEqual([])
    finish('a 1')
    await turns()
    expect(begun.slice(5)).toEqual(['a 2'])
  })
})

describe('memory is shared', () => {
  test('a lane has at most as much as it leaves for others, and they have theirs', async () => {
    const { add } = make({ inLane: 1, bytes: 1000 })
    const taken = (lane: string) => {
      let count = 0
      while (add(`${lane} ${count}`, 10)) count++
      return count
    }
    expect([taken('a'), taken('b'), taken('c')]).toEqual([50, 25, 12])
  })

  test('what has begun makes room for more', async () => {
    const { add, turns } = make({ inLane: 1, bytes: 20 })
    expect([add('a 1', 10), add('a 2', 10)]).toEqual([true, false])
    await turns()
    expect(add('a 3', 10)).toBe(true)
  })
})

test('what waits can be taken back; what is under way goes on', async () => {
  const { lanes, add, begun, turns, finishAll } = make({ inLane: 1 })
  for (const job of ['a 1', 'a 2', 'b 1', 'a 3', 'b 2']) add(job)
  await turns()
  expect(lanes.clear()).toEqual(['a 2', 'a 3', 'b 2'])
  await finishAll()
  expect(begun).toEqual(['a 1', 'b 1'])
  expect(lanes.clear()).toEqual([])
})

test('idle is when nothing waits and nothing is under way', async () => {
  const { lanes, add, turns, finish } = make({ inLane: 1 })
  await lanes.idle()
  let isIdle = false
  add('a 1')
  add('a 2')
  const idle = lanes.idle().then(() => {
    isIdle = true
  })
  await turns()
  finish('a 1')
  await turns()
  expect(isIdle).toBe(false)
  finish('a 2')
  await idle
})

test('whatever comes and ends, limits hold, lanes keep their order, and all is done once', async () => {
  const limits = { inLane: 3, places: 9, bytes: 200 }
  const step = fc.oneof(
    fc.record({
      add: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      bytes: fc.integer({ min: 1, max: 40 }),
    }),
    fc.record({ finish: fc.nat() }),
    fc.constant('turn' as const),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 200 }), async (steps) => {
      const { lanes, add, begun, underWay, turns, finish, finishAll, running, laneOf } =
        make(limits)
      const taken: string[] = []
      for (const [i, each] of steps.entries()) {
        if (each === 'turn') await turns(1)
        else if ('add' in each) {
          const job = `${each.add} ${i}`
          if (add(job, each.bytes)) taken.push(job)
        } else {
          const jobs = [...underWay.keys()]
          const job = jobs[each.finish % Math.max(1, jobs.length)]
          if (job !== undefined) finish(job)
        }
        expect(underWay.size).toBeLessThanOrEqual(limits.places)
        for (const lane of 'abcdef') expect(running(lane)).toBeLessThanOrEqual(limits.inLane)
      }
      const idle = lanes.idle()
      await finishAll()
      await idle
      const ofLane = (jobs: string[], lane: string) => jobs.filter((job) => laneOf(job) === lane)
      for (const lane of 'abcdef') expect(ofLane(begun, lane)).toEqual(ofLane(taken, lane))
      expect(lanes.add('a', 'a last', limits.bytes / 2)).toBe(true)
      await finishAll()
    }),
    { numRuns: 100 },
  )
})
