import type { components, operations } from '../generated/types.ts'

/** The schemas of the document, by name. */
export type Schemas = components['schemas']

/** The id of an operation. */
export type OperationId = keyof operations

/** The query parameters of an operation. */
export type Query<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>

/** Options of a single call. */
export type CallOptions = {
  /** Aborts the call. Example: `AbortSignal.timeout(10_000)`. */
  signal?: AbortSignal | undefined
}

/** Options of a loop over all pages of a list. */
export type PagingOptions = CallOptions & {
  /** Items per page; each page is one request. Default: 100. */
  pageSize?: number | undefined
}
