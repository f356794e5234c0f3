import type { components, operations } from '../../generated/types.ts'

export type { CallOptions, Query } from '../../generated/client/client.ts'

/** The schemas of the document, by name. */
export type Schemas = components['schemas']

/** The id of an operation. */
export type OperationId = keyof operations
