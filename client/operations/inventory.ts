import type { Calls } from '../calls.ts'
import { numberedPages } from '../paging.ts'
import type { CallOptions, PagingOptions, Query, Schemas } from '../types.ts'

type InventoryQuery = Query<'listInventory'>

export const inventoryCalls = ({ transport, read }: Calls) => {
  const list = (
    query: InventoryQuery = {},
    options: CallOptions = {},
  ): Promise<Schemas['InventoryPage']> =>
    read('listInventory', options, (init) =>
      transport.GET('/v1/inventory/list', { params: { query }, ...init }),
    )

  return {
    /** Returns a page of inventory with the total count of matching items. */
    list,

    /** Yields every inventory item. `pageSize` is at most 100. */
    all: (
      query: Omit<InventoryQuery, 'page' | 'page_size'> = {},
      { pageSize, ...options }: PagingOptions = {},
    ): AsyncGenerator<Schemas['InventoryItem'], void, undefined> =>
      numberedPages((page) => list({ ...query, ...page }, options), pageSize),
  }
}

/** Stock per variant and warehouse. Keys are snake_case. */
export type Inventory = ReturnType<typeof inventoryCalls>
