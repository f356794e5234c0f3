const usualPageSize = 100

type OffsetPage = { limit: number; offset: number }

/**
 * Every item of a list with `limit` and `offset`, page by page, until a short page returns
 * (specification §4).
 * @param identify tells an item that has been seen: where new items come first, one that comes
 *   meanwhile moves the others along, so that the next page begins with some of the last.
 */
export async function* offsetPages<T>(
  read: (page: OffsetPage) => Promise<readonly T[]>,
  pageSize: number = usualPageSize,
  identify?: (item: T) => string,
): AsyncGenerator<T, void, undefined> {
  const seen = new Set<string>()
  for (let offset = 0; ; offset += pageSize) {
    const items = await read({ limit: pageSize, offset })
    for (const item of items) {
      const key = identify?.(item)
      if (key !== undefined && seen.has(key)) continue
      if (key !== undefined) seen.add(key)
      yield item
    }
    if (items.length < pageSize) return
  }
}

type NumberedPage = { page: number; page_size: number }

/** Every item of a list with numbered pages, until there are no more (specification §4). */
export async function* numberedPages<T>(
  read: (page: NumberedPage) => Promise<{ items: readonly T[]; pagination: { has_more: boolean } }>,
  pageSize: number = usualPageSize,
): AsyncGenerator<T, void, undefined> {
  for (let page = 1; ; page++) {
    const { items, pagination } = await read({ page, page_size: pageSize })
    yield* items
    if (!pagination.has_more) return
  }
}
