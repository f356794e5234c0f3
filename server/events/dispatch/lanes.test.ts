import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Lanes } from './lanes.ts'
import { MemoryQueue } from './memory-queue.ts'

/** Returns lanes whose jobs run until the test finishes them. A job is named `[account/]lane number`. */
const make = (limits: { perLane?: number; slots?: number } = {}) => {
  const started: string[] = []
  const inProgress = new Map<string, (hasResponded: boolean) => void>()
  const queue = new MemoryQueue<string>(1_000_000)
  const taking = { begins: Promise.resolve() }
  const lanes = new Lanes<string>({
    perLane: 2,
    slots: 1000,
    ...limits,
    take: async (wanted) => {
      await taking.begins
      return queue.take(wanted)
    },
    work: (job) => {
      started.push(job)
      return new Promise((done) => inProgress.set(job, done))
    },
  })
  /** Waits some turns of the event loop, in which jobs start. */
  const turns = async (count = 5) => {
    for (let i = 0; i < count; i++) await nextTurn()
  }
  const finish = (job: string, hasResponded = true) => {
    const done = inProgress.get(job)
    if (!done) throw new Error(`${job} is not in progress`)
    inProgress.delete(job)
    done(hasResponded)
  }
  const finishAll = async () => {
    for (await turns(); inProgress.size > 0; await turns())
      for (const job of inProgress.keys()) finish(job)
  }
  const laneOf = (job: string) => job.split(' ')[0] ?? ''
  const accountOf = (job: string) => laneOf(job).split('/')[0] ?? ''
  const add = (job: string) => {
    const [account = '', name = ''] = job.includes('/') ? laneOf(job).split('/') : ['', laneOf(job)]
    const isAdded = queue.add({ account, name }, job, 1)
    lanes.wake({ account, name })
    return isAdded
  }
  const running = (of: string) =>
    [...inProgress.keys()].filter((job) => [laneOf(job), accountOf(job)].includes(of)).length
  return { lanes, taking, started, inProgress, turns, finish, finishAll, add, running, laneOf }
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

describe('accounts', () => {
  test('an account with many silent lanes leaves places for another account', async () => {
    const { add, turns, running, inProgress } = make({ perLane: 16, slots: 256 })
    for (let lane = 0; lane < 900; lane++) for (let i = 0; i < 3; i++) add(`A/${lane} ${i}`)
    await turns(100)
    expect(running('A')).toBe(192)
    for (let i = 0; i < 60; i++) add(`B/healthy ${i}`)
    await turns()
    expect(running('B')).toBeGreaterThanOrEqual(10)
    expect(inProgress.size).toBeLessThan(256)
  })

  test('a free place goes to the account that holds the fewest', async () => {
    const { add, turns, started, finish } = make({ perLane: 1, slots: 4 })
    for (let lane = 0; lane < 9; lane++) add(`A/${lane} 1`)
    await turns()
    expect(started).toEqual(['A/0 1', 'A/1 1', 'A/2 1'])
    add('B/1 1')
    add('B/2 1')
    await turns()
    expect(started.slice(3)).toEqual(['B/1 1'])
    finish('A/1 1')
    await turns()
    expect(started.slice(4)).toEqual(['B/2 1'])
  })
})

test('a lane without a response has one place until there is a response again', async () => {
  const { add, turns, running, finish } = make({ perLane: 4 })
  for (let i = 1; i <= 12; i++) add(`a ${i}`)
  await turns()
  expect(running('a')).toBe(4)
  for (let i = 1; i <= 4; i++) finish(`a ${i}`, false)
  await turns()
  expect(running('a')).toBe(1)
  finish('a 5', false)
  await turns()
  expect(running('a')).toBe(1)
  finish('a 6')
  await turns()
  expect(running('a')).toBe(4)
})

test('a lane that responds has its place before one that does not', async () => {
  const { add, turns, finish, started } = make({ perLane: 1, slots: 2 })
  add('silent 1')
  await turns()
  finish('silent 1', false)
  await turns()
  for (const job of ['held 1', 'silent 2', 'quick 1']) add(job)
  await turns()
  finish('held 1')
  await turns()
  expect(started).toEqual(['silent 1', 'held 1', 'quick 1', 'silent 2'])
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

test('close starts jobs for the free places once, and then no more', async () => {
  const { lanes, add, started, turns, finishAll } = make({ perLane: 1 })
  for (const job of ['a 1', 'a 2', 'b 1']) add(job)
  await turns()
  add('c 1')
  const closed = lanes.close()
  add('d 1')
  await finishAll()
  await closed
  add('e 1')
  await turns()
  expect(started).toEqual(['a 1', 'b 1', 'c 1', 'd 1'])
})

test('close leaves the jobs that wait for a place', async () => {
  const { lanes, add, started, turns, finishAll } = make({ perLane: 1 })
  for (const job of ['a 1', 'a 2']) add(job)
  await turns()
  const closed = lanes.close()
  await turns()
  await finishAll()
  await closed
  expect(started).toEqual(['a 1'])
})

test('close starts the jobs of lanes that were woken while others start', async () => {
  const { lanes, add, started, finishAll } = make({ slots: 1000 })
  for (let i = 0; i < 40; i++) add(`lane${i} 1`)
  const closed = lanes.close()
  await finishAll()
  await closed
  expect(started).toHaveLength(32)
})

test('close waits for jobs that are being taken', async () => {
  const { lanes, taking, add, started, turns, finish } = make()
  add('a 1')
  let isClosed = false
  const closed = lanes.close().then(() => {
    isClosed = true
  })
  await nextTurn()
  const { promise, resolve } = Promise.withResolvers<void>()
  taking.begins = promise
  add('b 1')
  await turns()
  finish('a 1')
  await turns()
  expect([isClosed, started]).toEqual([false, ['a 1']])
  resolve()
  await turns()
  finish('b 1')
  await closed
  expect(started).toEqual(['a 1', 'b 1'])
})

test('stop starts no more jobs', async () => {
  const { lanes, add, started, turns, finishAll } = make()
  add('a 1')
  await turns()
  add('b 1')
  lanes.stop()
  add('c 1')
  await finishAll()
  await lanes.idle()
  expect(started).toEqual(['a 1'])
})

test('for any sequence of jobs, limits hold, lanes keep their order, and each job runs once', async () => {
  const limits = { perLane: 3, slots: 9 }
  const names = ['A/a', 'A/b', 'A/c', 'B/d', 'B/e', 'f']
  const step = fc.oneof(
    fc.record({ add: fc.constantFrom(...names) }),
    fc.record({ finish: fc.nat(), hasResponded: fc.boolean() }),
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
          if (add(job)) added.push(job)
        } else {
          const jobs = [...inProgress.keys()]
          const job = jobs[each.finish % Math.max(1, jobs.length)]
          if (job !== undefined) finish(job, each.hasResponded)
        }
        expect(inProgress.size).toBeLessThanOrEqual(limits.slots)
        for (const lane of names) expect(running(lane)).toBeLessThanOrEqual(limits.perLane)
      }
      const idle = lanes.idle()
      await finishAll()
      await idle
      const ofLane = (jobs: string[], lane: string) => jobs.filter((job) => laneOf(job) === lane)
      for (const lane of names) expect(ofLane(started, lane)).toEqual(ofLane(added, lane))
    }),
    { numRuns: 100 },
  )
})
