export type { Deprecation } from './calls.ts'
export {
  type Client,
  type ClientOptions,
  createClient,
  type OrderSearch,
  type PagingOptions,
} from './client.ts'
export { ApiError, isApiError, isUncertain, type RateLimit } from './errors.ts'
export type { CallOptions, OperationId, Query, Schemas } from './types.ts'
