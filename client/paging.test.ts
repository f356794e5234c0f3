import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberedPages, offsetPages } from './paging.ts'

const take = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const taken: T[] = []
  for await (const item of items) taken.push(item)
  return taken
}

const pages = fc.integer({ min: 1, max: 30 })
const lists = fc.integer({ min: 0, max: 100 }).map((length) => [...Array(length).keys()])

test('a list with offsets is walked to its end: each item once, in order, a page more than are full', async () => {
  await fc.assert(
    fc.asyncProperty(lists, pages, async (list, pageSize) => {
      let requests = 0
      const walk = offsetPages(async ({ limit, offset }) => {
        requests++
        return list.slice(offset, offset + limit)
      }, pageSize)
      expect(await take(walk)).toEqual(list)
      expect(requests).toBe(Math.floor(list.length / pageSize) + 1)
    }),
  )
})

test('a list with numbered pages is walked to its end: each item once, in order, no page too many', async () => {
  await fc.assert(
    fc.asyncProperty(lists, pages, async (list, pageSize) => {
      let requests = 0
      const walk = numberedPages(async ({ page, page_size }) => {
        requests++
        const end = page * page_size
        const items = list.slice(end - page_size, end)
        return { items, pagination: { has_more: end < list.length } }
      }, pageSize)
      expect(await take(walk)).toEqual(list)
      expect(requests).toBe(Math.max(Math.ceil(list.length / pageSize), 1))
    }),
  )
})

test('where new items come first, those that come meanwhile make none come twice or not at all', async () => {
  await fc.assert(
    fc.asyncProperty(lists, pages, fc.array(fc.nat(3)), async (before, pageSize, coming) => {
      const list = before.map(String)
      const walk = offsetPages(
        async ({ limit, offset }) => {
          const page = list.slice(offset, offset + limit)
          for (let i = 0; i < (coming.shift() ?? 0); i++) list.unshift(`new ${list.length}`)
          return page
        },
        pageSize,
        (item) => item,
      )
      const taken = await take(walk)
      expect(new Set(taken).size).toBe(taken.length)
      expect(taken.filter((item) => !item.startsWith('new'))).toEqual(before.map(String))
    }),
  )
})

test('who stops taking asks for nothing more', async () => {
  const asked: number[] = []
  const walk = offsetPages(async ({ limit, offset }) => {
    asked.push(offset)
    return Array.from({ length: limit }, (_, i) => offset + i)
  }, 10)
  for await (const item of walk) if (item === 14) break
  expect(asked).toEqual([0, 10])
})
