import type { Calls } from '../calls.ts'
import { offsetPages } from '../paging.ts'
import type { CallOptions, PagingOptions, Query, Schemas } from '../types.ts'

type ProductVariant = Schemas['ProductVariant']

export const productCalls = ({ transport, read }: Calls) => {
  const list = (
    query: Query<'listProducts'> = {},
    options: CallOptions = {},
  ): Promise<ProductVariant[]> =>
    read('listProducts', options, (init) =>
      transport.GET('/v1/products/list', { params: { query }, ...init }),
    )

  return {
    /** Returns a page of product variants, oldest first. */
    list,

    /** Yields every product variant, oldest first. */
    all: ({
      pageSize,
      ...options
    }: PagingOptions = {}): AsyncGenerator<ProductVariant, void, undefined> =>
      offsetPages((page) => list(page, options), pageSize),
  }
}

/** Product variants. */
export type Products = ReturnType<typeof productCalls>
