import { expect, test } from 'vitest'
import { LaneFull, Lanes } from './lanes.ts'

/** Work that is done when it is told so. */
const held = () => {
  let finish = () => {}
  const done = new Promise<void>((resolve) => {
    finish = resolve
  })
  return { work: () => done, finish: () => finish() }
}

test('a lane that stands still holds up itself alone', async () => {
  const lanes = new Lanes({ inLane: 1, waiting: 10 })
  const slow = held()
  const first = lanes.run('slow', slow.work)
  const order: string[] = []
  const second = lanes.run('slow', async () => {
    order.push('second')
  })
  await lanes.run('quick', async () => {
    order.push('quick')
  })
  expect(order).toEqual(['quick'])
  slow.finish()
  await Promise.all([first, second])
  expect(order).toEqual(['quick', 'second'])
})

test('no more than a lane holds is under way, and all of it is done in order', async () => {
  const lanes = new Lanes({ inLane: 3, waiting: 100 })
  let running = 0
  let most = 0
  const started: number[] = []
  await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      lanes.run('a', async () => {
        started.push(i)
        most = Math.max(most, ++running)
        await new Promise((resolve) => setImmediate(resolve))
        running--
      }),
    ),
  )
  expect(most).toBe(3)
  expect(started).toEqual(Array.from({ length: 40 }, (_, i) => i))
})

test('more than may wait is turned away; there is room again later', async () => {
  const lanes = new Lanes({ inLane: 1, waiting: 1 })
  const slow = held()
  const first = lanes.run('a', slow.work)
  const second = lanes.run('a', async () => 'second')
  await expect(lanes.run('a', async () => 'third')).rejects.toThrow(LaneFull)
  slow.finish()
  await first
  expect(await second).toBe('second')
  expect(await lanes.run('a', async () => 'fourth')).toBe('fourth')
})

test('work that fails gives its place back', async () => {
  const lanes = new Lanes({ inLane: 1, waiting: 1 })
  await expect(
    lanes.run('a', async () => {
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await lanes.run('a', async () => 'next')).toBe('next')
})
