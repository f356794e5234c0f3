import { expect, test } from 'vitest'
import { MemoryQueue } from './memory-queue.ts'

/** Returns a queue whose lanes are named `account/lane`, and functions that fill and empty it. */
const make = (bytes: number) => {
  const queue = new MemoryQueue<number>(bytes)
  const laneOf = (path: string) => {
    const [account = '', name = ''] = path.split('/')
    return { account, name }
  }
  /** Adds jobs until the lane is full. Returns their number. */
  const fill = (path: string) => {
    let count = 0
    while (queue.add(laneOf(path), count, 10)) count++
    return count
  }
  const take = async (path: string, count: number) => {
    const lane = laneOf(path)
    return (await queue.take(new Map([[lane, count]]))).get(lane)
  }
  return { queue, fill, take }
}

test('each account may use half of the free memory, whatever the others do', () => {
  const { fill } = make(10_000)
  for (let lane = 0; lane < 900; lane++) fill(`A/${lane}`)
  const ofB = fill('B/1') + fill('B/2') + fill('B/3')
  expect(ofB).toBeGreaterThan(200)
  expect(fill('C/1')).toBeGreaterThan(50)
})

test('a lane leaves memory for another lane of its account', () => {
  const { fill } = make(1000)
  expect([fill('A/1'), fill('A/2')]).toEqual([33, 11])
})

test('jobs are taken in their order, and free their memory', async () => {
  const { queue, fill, take } = make(90)
  expect(fill('A/1')).toBe(3)
  expect(await take('A/1', 2)).toEqual({ jobs: [0, 1], areMore: true })
  expect(await take('A/1', 2)).toEqual({ jobs: [2], areMore: false })
  expect(await take('A/1', 2)).toEqual({ jobs: [], areMore: false })
  expect(fill('A/1')).toBe(3)
  expect(queue.clear()).toEqual([0, 1, 2])
  expect(fill('A/1')).toBe(3)
})

test('jobs of other lanes stay when a lane is empty', async () => {
  const { fill, take } = make(90)
  expect([fill('A/1'), fill('A/2')]).toEqual([3, 1])
  expect(await take('A/1', 3)).toMatchObject({ areMore: false })
  expect(await take('A/2', 3)).toMatchObject({ jobs: [0] })
})

test('a lane may use exactly half of the memory, and gets back what its jobs used', async () => {
  expect(make(20).fill('A/1')).toBe(1)
  const { fill, take } = make(90)
  expect(fill('A/1')).toBe(3)
  await take('A/1', 2)
  expect(fill('A/1')).toBe(2)
})
