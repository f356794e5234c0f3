import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Lanes } from './lanes.ts'

/** Returns lanes whose jobs run until the test finishes them. */
const make = (limits: { perLane?: number; slots?: number; bytes?: number } = {}) => {
  const started: string[] = []
  const inProgress = new Map<string, () => void>()
  const lanes = new Lanes<string>({
    perLane: 2,
    slots: 1000,
    bytes: 1_000_000,
    ...limits,
    work: (job) => {
      started.push(job)
      return new Promise((done) => inProgress.set(job, done))
    },
  })
  /** Waits some turns of the event loop, in which jobs start. */
  const turns = async (count = 5) => {
    for (let i = 0; i < count; i++) await nextTurn()
  }
  const finish = (job: string) => {
    const done = inProgress.get(job)
    if (!done) throw new Error(`${job} is not in progress`)
    inProgress.delete(job)
    done()
  }
  const finishAll = async () => {
    for (await turns(); inProgress.size > 0; await turns())
      for (const job of inProgress.keys()) finish(job)
  }
  /** Returns the lane of a job, which is named `<lane> <number>`. */
  const laneOf = (job: string) => job.split(' ')[0] ?? ''
  const add = (job: string, bytes = 1) => lanes.add(laneOf(job), job, bytes)
  const running = (lane: string) =>
    [...inProgress.keys()].filter((job) => laneOf(job) === lane).length
  return { lanes, started, inProgress, turns, finish, finishAll, add, running, laneOf }
}

test('a slow lane does not block other lanes', async () => {
  const { add, started, turns, finish } = make({ perLane: 1 })
  for (const job of ['slow 1', 'slow 2', 'quick 1', 'quick 2']) add(job)
  await turns()
  finish('quick 1')
  await turns()
  expect(started).toEqual(['slow 1', 'quick 1', 'quick 2'])
  finish('slow 1')
  await turns()
  expect(started.at(-1)).toBe('slow 2')
})

test('a job starts in the turn after it was added', async () => {
  const { add, started, turns } = make()
  add('a 1')
  await Promise.resolve()
  expect(started).toEqual([])
  await turns()
  expect(started).toEqual(['a 1'])
})

test('at most 16 jobs start in each turn', async () => {
  const { add, started } = make()
  for (let i = 0; i < 100; i++) add(`lane${i} 1`)
  const counts: number[] = []
  for (let i = 0; i < 7; i++) {
    await nextTurn()
    counts.push(started.length)
  }
  expect(counts).toEqual([16, 32, 48, 64, 80, 96, 100])
})

describe('slots', () => {
  test('slow lanes leave slots for a new lane', async () => {
    const { add, turns, running, inProgress } = make({ perLane: 16, slots: 256 })
    for (let lane = 0; lane < 40; lane++) for (let i = 0; i < 20; i++) add(`silent${lane} ${i}`)
    await turns(100)
    expect(inProgress.size).toBeLessThan(256)
    for (let i = 0; i < 20; i++) add(`healthy ${i}`)
    await turns(10)
    expect(running('healthy')).toBeGreaterThanOrEqual(4)
  })

  test('a single lane uses its maximum', async () => {
    const { add, turns, running } = make({ perLane: 16, slots: 256 })
    for (let i = 0; i < 20; i++) add(`a ${i}`)
    await turns()
    expect(running('a')).toBe(16)
  })

  test('when slots are scarce, the lane with the fewest running jobs is next', async () => {
    const { add, started, turns, finish } = make({ perLane: 4, slots: 3 })
    for (const job of ['a 1', 'b 1', 'c 1']) add(job)
    await turns()
    for (const job of ['a 2', 'a 3', 'd 1', 'e 1']) add(job)
    await turns()
    expect(started).toEqual(['a 1', 'b 1', 'c 1'])
    finish('b 1')
    await turns()
    finish('c 1')
    await turns()
    expect(started.slice(3)).toEqual(['d 1', 'e 1'])
    for (const job of ['d 1', 'e 1']) finish(job)
    await turns()
    expect(started.slice(5)).toEqual([])
    finish('a 1')
    await turns()
    expect(started.slice(5)).toEqual(['a 2'])
  })
})

describe('memory', () => {
  test('each lane may use half of what is free', async () => {
    const { add } = make({ perLane: 1, bytes: 1000 })
    const fill = (lane: string) => {
      let count = 0
      while (add(`${lane} ${count}`, 10)) count++
      return count
    }
    expect([fill('a'), fill('b'), fill('c')]).toEqual([50, 25, 12])
  })

  test('a started job frees its memory', async () => {
    const { add, turns } = make({ perLane: 1, bytes: 20 })
    expect([add('a 1', 10), add('a 2', 10)]).toEqual([true, false])
    await turns()
    expect(add('a 3', 10)).toBe(true)
  })
})

test('clear removes queued jobs and leaves running jobs', async () => {
  const { lanes, add, started, turns, finishAll } = make({ perLane: 1 })
  for (const job of ['a 1', 'a 2', 'b 1', 'a 3', 'b 2']) add(job)
  await turns()
  expect(lanes.clear()).toEqual(['a 2', 'a 3', 'b 2'])
  await finishAll()
  expect(started).toEqual(['a 1', 'b 1'])
  expect(lanes.clear()).toEqual([])
})

test('idle resolves when no job is queued or running', async () => {
  const { lanes, add, turns, finish } = make({ perLane: 1 })
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

test('for any sequence of jobs, limits hold, lanes keep their order, and each job runs once', async () => {
  const limits = { perLane: 3, slots: 9, bytes: 200 }
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
      const { lanes, add, started, inProgress, turns, finish, finishAll, running, laneOf } =
        make(limits)
      const added: string[] = []
      for (const [i, each] of steps.entries()) {
        if (each === 'turn') await turns(1)
        else if ('add' in each) {
          const job = `${each.add} ${i}`
          if (add(job, each.bytes)) added.push(job)
        } else {
          const jobs = [...inProgress.keys()]
          const job = jobs[each.finish % Math.max(1, jobs.length)]
          if (job !== undefined) finish(job)
        }
        expect(inProgress.size).toBeLessThanOrEqual(limits.slots)
        for (const lane of 'abcdef') expect(running(lane)).toBeLessThanOrEqual(limits.perLane)
      }
      const idle = lanes.idle()
      await finishAll()
      await idle
      const ofLane = (jobs: string[], lane: string) => jobs.filter((job) => laneOf(job) === lane)
      for (const lane of 'abcdef') expect(ofLane(started, lane)).toEqual(ofLane(added, lane))
      expect(lanes.add('a', 'a last', limits.bytes / 2)).toBe(true)
      await finishAll()
    }),
    { numRuns: 100 },
  )
})
