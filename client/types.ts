import type { components, operations } from '../generated/types.ts'

/** What the document calls each thing, by its name there. */
export type Schemas = components['schemas']

/** An operation of the document, by its id there. */
export type OperationId = keyof operations

/** The query of an operation, as the document has it. */
export type Query<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>

/** What can be said of any single call. */
export type CallOptions = {
  /** Ends the call: `AbortSignal.timeout(10_000)` after ten seconds. */
  signal?: AbortSignal | undefined
}

/** What can be said of a walk through all pages of a list. */
export type PagingOptions = CallOptions & {
  /** How many are asked for at once; each page is one request of the budget. 100 if nothing is said. */
  pageSize?: number | undefined
}
