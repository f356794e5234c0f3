import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberedPages, offsetPages } from './paging.ts'

const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const collected: T[] = []
  for await (const item of items) collected.push(item)
  return collected
}

const pages = fc.integer({ min: 1, max: 30 })
const lists = fc.integer({ min: 0, max: 100 }).map((length) => [...Array(length).keys()])

test('offsetPages yields each item once, in order, and reads one page more than are full', async () => {
  await fc.assert(
    fc.asyncProperty(lists, pages, async (list, pageSize) => {
      let requests = 0
      const items = offsetPages(async ({ limit, offset }) => {
        requests++
        return list.slice(offset, offset + limit)
      }, pageSize)
      expect(await collect(items)).toEqual(list)
      expect(requests).toBe(Math.floor(list.length / pageSize) + 1)
    }),
  )
})

test('numberedPages yields each item once, in order, and reads no extra page', async () => {
  await fc.assert(
    fc.asyncProperty(lists, pages, async (list, pageSize) => {
      let requests = 0
      const items = numberedPages(async ({ page, page_size }) => {
        requests++
        const end = page * page_size
        const items = list.slice(end - page_size, end)
        return { items, pagination: { has_more: end < list.length } }
      }, pageSize)
      expect(await collect(items)).toEqual(list)
      expect(requests).toBe(Math.max(Math.ceil(list.length / pageSize), 1))
    }),
  )
})

test('a loop that stops early reads no further page', async () => {
  const offsets: number[] = []
  const items = offsetPages(async ({ limit, offset }) => {
    offsets.push(offset)
    return Array.from({ length: limit }, (_, i) => offset + i)
  }, 10)
  for await (const item of items) if (item === 14) break
  expect(offsets).toEqual([0, 10])
})
