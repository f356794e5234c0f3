import type { CallOptions } from './types.ts'

/** Options of a loop over all pages of a list. */
export type PagingOptions = CallOptions & {
  /** Items per page; each page is one request. Default: 100. */
  pageSize?: number | undefined
}

const defaultPageSize = 100

type OffsetPage = { limit: number; offset: number }

/**
 * Yields every item of a list with `limit` and `offset`, until a page is not full (specification §4).
 * @param identify returns the key by which repeated items are skipped. In a list with the newest
 *   items first, a new item shifts the following pages, which then repeat items.
 */
export async function* offsetPages<T>(
  read: (page: OffsetPage) => Promise<readonly T[]>,
  pageSize: number = defaultPageSize,
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

/** Yields every item of a list with numbered pages, until `has_more` is false (specification §4). */
export async function* numberedPages<T>(
  read: (page: NumberedPage) => Promise<{ items: readonly T[]; pagination: { has_more: boolean } }>,
  pageSize: number = defaultPageSize,
): AsyncGenerator<T, void, undefined> {
  for (let page = 1; ; page++) {
    const { items, pagination } = await read({ page, page_size: pageSize })
    yield* items
    if (!pagination.has_more) return
  }
}
